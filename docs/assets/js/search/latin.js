/* Georgian typed in Latin letters: the National romanization, the letters of the Georgian QWERTY layout, and what
   people mix from both. Letters that these cannot tell apart (თ and ტ, კ, ქ and ყ) share one sign in a coarse key;
   a Georgian word has one key, a Latin one has as many as it can be read. */

const KEY = {
  ა: 'a', ბ: 'b', გ: 'g', დ: 'd', ე: 'e', ვ: 'v', ზ: 'z', თ: 't', ი: 'i', კ: 'k', ლ: 'l', მ: 'm', ნ: 'n', ო: 'o', პ: 'p',
  ჟ: 'J', რ: 'r', ს: 's', ტ: 't', უ: 'u', ფ: 'p', ქ: 'k', ღ: 'g', ყ: 'k', შ: 'S', ჩ: 'C', ც: 'c', ძ: 'D', წ: 'c', ჭ: 'C', ხ: 'x', ჯ: 'J', ჰ: 'x'
}

/* What a sign of the key stands for where one letter is needed: the one that endings are written with. */
const LETTER = { a: 'ა', b: 'ბ', g: 'გ', d: 'დ', e: 'ე', v: 'ვ', z: 'ზ', t: 'თ', i: 'ი', k: 'კ', l: 'ლ', m: 'მ', n: 'ნ', o: 'ო', p: 'ფ', J: 'ჯ', r: 'რ', s: 'ს', u: 'უ', S: 'შ', C: 'ჩ', c: 'ც', D: 'ძ', x: 'ხ' }

/* Readings of Latin letters, the longest first. A capital inside a word is the Shift of the QWERTY layout. */
const READINGS = [
  ['tch', ['C']], ['ch', ['C', 'cx']], ['sh', ['S', 'sx']], ['zh', ['J', 'zx']], ['dz', ['D', 'dz']], ['dj', ['J']], ['ts', ['c', 'ts']], ['tz', ['c']],
  ['gh', ['g']], ['kh', ['x', 'kx']], ['ph', ['p']], ['th', ['t', 'tx']],
  ['S', ['S', 's']], ['C', ['C', 'c']], ['Z', ['D', 'z']], ['J', ['J']], ['W', ['C', 'c']], ['R', ['g', 'r']], ['T', ['t']],
  ['c', ['c', 'C', 'k']], ['w', ['c', 'v']], ['q', ['k']], ['y', ['k', 'i']], ['x', ['x']], ['h', ['x']], ['f', ['p']], ['j', ['J']]
]
const PLAIN = /[abdegiklmnoprstuvz]/
const MOST = 48

export const keyOf = word => [...word].map(letter => KEY[letter] ?? letter).join('')
export const wordOf = key => [...key].map(sign => LETTER[sign] ?? sign).join('')

/* All keys that a word in Latin letters can have; none where it holds anything else. */
export function keysOf (raw) {
  let found = new Set([''])
  let rest = raw.replace(/['’`ʼ-]/g, '').replace(/^[A-Z]+$/, all => all.toLowerCase()).replace(/^[A-Z]/, first => /[SCZJWRT]/.test(first) ? first : first.toLowerCase())
  while (rest) {
    const reading = READINGS.find(([latin]) => rest.startsWith(latin))
    const low = rest[0].toLowerCase()
    if (!reading && !PLAIN.test(low)) return []
    const [latin, signs] = reading ?? [rest[0], [low]]
    rest = rest.slice(latin.length)
    found = new Set([...found].flatMap(key => signs.map(sign => key + sign)).slice(0, MOST))
  }
  return [...found].filter(Boolean)
}

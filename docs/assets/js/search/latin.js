/* Georgian typed in Latin letters: the National romanization, the letters of the Georgian QWERTY layout, and what
   people mix from both. Letters that these cannot tell apart (თ and ტ, კ, ქ and ყ) share one sign in a coarse key;
   a Georgian word has one key, a Latin one has as many as it can be read. */

const KEY = {
  ა: 'a', ბ: 'b', გ: 'g', დ: 'd', ე: 'e', ვ: 'v', ზ: 'z', თ: 't', ი: 'i', კ: 'k', ლ: 'l', მ: 'm', ნ: 'n', ო: 'o', პ: 'p',
  ჟ: 'J', რ: 'r', ს: 's', ტ: 't', უ: 'u', ფ: 'p', ქ: 'k', ღ: 'g', ყ: 'k', შ: 'S', ჩ: 'C', ც: 'c', ძ: 'D', წ: 'c', ჭ: 'C', ხ: 'x', ჯ: 'J', ჰ: 'x'
}

/* What a sign of the key stands for where one letter is needed: the one that endings are written with. */
const LETTER = { a: 'ა', b: 'ბ', g: 'გ', d: 'დ', e: 'ე', v: 'ვ', z: 'ზ', t: 'თ', i: 'ი', k: 'კ', l: 'ლ', m: 'მ', n: 'ნ', o: 'ო', p: 'ფ', J: 'ჯ', r: 'რ', s: 'ს', u: 'უ', S: 'შ', C: 'ჩ', c: 'ც', D: 'ძ', x: 'ხ' }

/* Readings of Latin letters, the longest first; a shorter one is tried as well: აუტში is autshi. A capital inside a word is the Shift of the QWERTY layout. */
const READINGS = [
  ['tch', ['C']], ['ch', ['C']], ['sh', ['S']], ['zh', ['J']], ['dz', ['D']], ['dj', ['J']], ['ts', ['c']], ['tz', ['c']],
  ['gh', ['g']], ['kh', ['x']], ['ph', ['p']], ['th', ['t']],
  ['S', ['S', 's']], ['C', ['C', 'c']], ['Z', ['D', 'z']], ['J', ['J']], ['W', ['C', 'c']], ['R', ['g', 'r']], ['T', ['t']],
  ['c', ['c', 'C', 'k']], ['w', ['c', 'v']], ['q', ['k']], ['y', ['k', 'i']], ['x', ['x']], ['h', ['x']], ['f', ['p']], ['j', ['J']]
]
const PLAIN = /[abdegiklmnoprstuvz\d]/
const MOST = 48

export const keyOf = word => [...word].map(letter => KEY[letter] ?? letter).join('')
export const wordOf = key => [...key].map(sign => LETTER[sign] ?? sign).join('')

/* All keys that a word in Latin letters can have; none where it holds anything else. Digits stand for themselves. */
export function keysOf (raw) {
  const typed = raw.replace(/['’‘`ʼ-]/g, '').replace(/^[A-Z]+$/, all => all.toLowerCase()).replace(/^[A-Z]/, first => /[SCZJWRT]/.test(first) ? first : first.toLowerCase())
  const memory = new Map([[typed.length, ['']]])
  const from = at => {
    if (memory.has(at)) return memory.get(at)
    const rest = typed.slice(at)
    const found = new Set()
    const add = (length, signs) => { for (const key of from(at + length)) for (const sign of signs) if (found.size < MOST) found.add(sign + key) }
    const low = rest[0].toLowerCase()
    for (const [latin, signs] of READINGS) if (rest.startsWith(latin)) add(latin.length, signs)
    if (PLAIN.test(low) && !READINGS.some(([latin]) => latin === rest[0])) add(1, [low])
    memory.set(at, [...found])
    return memory.get(at)
  }
  return typed ? from(0) : []
}

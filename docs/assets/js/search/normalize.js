/* One way to look at words, for what is searched and for what is asked: letters folded, hyphens joined, optional
   parts in brackets taken and left out. Used on both sides, in the worker and in Node. */

const HYPHENS = /[-\u2010-\u2013\u2212]/g
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g

/* A run of letters and digits with what may stand inside a word: hyphen, brackets, apostrophe, a dot between digits. */
const WORD = /[\p{L}\p{N}\[](?:[\p{L}\p{M}\p{N}\[\]'\u2019]|[-\u2010-\u2013](?=[\p{L}\p{N}\[])|\.(?=\p{N}))*/gu

const GEORGIAN = /^\d*[\u10D0-\u10FF]+$/
export const isGeorgian = word => GEORGIAN.test(word)

/* Mtavruli, Asomtavruli and Nuskhuri are the same letters as Mkhedruli. */
const SCRIPTS = [[0x1C90, 0x1CBF, 0x10D0], [0x10A0, 0x10C5, 0x10D0], [0x2D00, 0x2D25, 0x10D0]]

export function fold (text) {
  const lower = text.normalize('NFC').toLowerCase().replace(INVISIBLE, '')
  return lower.replace(/[\u10A0-\u10C5\u1C90-\u1CBF\u2D00-\u2D25]/g, letter => {
    const code = letter.charCodeAt(0)
    const [from, , to] = SCRIPTS.find(([first, last]) => code >= first && code <= last)
    return String.fromCharCode(code - from + to)
  }).replace(/\u2019/g, "'")
}

/* A word without hyphens; with brackets two: with and without what they hold. */
function spellings (word) {
  const joined = fold(word).replace(HYPHENS, '').replace(/'s$|'/g, '')
  if (!/[\[\]]/.test(joined)) return [joined]
  return [...new Set([joined.replace(/[\[\]]/g, ''), joined.replace(/\[[^\]]*\]?/g, '').replace(/\]/g, '')])].filter(Boolean)
}

/* Brackets that stand around whole words belong to the sentence, not to the word. */
function strip (raw, start) {
  while (/^\[/.test(raw) && !/^\[[^\[\]]*\]\p{L}/u.test(raw)) { raw = raw.slice(1); start++ }
  while (/['\u2019\[]$/.test(raw) || (/\]$/.test(raw) && !/\p{L}\[[^\[\]]*\]$/u.test(raw))) raw = raw.slice(0, -1)
  return [raw, start]
}

/* The words of a text: {start, end, forms, part}. A hyphenated word comes whole, then by its parts. */
export function * words (text) {
  for (const match of text.matchAll(WORD)) {
    const [raw, start] = strip(match[0], match.index)
    if (!/[\p{L}\p{N}]/u.test(raw)) continue
    yield { start, end: start + raw.length, raw, forms: spellings(raw), part: false }
    if (!/[-\u2010-\u2013]/.test(raw)) continue
    let from = start
    for (const piece of raw.split(/[-\u2010-\u2013]/)) {
      const forms = spellings(piece).filter(form => form.length > 2)
      if (forms.length) yield { start: from, end: from + piece.length, raw: piece, forms, part: true }
      from += piece.length + 1
    }
  }
}

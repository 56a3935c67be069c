/* Makes of what the engine found what a list shows: at most so many items, each with its place, a snippet in both
   languages and the parts that matched. Text stays text; marks are ranges in it. */
const SHOWN = 60
const ROOM = 150

/* The piece of a text around its first mark, cut at words; ranges move with it. */
export function snippet (text, ranges, room = ROOM) {
  if (!text || text.length <= room) return { text: text ?? '', ranges }
  const first = ranges[0]?.[0] ?? 0
  let start = first < room * 0.6 ? 0 : text.indexOf(' ', Math.max(0, first - room * 0.4)) + 1
  let end = Math.min(text.length, start + room)
  if (end < text.length) end = text.lastIndexOf(' ', end) > start ? text.lastIndexOf(' ', end) : end
  if (end === text.length) start = Math.min(start, Math.max(0, text.indexOf(' ', Math.max(0, end - room)) + 1))
  const before = start > 0 ? '…' : ''
  const inside = ranges.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from - start + before.length, to - start + before.length])
  return { text: before + text.slice(start, end) + (end < text.length ? '…' : ''), ranges: inside }
}

/* Which words in a text matched, each once, as written there. */
function matched (text, ranges) {
  return [...new Set(ranges.map(([start, end]) => text.slice(start, end)))].slice(0, 4)
}

export function present ({ items, missing, guessed }, { lang, base = '' }) {
  const other = lang === 'ka' ? 'en' : 'ka'
  const shown = items.slice(0, SHOWN).map(({ doc, score, marks }) => {
    const [page, anchor] = doc.path.split('#')
    const places = [lang, other].flatMap(tag => marks[tag].slice(0, 12).map(([start, end]) => `${tag}.${start}-${end}`)).join(',')
    return [{
      location: `${base}${lang}/${page}${places ? `?mark=${places}` : ''}${anchor ? `#${anchor}` : ''}`,
      title: doc.cite[lang] ?? doc.cite[other],
      otherTitle: doc.kind === 'term' ? doc.cite[other] : undefined,
      kind: doc.kind,
      text: [lang, other].filter(tag => doc.text[tag] && (doc.kind !== 'term' || tag === lang)).map(tag => ({ lang: tag, ...snippet(doc.text[tag], marks[tag]) })),
      prices: doc.prices ?? [],
      scope: doc.scope,
      matched: [lang, other].flatMap(tag => doc.text[tag] ? matched(doc.text[tag], marks[tag]) : []),
      score,
      terms: Object.fromEntries(missing.map(word => [word, false]))
    }]
  })
  return { items: shown, total: items.length, missing, guessed }
}

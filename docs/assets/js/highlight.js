/* Marks on the clause what a search found: `?mark=ka.12-19,en.4-10` are places in its texts. The address is then
   cleaned, so that what is copied from it is the clause and not somebody's search. */
import { el } from './config.js'

function mark (root, start, end) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let at = 0
  const pieces = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const from = Math.max(start - at, 0), to = Math.min(end - at, node.data.length)
    if (from < to) pieces.push([node, from, to])
    at += node.data.length
  }
  for (const [node, from, to] of pieces) {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    const made = el('mark')
    range.surroundContents(made)
  }
}

export function highlight () {
  const address = new URL(location.href)
  const places = address.searchParams.get('mark')
  if (!places) return
  const unit = document.getElementById(decodeURIComponent(address.hash.slice(1)))?.closest('.unit')
  if (unit) {
    for (const place of places.split(',')) {
      const [, lang, start, end] = /^(ka|en)\.(\d+)-(\d+)$/.exec(place) ?? []
      const text = lang && unit.querySelector(`.unit__text[lang="${lang}"]`)
      if (text) mark(text, Number(start), Number(end))
    }
  }
  address.searchParams.delete('mark')
  history.replaceState(null, '', address)
}

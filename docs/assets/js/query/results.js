/* An answer as a table, as CSV and as JSON. An IRI of ours leads to the page that shows it. */
import { config, dashed, el, root } from '../config.js'

const PARTS = /(?:\/(?:act|alternative|condition|exception|proviso|limit|mention)\/\d+)+$/
const CONCEPTS = ['actor', 'action', 'sanction', 'manner', 'time', 'place', 'term']
const NUMBERED = ['norm', 'sanction-rule', 'alternatives', 'bracket', 'repair', 'occurrence', 'finding']

/* The page of an IRI under the base, as `tsesi.vocab.page` says it; undefined where it has none. */
export function pageOf (iri, base) {
  if (!iri.startsWith(base)) return
  const [local, mark = ''] = iri.slice(base.length).split('#')
  const [head, ...rest] = local.split('/')
  const tree = `${config.lang}/`
  let unit
  if (head === 'ontology') return `${tree}ontology/${mark && `#${mark}`}`
  if (head === 'dataset') return `${tree}data/`
  if (CONCEPTS.includes(head)) return rest.length ? `${tree}${local}/` : `${tree}terms/#${head}`
  if (head === 'lexicon') return rest.length > 2 ? `${tree}${rest[1]}/${rest[2]}/` : `${tree}terms/`
  if (head === 'translation') return `${tree}${rest[0]}/${rest[1]}/`
  if (head === 'section') return `${tree}law/${rest[0]}/#section-${rest[1]}`
  if (head === 'text' || head === 'source') return `${tree}law/${rest[0]}/`
  if (head === 'eli') unit = rest.slice(1)
  else if (head === 'anchor') unit = rest.slice(0, -1)
  else if (NUMBERED.includes(head)) unit = rest.join('/').replace(PARTS, '').split('/').slice(0, -1)
  else return
  if (['ka', 'en'].includes(unit.at(-1))) unit = unit.slice(0, -1)
  const [law, ...below] = unit
  return !below.length || below[0] === 'text' ? `${tree}law/${law}/` : `${tree}law/${law}/#${unit.join('.')}`
}

export function short (iri, prefixes) {
  let best
  for (const [prefix, namespace] of Object.entries(prefixes)) if (iri.startsWith(namespace) && (!best || namespace.length > best[1].length)) best = [prefix, namespace]
  return best ? `${best[0]}:${iri.slice(best[1].length)}` : iri
}

/* What a reader calls it: the name of a term, the citation of a clause. */
function named (iri, page, { base, terms, cites }) {
  const local = iri.slice(base.length)
  if (terms[local]) return terms[local].name
  return local.startsWith('eli/') ? cites[page?.split('#')[1]] : undefined
}

function cell (term, facts) {
  const { base, prefixes } = facts
  if (!term) return el('td')
  if (term.type !== 'uri') return el('td', { lang: term['xml:lang'] }, ...dashed(term.value))
  const page = pageOf(term.value, base)
  const text = term.value.startsWith(base) && !term.value.startsWith(`${base}ontology`) ? term.value.slice(base.length) : short(term.value, prefixes)
  if (!page) return el('td', {}, text)
  const name = named(term.value, page, facts)
  return el('td', {}, el('a', { href: new URL(page, root).href, title: term.value }, name ?? text), name ? el('span', { class: 'query__iri' }, text) : '')
}

export const MOST = 500

export function table (answer, facts) {
  const names = answer.head.vars
  return el('table', {}, el('thead', {}, el('tr', {}, ...names.map(name => el('th', { scope: 'col', translate: 'no' }, name)))),
    el('tbody', {}, ...answer.results.bindings.slice(0, MOST).map(row => el('tr', {}, ...names.map(name => cell(row[name], facts))))))
}

const quote = text => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/* SPARQL 1.1 Query Results CSV. */
export function csv (answer) {
  const names = answer.head.vars
  const rows = answer.results.bindings.map(row => names.map(name => quote(row[name]?.value ?? '')).join(','))
  return [names.join(','), ...rows].join('\r\n') + '\r\n'
}

export function save (text, name, type) {
  const link = el('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

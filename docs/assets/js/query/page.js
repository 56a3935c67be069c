/* The query page: examples, editor, run and stop, table, downloads, a link that holds the query. */
import { config, copy, count, el, fill, root } from '../config.js'
import { editor } from './editor.js'
import { Engine } from './engine.js'
import { csv, MOST, save, table } from './results.js'

const place = document.querySelector('[data-query]')
const facts = JSON.parse(document.getElementById('tsesi-queries').textContent)
const w = facts.words
const part = name => place.querySelector(`[data-${name}]`)
const engine = new Engine(new URL(place.dataset.graph, location.href).href)
const names = fetch(new URL(`assets/terms.${config.lang}.json`, root)).then(found => found.json()).catch(() => ({}))
let answer, running = 0

/* What the address asks for: a stored query by name (narrowed to one norm), one of our own about an IRI, any text. */
function asked () {
  const address = new URLSearchParams(location.search)
  const iri = `<${facts.base}${address.get('iri') ?? ''}>`
  if (address.get('q')) return { text: address.get('q') }
  if (facts.templates[address.get('show')]) return { text: facts.templates[address.get('show')].replaceAll('<IRI>', iri) }
  const name = facts.texts[address.get('name')] ? address.get('name') : undefined
  const text = facts.texts[name]
  if (name && address.get('norm')) return { text: text.replace(/WHERE\s*\{/, `$&\n  VALUES ?norm { <${facts.base}${address.get('norm')}> }`) }
  return name ? { name, text } : undefined
}

const first = asked()
const start = first ?? { name: Object.keys(facts.texts)[0], text: Object.values(facts.texts)[0] ?? 'SELECT * WHERE { ?s ?p ?o } LIMIT 10' }
const code = editor(part('editor'), start.text, { label: w.editor, run })
current(start.name)

function current (name) {
  for (const link of place.querySelectorAll('[data-name]')) link.dataset.name === name ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current')
}

function status (text, error = false) {
  const line = part('status')
  line.textContent = text
  error ? line.setAttribute('data-error', '') : line.removeAttribute('data-error')
}

function busy (on) {
  part('run').disabled = on
  part('stop').hidden = !on
}

async function run () {
  const mine = ++running
  answer = undefined
  busy(true)
  part('downloads').hidden = true
  part('table').replaceChildren()
  status(engine.worker ? w.running : w.loading)
  try {
    const found = await engine.run(code.text)
    facts.terms = await names
    if (mine === running) show(found)
  } catch (error) {
    if (mine !== running) return
    if (error.stopped) status(w.stopped)
    else status(`${error.opening ? w.failed : w.error}: ${error.message}`, true)
  } finally {
    if (mine === running) busy(false)
  }
}

function show (found) {
  const ms = Math.max(1, Math.round(found.ms))
  if (found.graph) {
    answer = { text: found.answer, name: 'ttl', type: 'text/turtle' }
    status(count(w.triples, (found.answer.match(/[;.]\s*$/gm) ?? []).length, { ms }))
    part('table').append(el('pre', {}, el('code', {}, found.answer)))
    return
  }
  answer = JSON.parse(found.answer)
  part('downloads').hidden = false
  part('csv').hidden = answer.boolean !== undefined
  if (answer.boolean !== undefined) {
    status(answer.boolean ? w.answer_yes : w.answer_no)
    return
  }
  const n = answer.results.bindings.length
  status([count(w.rows, n, { ms }), n > MOST ? fill(w.more, { n: MOST }) : ''].filter(Boolean).join(' · '))
  part('table').append(table(answer, facts))
}

part('run').addEventListener('click', run)
part('stop').addEventListener('click', () => engine.stop())
part('csv').addEventListener('click', () => save(csv(answer), 'tsesi.csv', 'text/csv'))
part('json').addEventListener('click', () => save(JSON.stringify(answer, null, 1), 'tsesi.json', 'application/sparql-results+json'))
part('link').addEventListener('click', () => {
  const link = new URL(location.pathname, location.href)
  const name = Object.keys(facts.texts).find(one => facts.texts[one] === code.text)
  link.search = new URLSearchParams(name ? { name } : { q: code.text })
  history.replaceState(null, '', link)
  copy(link.href, w.copied)
})
place.addEventListener('click', event => {
  const link = event.target.closest('[data-name]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  code.text = facts.texts[link.dataset.name]
  current(link.dataset.name)
  history.replaceState(null, '', link.href)
  run()
})
if (first) run()

// Runs the site's own search engine in Node: `node search_run.mjs INDEX < {"lang", "queries": [...]}`. Writes for each
// query the clauses found, best first, the terms found, and how long it took; and how long the index took to make.
import { readFileSync } from 'node:fs'
import { Engine } from '../docs/assets/js/search/engine.js'

const index = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const started = performance.now()
const engine = new Engine(index)
const ready = performance.now() - started
const asked = JSON.parse(readFileSync(0, 'utf8'))
const answers = asked.queries.map(query => {
  const before = performance.now()
  const { items, missing, guessed } = engine.search(query, { lang: asked.lang })
  const ms = performance.now() - before
  const of = kind => items.filter(item => item.doc.kind === kind)
  return { units: of('unit').map(item => item.doc.id), terms: of('term').map(item => item.doc.path.slice(0, -1)), missing, guessed, ms }
})
process.stdout.write(JSON.stringify({ ready, answers }))

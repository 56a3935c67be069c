// Runs the search worker of Material for MkDocs as it ships: `node stock_run.mjs WORKER INDEX < {"queries": [...]}`. The
// worker is a script for browsers; it gets the few globals that it asks for. Writes locations found and times.
import { readFileSync } from 'node:fs'
import vm from 'node:vm'

let listener, answer
const scope = { console, URL, addEventListener: (_, heard) => { listener = heard }, postMessage: said => answer(said) }
scope.self = scope
vm.runInNewContext(readFileSync(process.argv[2], 'utf8'), scope)
const send = message => new Promise(resolve => { answer = resolve; listener({ data: message }) })

const index = JSON.parse(readFileSync(process.argv[3], 'utf8'))
const started = performance.now()
await send({ type: 0, data: { ...index, options: { suggest: false } } })
const ready = performance.now() - started
const answers = []
for (const query of JSON.parse(readFileSync(0, 'utf8')).queries) {
  const before = performance.now()
  const { data } = await send({ type: 2, data: query })
  const ms = performance.now() - before
  const items = data.items.flat().filter(item => item.score > 0).sort((a, b) => b.score - a.score)
  answers.push({ locations: items.map(item => item.location), ms })
}
process.stdout.write(JSON.stringify({ ready, answers }))

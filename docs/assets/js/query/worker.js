/* Oxigraph in its own thread: loads the graph once, answers one query at a time. To cancel a query the page ends the
   thread; nothing here could stop it. No query reaches the network: SERVICE and FROM have nobody to ask. */
import init, { Store } from 'oxigraph'
import wasm from 'oxigraph/web_bg.wasm'

let store

async function open ({ graph, format }) {
  const [, answer] = await Promise.all([init({ module_or_path: new URL(wasm, self.location.href) }), fetch(graph)])
  if (!answer.ok) throw new Error(`${graph}: ${answer.status}`)
  store = new Store()
  store.load(await answer.text(), { format, base_iri: graph })
  return { size: store.size }
}

function run ({ query }) {
  const started = performance.now()
  const graph = /^\s*(?:(?:#.*|prefix\s[^>]*>|base\s[^>]*>)\s*)*(construct|describe)\b/i.test(query)
  const answer = store.query(query, { results_format: graph ? 'text/turtle' : 'json' })
  return { answer, graph, ms: performance.now() - started }
}

addEventListener('message', async ({ data: { id, open: opening, ...asked } }) => {
  try {
    postMessage({ id, ...(opening ? await open(opening) : run(asked)) })
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error), opening: Boolean(opening) })
  }
})

/* The search in its own thread. It speaks the messages of Material for MkDocs' search worker, so that either could
   take the other's place: {type: 0, data} sets up, {type: 1} says ready, {type: 2, data: query} asks and {type: 3,
   data: {items}} answers. Ours may ask with {query, lang, law, sanction, id} as well, and says why in its items. */
import { Engine } from './engine.js'
import { present } from './present.js'

let engine, options

addEventListener('message', async ({ data: message }) => {
  if (message.type === 0) {
    options = message.data
    engine ??= fetch(options.index).then(answer => {
      if (!answer.ok) throw new Error(`${options.index}: ${answer.status}`)
      return answer.json()
    }).then(index => new Engine(index))
    try {
      await engine
      postMessage({ type: 1 })
    } catch (error) {
      engine = undefined
      postMessage({ type: 4, data: String(error) })
    }
  }
  if (message.type === 2) {
    const asked = typeof message.data === 'string' ? { query: message.data } : message.data
    if (!engine) return
    const found = (await engine).search(asked.query, { lang: options.lang, ...asked })
    postMessage({ type: 3, data: { ...present(found, options), query: asked.query, id: asked.id } })
  }
})

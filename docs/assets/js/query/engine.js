/* The page's side of the engine: started on the first query, ended to cancel one. */
import { asset } from '../config.js'

export class Engine {
  constructor (graph) {
    this.graph = graph
    this.waiting = new Map()
    this.last = 0
  }

  start () {
    this.worker = new Worker(asset('query_worker'), { type: 'module' })
    this.worker.addEventListener('message', ({ data }) => this.settle(data))
    this.worker.addEventListener('error', event => {
      for (const id of [...this.waiting.keys()]) this.settle({ id, error: event.message, opening: true })
    })
    this.ready = this.send({ open: { graph: this.graph, format: 'text/turtle' } })
  }

  settle ({ id, error, opening, ...answer }) {
    const waiting = this.waiting.get(id)
    this.waiting.delete(id)
    if (opening) this.stop()
    error ? waiting?.reject(Object.assign(new Error(error), { opening })) : waiting?.resolve(answer)
  }

  send (message) {
    const id = ++this.last
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.worker.postMessage({ id, ...message })
    })
  }

  async run (query) {
    if (!this.worker) this.start()
    await this.ready
    return this.send({ query })
  }

  /* End whatever runs; the next query starts anew. */
  stop () {
    this.worker?.terminate()
    this.worker = undefined
    for (const { reject } of this.waiting.values()) reject(Object.assign(new Error('stopped'), { stopped: true }))
    this.waiting.clear()
  }
}

/* The search box: in a dialog on every page, in the page on the search page and on 404. Results are links; arrows go
   through them. The worker starts, and its index is fetched, when a box is opened, not before. */
import { asset, config, count, dashed, el, fill, icon, root, words } from '../config.js'

const w = words.search
let worker, asked = 0, pending, failed

function ask (question, answer) {
  pending = { id: ++asked, answer }
  if (!worker) {
    worker = new Worker(asset('search_worker'), { type: 'module' })
    worker.addEventListener('message', ({ data: message }) => {
      if (message.type === 3 && message.data.id === pending?.id) pending.answer(message.data)
      if (message.type === 4) { failed = true; pending?.answer(undefined) }
    })
    worker.postMessage({ type: 0, data: { lang: config.lang, base: root.href, index: new URL('assets/search.json', root).href } })
  } else if (failed) {
    failed = false
    worker.postMessage({ type: 0, data: { lang: config.lang, base: root.href, index: new URL('assets/search.json', root).href } })
  }
  worker.postMessage({ type: 2, data: { ...question, id: asked } })
}

/* Text with its ranges marked. */
function marked ({ text, ranges }) {
  const out = []
  let from = 0
  for (const [start, end] of ranges) {
    out.push(...dashed(text.slice(from, start)), el('mark', {}, text.slice(start, end)))
    from = end
  }
  return [...out, ...dashed(text.slice(from))]
}

function badge (hit) {
  if (!hit.prices.length) return
  return el('span', { class: `sanction sanction--${hit.scope}`, 'data-sanction': hit.prices[0] },
    ...hit.prices.flatMap((key, i) => [i ? ' ' : '', el('span', { class: 'sanction__kind' }, icon(document.getElementById(`i-${key}`) ? key : 'other-sanction'), config.sanctions[key] ?? key)]))
}

function line (hit) {
  return el('li', {}, el('a', { href: hit.location },
    el('span', { class: 'hit__head' },
      el('span', { class: 'hit__cite' }, hit.title),
      hit.otherTitle && el('span', { lang: config.lang === 'ka' ? 'en' : 'ka' }, hit.otherTitle),
      hit.kind !== 'unit' ? el('span', { class: 'hit__kind' }, w[hit.kind]) : undefined,
      badge(hit)),
    ...hit.text.map(text => el('span', { class: 'hit__text', lang: text.lang }, ...marked(text))),
    hit.matched.length ? el('span', { class: 'hit__why' }, `${w.matched}: `, el('b', {}, hit.matched.join(', '))) : undefined))
}

const choice = (name, label, options) => el('label', {}, label, el('select', { name }, el('option', { value: '' }, w.any), ...Object.entries(options).map(([value, text]) => el('option', { value }, text))))

class Box {
  constructor (place, { close } = {}) {
    this.input = el('input', { class: 'search__input', type: 'search', name: 'q', placeholder: w.placeholder, 'aria-label': w.placeholder, autocomplete: 'off', autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'search' })
    this.form = el('form', { role: 'search' },
      el('div', { class: 'search__box' }, icon('search'), this.input,
        close ? el('button', { type: 'button', class: 'search__close', 'aria-label': w.close }, icon('close')) : undefined),
      el('div', { class: 'search__filters' },
        choice('law', w.law, Object.fromEntries(Object.entries(config.laws).map(([number, title]) => [number, `${number}. ${title}`]))),
        choice('sanction', w.sanction, { ...config.sanctions, none: words.sanction.none_short })))
    this.status = el('p', { class: 'search__status', role: 'status' }, w.hint)
    this.list = el('ol', { class: 'search__results' })
    place.append(this.form, this.status, this.list, el('p', { class: 'search__keys', 'aria-hidden': 'true' }, w.keys))
    this.form.querySelector('.search__close')?.addEventListener('click', close)
    this.form.addEventListener('submit', event => { event.preventDefault(); this.list.querySelector('a')?.click() })
    this.form.addEventListener('input', () => this.run())
    place.addEventListener('keydown', event => this.keys(event))
    place.addEventListener('click', event => { if (event.target.closest('.search__results a')) close?.() })
  }

  run () {
    const query = this.input.value.trim()
    const { law, sanction } = this.form.elements
    delete this.list.dataset.shown
    this.changed?.({ q: query, law: law.value, sanction: sanction.value })
    if (!query) {
      this.list.replaceChildren()
      this.status.textContent = w.hint
      return
    }
    if (!worker) this.status.textContent = w.loading
    ask({ query, law: law.value, sanction: sanction.value }, found => this.show(query, found))
  }

  show (query, found) {
    if (!found) {
      this.status.textContent = w.failed
      return
    }
    const { items, total, missing, guessed } = found
    this.list.replaceChildren(...items.map(([hit]) => line(hit)))
    this.list.scrollTop = 0
    const said = total ? count(w.found, total) : fill(w.none, { query })
    this.list.dataset.shown = query
    this.status.textContent = [said, guessed && total ? w.similar : '', missing.length && total ? `${w.missing}: ${missing.join(', ')}` : ''].filter(Boolean).join(' · ')
  }

  keys (event) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    if (event.target.tagName === 'SELECT') return
    const stops = [this.input, ...this.list.querySelectorAll('a')]
    const at = stops.indexOf(document.activeElement)
    const next = stops[(at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]
    next.focus()
    event.preventDefault()
  }
}

function inDialog () {
  let dialog, box
  const open = () => {
    if (!dialog) {
      dialog = document.body.appendChild(el('dialog', { class: 'search-dialog', 'aria-label': w.title }))
      box = new Box(dialog, { close: () => dialog.close() })
      dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close() })
    }
    dialog.showModal()
    box.input.focus()
    box.input.select()
    ask({ query: '' }, () => {}) // the index is on its way while the first letters are typed
  }
  document.addEventListener('click', event => {
    if (!event.target.closest('[data-search-open]') || event.ctrlKey || event.metaKey || event.shiftKey) return
    const inPage = document.querySelector('[data-search="page"] .search__input')
    event.preventDefault()
    inPage ? inPage.focus() : open()
  })
  document.addEventListener('keydown', event => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable || event.composedPath()[0].isContentEditable
    const wanted = (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey))
    if (!wanted) return
    event.preventDefault()
    const inPage = document.querySelector('[data-search="page"] .search__input')
    inPage ? inPage.focus() : open()
  })
}

function inPage (place) {
  const box = new Box(place)
  const address = new URLSearchParams(location.search)
  if (place.dataset.searchFrom === 'path') {
    // the last part of the address says what was wanted: law/9/7b is 7b of Law 9, action/charge the act
    const path = decodeURIComponent(location.pathname).replace(/\/(index\.html)?$/, '').split('/')
    const [before, last] = path.slice(-2).map(part => part.replace(/[-_]+/g, ' ').replace(/\.html?$/, ''))
    box.input.value = /^\d+$/.test(before) && /^\d+\w?$/.test(last) ? `${before}.${last}` : last
  } else {
    box.input.value = address.get('q') ?? ''
    for (const name of ['law', 'sanction']) box.form.elements[name].value = address.get(name) ?? ''
    box.changed = values => {
      const chosen = new URLSearchParams(Object.entries(values).filter(([, value]) => value))
      history.replaceState(null, '', `${location.pathname}${chosen.size ? `?${chosen}` : ''}`)
    }
    box.input.focus()
  }
  box.run()
}

export function searchBoxes () {
  inDialog()
  document.querySelectorAll('[data-search="page"]').forEach(inPage)
}

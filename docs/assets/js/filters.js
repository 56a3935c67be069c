/* Filters over what stands on the page: the table of prices, the index of terms. What is chosen goes into the
   address, so that a filtered table can be shared. */
import { fill } from './config.js'

const fold = text => text.normalize('NFC').toLowerCase().replace(/[-\u2010-\u2015\[\]]/g, '')

export function filters () {
  for (const form of document.querySelectorAll('[data-filter]')) {
    const target = document.querySelector(`[data-filtered="${form.dataset.filter}"]`)
    const rows = [...target.querySelectorAll('tbody tr, li[data-words]')]
    const texts = rows.map(row => fold(row.dataset.words ?? row.textContent))
    const count = form.querySelector('[data-count]')
    const empty = document.querySelector('[data-empty]')
    const fields = [...form.elements].filter(field => field.name)
    const candidates = form.elements.candidates // words of laws that have not come yet: shown when asked for
    const value = field => field.type === 'checkbox' ? (field.checked ? field.value : '') : field.value

    const apply = () => {
      const wanted = fields.filter(field => field.value && field.name !== 'q' && field !== candidates)
      const query = fold(form.elements.q?.value ?? '').split(/\s+/).filter(Boolean)
      let shown = 0
      rows.forEach((row, i) => {
        const fits = (!candidates || candidates.checked || query.length || row.dataset.candidate === undefined) && wanted.every(field => row.dataset[field.name].split(' ').includes(field.value)) && query.every(word => texts[i].includes(word))
        row.hidden = !fits
        if (fits) shown++
      })
      for (const group of target.querySelectorAll('.terms__letter')) {
        group.hidden = !group.querySelector('li:not([hidden])')
        const letter = target.querySelector(`.letters a[href="#${group.querySelector('h3').id}"]`)
        if (letter) letter.hidden = group.hidden
      }
      for (const item of target.querySelectorAll('.terms--tree li:not([hidden])')) for (let up = item.parentElement.closest('li'); up; up = up.parentElement.closest('li')) up.hidden = false
      if (count) count.textContent = fill(count.dataset.pattern, { n: shown, total: rows.length })
      if (empty) empty.hidden = shown > 0
    }

    const address = new URLSearchParams(location.search)
    for (const field of fields) {
      if (!address.get(field.name)) continue
      if (field.type === 'checkbox') field.checked = true
      else field.value = address.get(field.name)
    }
    const changed = () => {
      const chosen = new URLSearchParams(fields.filter(value).map(field => [field.name, value(field)]))
      history.replaceState(null, '', `${location.pathname}${chosen.size ? `?${chosen}` : ''}${location.hash}`)
      apply()
    }
    form.addEventListener('input', changed)
    form.addEventListener('reset', () => setTimeout(changed))
    form.addEventListener('submit', event => event.preventDefault())
    apply()
  }
}

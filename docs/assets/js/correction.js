/* The correction page: makes a text that can be passed on, in the form of corpus/corrections.yml. */
import { copy, words } from './config.js'

const yaml = text => JSON.stringify(text)

export function correction () {
  const form = document.querySelector('[data-correction]')
  if (!form) return
  const texts = JSON.parse(document.getElementById('tsesi-texts').textContent)
  const fields = form.elements
  const asked = new URLSearchParams(location.search)
  if (texts[asked.get('unit')]) fields.unit.value = asked.get('unit')
  if (['ka', 'en'].includes(asked.get('lang'))) fields.lang.value = asked.get('lang')

  const write = changed => {
    const now = texts[fields.unit.value]?.[fields.lang.value] ?? ''
    const shown = form.querySelector('[data-now]')
    shown.textContent = now
    shown.lang = fields.better.lang = fields.lang.value
    if (changed) fields.better.value = now
    const cite = fields.unit.selectedOptions[0].textContent
    fields.ready.value = [`unit: ${fields.unit.value}  # ${cite}`, `lang: ${fields.lang.value}`, `raw: ${yaml(now)}`, `fixed: ${yaml(fields.better.value)}`, `reason: ${yaml(fields.why.value)}`].join('\n')
    const subject = encodeURIComponent(`${cite}: ${document.title.split(' - ')[0]}`)
    const body = encodeURIComponent(fields.ready.value)
    form.querySelector('[data-mail]').href = `mailto:?subject=${subject}&body=${body}`
    const tracker = form.querySelector('[data-tracker-link]')
    if (form.dataset.tracker) {
      tracker.hidden = false
      tracker.href = form.dataset.tracker.replace('{title}', subject).replace('{body}', body)
    }
  }
  form.addEventListener('input', event => write(['unit', 'lang'].includes(event.target.name)))
  form.addEventListener('submit', event => event.preventDefault())
  form.querySelector('[data-copy-ready]').addEventListener('click', () => copy(fields.ready.value, words.unit.copied))
  write(true)
}

/* Two languages: which one to read on a law's page (remembered), and the link to this page in the other one,
   which keeps the place. */
import { remember } from './config.js'

export function languages () {
  const html = document.documentElement
  for (const choice of document.querySelectorAll('[data-reading] input')) {
    if (html.dataset.reading) choice.checked = choice.value === html.dataset.reading
    else if (matchMedia('(width < 48em)').matches) choice.checked = choice.value === html.lang
    choice.addEventListener('change', () => {
      const here = [...document.querySelectorAll('.unit')].find(unit => unit.getBoundingClientRect().bottom > 90)
      const before = here?.getBoundingClientRect().top
      html.dataset.reading = choice.value
      remember('reading', choice.value)
      if (here && scrollY > 0) scrollBy({ top: here.getBoundingClientRect().top - before, behavior: 'instant' })
    })
  }
  const link = document.querySelector('[data-language]')
  const keep = () => { if (link) link.hash = location.hash }
  keep()
  addEventListener('hashchange', keep)
  link?.addEventListener('click', () => { link.search = location.search })
}

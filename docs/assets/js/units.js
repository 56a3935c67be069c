/* A unit's own actions: copy and share it with citation and link, show its triples when they are asked for. */
import { copy, say, words } from './config.js'

/* The text as the law has it: alternatives as written, whatever is chosen on the page. */
function text (unit, lang) {
  const paragraph = unit.querySelector(`.unit__text[lang="${lang}"]`)
  if (!paragraph) return ''
  const clone = paragraph.cloneNode(true)
  clone.querySelectorAll('.alts__next').forEach(button => button.remove())
  return clone.textContent.replace(/\s*\|\s*/g, ' | ').replace(/\s+/g, ' ').trim()
}

function quote (unit) {
  const lang = document.documentElement.lang
  const reading = document.documentElement.dataset.reading ?? lang
  const texts = (reading === 'both' ? ['ka', 'en'] : [reading]).map(one => text(unit, one)).filter(Boolean)
  const cite = unit.querySelector('.unit__cite').textContent.trim()
  const link = new URL(`#${unit.dataset.unit}`, location.href)
  link.search = ''
  return { cite, texts, link: link.href, whole: `${texts.join('\n')}\n${document.title.split(' - ')[0]}, ${cite}\n${link.href}` }
}

/* What is said of a clause: without prefixes, and without the places in its text, which the file goes on with. */
function brief (turtle) {
  const base = 'https://w3id.org/tsesi/'
  return turtle.replace(/^@prefix .*\n/gm, '').replaceAll(`<${base}`, '<').replace(/^<anchor\/[\s\S]*/m, '…').trim()
}

export function units () {
  document.addEventListener('click', async event => {
    const unit = event.target.closest('.unit')
    if (!unit) return
    if (event.target.closest('[data-copy]')) copy(quote(unit).whole, words.unit.copied)
    if (event.target.closest('[data-share]')) {
      const { cite, texts, link, whole } = quote(unit)
      if (!navigator.share) return copy(whole, words.unit.copied)
      try {
        await navigator.share({ title: cite, text: `${texts.join('\n')}\n${cite}`, url: link })
      } catch (error) {
        if (error.name !== 'AbortError') copy(whole, words.unit.copied)
      }
    }
  })
  for (const drawer of document.querySelectorAll('.triples')) {
    drawer.addEventListener('toggle', async () => {
      const code = drawer.querySelector('code')
      if (!drawer.open || code.textContent) return
      try {
        const answer = await fetch(drawer.dataset.src)
        if (!answer.ok) throw new Error(answer.status)
        code.textContent = brief(await answer.text())
      } catch {
        say(words.unit.triples_error)
      }
    })
  }
  // a link to a unit from elsewhere opens nothing by itself; a link to a norm opens the drawer that holds it
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const drawer = target?.closest('details')
    if (drawer && !drawer.open) { drawer.open = true; target.scrollIntoView() }
  }
  reveal()
  addEventListener('hashchange', reveal)
}

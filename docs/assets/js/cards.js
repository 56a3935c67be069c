/* The card of a term: after a short rest of the pointer, on focus, and on tap. It is fetched once, on first need. */
import { config, el, root, words } from './config.js'

let terms, card, owner, timer
const load = () => (terms ??= fetch(new URL(`assets/terms.${config.lang}.json`, root)).then(answer => answer.json()))

function close () {
  clearTimeout(timer)
  owner?.removeAttribute('aria-describedby')
  if (card) card.hidden = true
  owner = undefined
}

async function open (link) {
  const facts = (await load())[link.dataset.term]
  if (!facts || !link.isConnected) return
  owner?.removeAttribute('aria-describedby')
  owner = link
  card ??= document.body.appendChild(el('div', { class: 'term-card', id: 'term-card', role: 'tooltip' }))
  card.replaceChildren(
    el('span', { class: 'term-card__kind' }, facts.kind),
    el('span', { class: 'term-card__name', lang: facts.lang }, facts.name),
    ...(facts.other ? [el('span', { class: 'term-card__other', lang: facts.otherLang }, facts.other)] : []),
    ...(facts.definition ? [el('p', { lang: facts.definitionLang }, facts.definition)] : []),
    el('a', { href: link.href, tabindex: -1 }, words.card.open)
  )
  card.hidden = false
  link.setAttribute('aria-describedby', 'term-card')
  const place = link.getClientRects()[0]
  const width = card.offsetWidth, height = card.offsetHeight
  const above = place.bottom + height + 12 > innerHeight && place.top > height + 70
  card.style.left = `${Math.max(12, Math.min(place.left, document.documentElement.clientWidth - width - 12)) + scrollX}px`
  card.style.top = `${(above ? place.top - height - 8 : place.bottom + 8) + scrollY}px`
}

export function cards () {
  const term = event => event.target instanceof Element ? event.target.closest('a.term') : null
  document.addEventListener('pointerover', event => {
    const link = term(event)
    if (event.pointerType === 'touch') return
    if (link && link !== owner) {
      clearTimeout(timer)
      timer = setTimeout(() => open(link), 250)
    } else if (!link && owner && !event.target.closest?.('.term-card')) {
      clearTimeout(timer)
      timer = setTimeout(close, 250)
    } else clearTimeout(timer)
  })
  document.addEventListener('focusin', event => {
    const link = term(event)
    if (link?.matches(':focus-visible')) open(link)
    else if (owner && !card.contains(event.target)) close()
  })
  document.addEventListener('click', event => {
    const link = term(event)
    const touch = event.pointerType === 'touch' || (event.pointerType === '' && matchMedia('(hover: none)').matches)
    if (link && touch && owner !== link) { // the first tap shows the card, the second follows the link
      event.preventDefault()
      open(link)
    } else if (!link && owner && !card.contains(event.target)) close()
  })
  document.addEventListener('keydown', event => { if (event.key === 'Escape' && owner) close() })
}

/* `|` alternatives: touch one and the sentence reads with it; touch it again and all are back. The round button
   does the same for the keyboard: each press goes on to the next. Sets may stand inside each other. */
import { fill, words } from './config.js'

const own = set => [...set.children].filter(child => child.classList.contains('alt'))

function choose (set, chosen) {
  for (const [i, alt] of own(set).entries()) {
    alt.classList.toggle('is-chosen', i === chosen)
    if (i === chosen) alt.removeAttribute('title')
  }
  if (chosen === -1) delete set.dataset.chosen
  else set.dataset.chosen = chosen
  // spaces that stood around the bars belong to what is hidden now
  for (const node of set.childNodes) if (node.nodeType === 3 && !node.data.trim()) node.data = chosen === -1 ? ' ' : ''
  const button = [...set.children].at(-1)
  const kind = [...set.classList].find(name => name.startsWith('alts--'))?.slice(6)
  const state = chosen === -1 ? words.alternatives.all : fill(words.alternatives.chosen, { text: own(set)[chosen].textContent.trim() })
  button.setAttribute('aria-label', `${fill(words.alternatives.label, { n: own(set).length })}, ${words.alternatives[kind]}: ${state}. ${words.alternatives.next}`)
}

export function alternatives () {
  document.addEventListener('click', event => {
    const button = event.target.closest('.alts__next')
    if (button) {
      const set = button.parentElement
      const next = Number(set.dataset.chosen ?? -1) + 1
      choose(set, next < own(set).length ? next : -1)
      return
    }
    const alt = event.target.closest('.unit__text .alt')
    if (!alt || getSelection()?.toString()) return
    const set = alt.parentElement
    if (set.dataset.chosen !== undefined) {
      if (!event.target.closest('.term')) choose(set, -1)
      return
    }
    event.preventDefault() // a term inside: its card opens once its alternative is chosen
    event.stopPropagation()
    choose(set, own(set).indexOf(alt))
  }, true)
}

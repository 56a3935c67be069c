/* The words of the laws: where each stands, which belong together. What the graph says of a form (it is a name or an
   attested form of these concepts) comes before what its stem suggests. */
import { isGeorgian, words } from './normalize.js'
import { stem } from './stem.js'
import { keyOf, wordOf } from './latin.js'

/* Words that say nothing by themselves. */
export const LITTLE = new Set('a an the of in on at to for with by and or is are be if it that this და ან თუ რომ'.split(' '))
const UNINFLECTED = new Set(['manner', 'time', 'place'])

export const push = (map, key, value) => { const list = map.get(key); list ? list.push(value) : map.set(key, [value]) }
const once = (map, key, value) => { if (!map.get(key)?.includes(value)) push(map, key, value) }

/* The whole words of a text, without little ones; all of them where there are no others. */
export function telling (text) {
  const all = [...words(text)].filter(word => !word.part)
  const some = all.filter(word => !LITTLE.has(word.forms[0]))
  return some.length ? some : all
}

export class Lexicon {
  places = new Map() // form -> [{doc, lang, start, end, part, at}]; `at` counts the telling words of a text
  mentions = new Map() // concept -> [{doc, lang, start, end}]
  stems = new Map() // stem -> forms
  keys = new Map() // coarse Latin key -> Georgian forms
  stemKeys = new Map() // the same of stems
  named = new Map() // names of concepts, as written and as stems, and their forms -> concepts
  called = new Map() // form of one word -> the concepts that it is a name or form of
  single = new Map() // concept -> its names and forms of one word
  partly = new Map() // stem of a word in a name of several words -> concepts
  longest = 1 // words in the longest name

  constructor ({ docs, concepts }) {
    this.concepts = concepts
    docs.forEach((doc, i) => this.read(doc, i))
    const forms = new Set(this.places.keys())
    concepts.forEach((concept, i) => this.name(concept, i, forms))
    this.vocabulary = [...forms]
    for (const form of forms) this.learn(form)
  }

  read (doc, i) {
    for (const [concept, lang, start, end] of doc.mentions ?? []) push(this.mentions, concept, { doc: i, lang, start, end })
    if (doc.kind === 'term') return // found by its names
    for (const [lang, text] of Object.entries(doc.text)) {
      let at = 0
      for (const { start, end, part, forms } of words(text)) {
        if (!part && !LITTLE.has(forms[0])) at++
        for (const form of forms) push(this.places, form, { doc: i, lang, start, end, part, at })
      }
    }
  }

  name (concept, i, forms) {
    for (const lang of ['ka', 'en']) {
      for (const name of concept.names[lang] ?? []) this.call(name, i, forms, true)
      for (const form of concept.forms[lang] ?? []) this.call(form, i, forms, false)
    }
  }

  /* Let a name or an attested form lead to its concept. */
  call (name, i, forms, whole) {
    const found = telling(name)
    if (!found.length) return
    this.longest = Math.max(this.longest, found.length)
    for (const form of found.flatMap(word => word.forms)) {
      forms.add(form)
      if (whole && found.length > 1) once(this.partly, stem(form), i)
    }
    once(this.named, found.map(word => word.forms[0]).join(' '), i)
    if (whole) once(this.named, found.map(word => stem(word.forms[0])).join(' '), i)
    const alone = [...words(name)].filter(word => !word.part).length === 1
    if (alone) for (const form of found[0].forms) { once(this.called, form, i); once(this.single, i, form) }
  }

  learn (form) {
    const own = stem(form)
    push(this.stems, own, form)
    if (!isGeorgian(form)) return
    push(this.keys, keyOf(form), form)
    push(this.stemKeys, keyOf(own), form)
  }

  has (form) {
    return this.stems.get(stem(form))?.includes(form) ?? false
  }

  /* Forms of the same word. რაქვით (by rucking) is no form of რაქი, whatever their stems. */
  siblings (form) {
    const own = this.called.get(form)
    const alike = this.stems.get(stem(form)) ?? []
    if (!own) return alike
    const named = own.flatMap(i => this.single.get(i) ?? [])
    if (own.every(i => UNINFLECTED.has(this.concepts[i].kind))) return named
    return [...alike.filter(other => this.called.get(other)?.some(i => own.includes(i)) ?? true), ...named]
  }

  /* Georgian forms for the keys of a Latin word: that very form, else what shares its stem. */
  georgian (keys) {
    return keys.flatMap(key => this.keys.get(key) ?? this.stemKeys.get(keyOf(stem(wordOf(key)))) ?? [])
  }
}

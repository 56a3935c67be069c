/* Finds clauses and terms for what a reader types, in either language and script.

   Each part of a query (reader.js) gives documents a weight and the places that show why. All parts must be found in a
   document. Where a word is known nowhere, nothing is found, unless most words of the query are: then what they find is
   shown, and the word that is missing is named.

   What stands around a clause (its law's title, its heading, the words that open its list) can stand for a part of a
   query of several words, never for the whole: «hands ruck» finds 15.11, «ruck» only clauses that speak of it. */
import { Lexicon, telling } from './lexicon.js'
import { keyOf } from './latin.js'
import { latinKeys, Reader, STEM } from './reader.js'

const CONCEPT = 6, PART = 3, DEFINES = 8, NUMBER = 100, BELOW = 20, PAGE = 30
const OTHER_LANGUAGE = 0.6
const AROUND = { weight: 1, times: 0, marks: [] }

export class Engine {
  constructor (index) {
    this.docs = index.docs
    this.concepts = index.concepts
    this.lexicon = new Lexicon(index)
    this.reader = new Reader(this.lexicon, this.docs)
    this.units = new Map(this.docs.flatMap((doc, i) => doc.kind === 'unit' ? [[doc.id, i]] : []))
    this.pages = new Map(this.docs.flatMap((doc, i) => doc.kind === 'term' ? [[doc.concept, i]] : []))
    this.around = new Map() // form, or «concept 7» -> documents around which it stands
    const known = new Map()
    for (const i of this.units.values()) this.look(i, known)
  }

  /* Note what stands around a clause: concepts, and words that are in no name. Many clauses share one heading. */
  look (i, known) {
    const doc = this.docs[i]
    const parent = this.docs[this.units.get(doc.parent)]
    const stand = key => this.around.get(key)?.add(i) ?? this.around.set(key, new Set([i]))
    for (const text of [...Object.values(doc.around), ...Object.values(parent?.text ?? {})]) {
      if (!known.has(text)) known.set(text, this.keysIn(text))
      known.get(text).forEach(stand)
    }
    for (const [concept] of parent?.mentions ?? []) stand(`concept ${concept}`)
  }

  keysIn (text) {
    const keys = part => part.concepts.size ? [...part.concepts].map(i => `concept ${i}`) : part.words.flatMap(word => word.forms)
    return new Set(this.reader.parts(text).flatMap(keys))
  }

  /* query, {lang, law, sanction} -> {items, missing, guessed}. Items come best first:
     {doc, place, score, direct, marks: {ka: [[start, end]], en: […]}}. */
  search (query, choice = {}) {
    this.reader.guessed = false
    const parts = this.reader.parts(query)
    const found = this.together(parts, choice)
    // words that make a name may be meant one by one: «ball play with the feet» is no «ball play»
    if (found.items.some(item => item.doc.kind === 'unit') || !parts.some(part => part.words.length > 1)) return found
    const apart = this.together(this.reader.parts(query, false), choice)
    const more = apart.items.filter(item => !found.items.some(one => one.place === item.place))
    return { ...apart, items: [...found.items, ...more] }
  }

  /* Documents that all parts find. */
  together (parts, { lang = 'ka', law = '', sanction = '' }) {
    const all = parts.map(part => this.find(part, lang))
    const missing = parts.filter((_, i) => !all[i].size).map(part => part.label)
    if (missing.length * 2 >= parts.length) return { items: [], missing, guessed: false }
    const hits = all.filter(found => found.size)
    const items = []
    for (const i of new Set(hits.flatMap(found => [...found.keys()]))) {
      const doc = this.docs[i]
      const each = hits.map(found => found.get(i) ?? (found.around.has(i) ? AROUND : undefined))
      if (each.includes(undefined) || !fits(doc, law, sanction)) continue
      items.push({
        doc,
        place: i,
        score: each.reduce((sum, one) => sum + one.weight + Math.log1p(one.times) * 0.6, 0),
        direct: each.filter(one => one !== AROUND).length,
        marks: { ka: merge(each, 'ka'), en: merge(each, 'en') }
      })
    }
    items.sort((a, b) => b.direct - a.direct || b.score - a.score || a.place - b.place)
    return { items, missing, guessed: this.reader.guessed }
  }

  /* Documents that one part finds: doc -> {weight, times, marks}; `around` are those around which it stands. */
  find (part, lang) {
    const hits = new Map()
    hits.around = new Set()
    const around = key => this.around.get(key)?.forEach(doc => hits.around.add(doc))
    const hit = (doc, weight, mark) => {
      const found = hits.get(doc) ?? { weight: 0, times: 0, marks: [] }
      hits.set(doc, found)
      found.weight = Math.max(found.weight, weight * (!mark || mark.lang === lang ? 1 : OTHER_LANGUAGE))
      found.times++
      if (mark) found.marks.push(mark)
    }
    for (const doc of part.number?.found ?? []) hit(doc, this.docs[doc].id === part.number.id ? NUMBER : BELOW)
    if (part.number) return hits
    if (part.words.length > 1) for (const mark of this.inARow(part.words)) hit(mark.doc, STEM, mark)
    for (const [form, weight] of part.forms ?? []) {
      around(form)
      for (const place of this.lexicon.places.get(form) ?? []) hit(place.doc, place.part ? PART : weight, place)
    }
    for (const i of part.concepts) {
      around(`concept ${i}`)
      for (const mention of this.lexicon.mentions.get(i) ?? []) hit(mention.doc, CONCEPT, mention)
      const source = hits.get(this.units.get(this.concepts[i].source))
      if (source) source.weight += DEFINES
      if (this.pages.has(i)) hit(this.pages.get(i), PAGE + this.closeness(i, part))
    }
    return hits
  }

  /* Places where some words stand one after the other, in any of their forms. */
  * inARow ([first, ...others]) {
    const whole = word => [...word.found.keys()].flatMap(form => this.lexicon.places.get(form) ?? []).filter(place => !place.part)
    const key = (place, further = 0) => `${place.doc} ${place.lang} ${place.at + further}`
    const next = others.map(word => new Map(whole(word).map(place => [key(place), place])))
    for (const place of whole(first)) {
      const chain = next.map((places, i) => places.get(key(place, i + 1)))
      if (!chain.includes(undefined)) yield { ...place, end: chain.at(-1).end }
    }
  }

  /* A term whose citation form was typed comes before one that was typed by another name or form. */
  closeness (i, part) {
    const plain = words => words.map(word => word.forms[0]).join(' ')
    const typed = plain(part.words)
    const keys = latinKeys(part.label)
    const places = Object.values(this.concepts[i].names).map(names => names.map(name => plain(telling(name))).findIndex(name => name === typed || keys.includes(keyOf(name))))
    if (places.includes(0)) return 10
    if (places.some(at => at > 0)) return 5
    return this.lexicon.named.get(typed)?.includes(i) ? 3 : 0
  }
}

/* Whether a document is of a law and has a sanction; `none` asks for clauses without one. */
function fits (doc, law, sanction) {
  if (law && doc.law !== law) return false
  if (sanction === 'none') return doc.kind === 'unit' && !doc.prices.length
  return !sanction || Boolean(doc.prices?.includes(sanction))
}

/* The marks in one language, overlapping ones as one: [[start, end]]. */
export function merge (hits, lang) {
  const ranges = hits.flatMap(hit => hit.marks).filter(mark => mark.lang === lang).map(({ start, end }) => [start, end])
  const merged = []
  for (const range of ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else merged.push(range)
  }
  return merged
}

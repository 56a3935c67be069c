/* Finds clauses and terms for what a reader types, in either language and script.

   A query is cut into parts: a clause number; the name of a concept, as many words as it has; any other word. Each
   part gives documents a weight and the places that show why. All parts must be found in a document. Where a word is
   in no text at all, the nearest words stand for it (a typing error); where there is none, nothing is found, unless
   most words of the query are known: then what they find is shown, and the word that is missing is named.

   What stands around a clause (its law's title, its heading, the words that open its list) can stand for a part of a
   query of several words, never for the whole: «hands ruck» finds 15.11, «ruck» only clauses that speak of it. */
import { fold, isGeorgian, words } from './normalize.js'
import { stem } from './stem.js'
import { keyOf, keysOf, wordOf } from './latin.js'
import { distance } from './distance.js'

const WEIGHT = { form: 10, stem: 7, concept: 6, part: 3, prefix: 2.5, near: 3, around: 1 }
const OTHER_LANGUAGE = 0.6
const DEFINES = 8
const LITTLE = new Set('a an the of in on at to for with by and or is are be if it that this და ან თუ რომ'.split(' ')) // say nothing by themselves
const LETTERS = 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'

const AROUND = { weight: WEIGHT.around, times: 0, marks: [] }

const UNINFLECTED = new Set(['manner', 'time', 'place'])
const CITED = /^(?:წესი|წესის|მუხლი|law|clause)\s+/iu
const LATIN = /^[a-z\d'’‘`-]*[a-z][a-z\d'’‘`-]*$/i

const push = (map, key, value) => { const list = map.get(key); list ? list.push(value) : map.set(key, [value]) }
const better = (map, key, value) => { if (!(map.get(key) >= value)) map.set(key, value) }

/* All ways through lists of possibilities, joined by spaces; not too many. */
function ways (lists) {
  return lists.reduce((found, list) => found.flatMap(way => list.map(one => way ? `${way} ${one}` : one)).slice(0, 256), [''])
}

/* The whole words of a text, without those that say nothing by themselves. */
function telling (text) {
  const all = [...words(text)].filter(word => !word.part)
  const some = all.filter(word => !LITTLE.has(word.forms[0]))
  return some.length ? some : all
}

export class Engine {
  constructor (index) {
    this.docs = index.docs
    this.concepts = index.concepts
    this.sanctions = index.sanctions
    this.places = new Map() // form -> [{doc, lang, start, end, part, at}], `at` counting the words of a text
    this.stems = new Map() // stem -> forms
    this.keys = new Map() // coarse Latin key -> Georgian forms
    this.stemKeys = new Map() // the same of stems
    this.named = new Map() // name of a concept as stems, or one of its forms -> concepts
    this.called = new Map() // form of one word -> the concepts that it is a name or form of
    this.single = new Map() // concept -> its names and forms of one word
    this.partly = new Map() // stem of a word in a name of several words -> concepts
    this.mentions = new Map() // concept -> [{doc, lang, start, end}]
    this.around = new Map() // form, or «concept 7» -> documents around which it stands
    this.units = new Map()
    this.pages = new Map() // concept -> its page's document
    this.longest = 1
    this.docs.forEach((doc, i) => this.read(doc, i))
    this.concepts.forEach((concept, i) => this.name(concept, i))
    this.vocabulary = [...new Set([...this.places.keys(), ...this.stray])]
    for (const form of this.vocabulary) this.learn(form)
    const known = new Map()
    this.docs.forEach((doc, i) => this.look(doc, i, known))
  }

  /* --- making the index --- */

  read (doc, i) {
    if (doc.kind === 'unit') {
      this.units.set(doc.id, i)
      for (const [concept, lang, start, end] of doc.mentions) push(this.mentions, concept, { doc: i, lang, start, end })
    }
    if (doc.kind === 'term') { // found by its names
      this.pages.set(doc.concept, i)
      return
    }
    for (const [lang, text] of Object.entries(doc.text)) {
      let at = 0
      for (const word of words(text)) {
        if (!word.part && !LITTLE.has(word.forms[0])) at++
        for (const form of word.forms) push(this.places, form, { doc: i, lang, start: word.start, end: word.end, part: word.part, at })
      }
    }
  }

  /* What stands around a clause: concepts, and words that are in no name. Many clauses share one heading. */
  look (doc, i, known) {
    if (doc.kind !== 'unit') return
    const parent = this.docs[this.units.get(doc.parent)]
    for (const text of [...Object.values(doc.around), ...Object.values(parent?.text ?? {})]) {
      if (!known.has(text)) known.set(text, this.keysIn(text))
      for (const key of known.get(text)) this.stand(key, i)
    }
    for (const [concept] of parent?.mentions ?? []) this.stand(`concept ${concept}`, i)
  }

  stand (key, i) {
    const docs = this.around.get(key)
    docs ? docs.add(i) : this.around.set(key, new Set([i]))
  }

  keysIn (text) {
    return new Set(this.parts(text).flatMap(({ concepts, words }) => concepts?.size ? [...concepts].map(i => `concept ${i}`) : words.flatMap(word => word.forms)))
  }

  stray = new Set() // words of names and forms, which may stand in no text

  name (concept, i) {
    for (const lang of ['ka', 'en']) {
      for (const name of concept.names[lang] ?? []) this.call(name, i, true)
      for (const form of concept.forms[lang] ?? []) this.call(form, i, false)
    }
  }

  call (name, i, whole) {
    const found = telling(name)
    if (!found.length) return
    this.longest = Math.max(this.longest, found.length)
    for (const word of found) for (const form of word.forms) {
      this.stray.add(form)
      if (whole && found.length > 1) push(this.partly, stem(form), i)
    }
    const add = (map, key, value) => { const list = map.get(key) ?? []; if (!list.includes(value)) map.set(key, [...list, value]) }
    add(this.named, found.map(word => word.forms[0]).join(' '), i)
    if (whole) add(this.named, found.map(word => stem(word.forms[0])).join(' '), i)
    if (found.length === 1 && [...words(name)].filter(word => !word.part).length === 1) for (const form of found[0].forms) {
      add(this.called, form, i)
      add(this.single, i, form)
    }
  }

  learn (form) {
    const own = stem(form)
    push(this.stems, own, form)
    if (isGeorgian(form)) {
      push(this.keys, keyOf(form), form)
      push(this.stemKeys, keyOf(own), form)
    }
  }

  /* --- understanding a query --- */

  /* Forms of the vocabulary that a word of the query can stand for: form -> weight. One way after the other is tried
     until one leads somewhere: the word itself and what shares its stem; the word read as Georgian in Latin letters; the
     beginning of a word, while it is typed; a typing error. */
  readings (word, last) {
    const forms = new Map()
    const known = form => {
      if (this.stems.get(stem(form))?.includes(form)) better(forms, form, WEIGHT.form)
      for (const other of this.siblings(form)) better(forms, other, WEIGHT.stem)
    }
    const latin = LATIN.test(word.raw) ? keysOf(word.raw) : []
    const ways = [
      () => LITTLE.has(word.forms[0]) && this.georgian(latin).forEach(known),
      () => word.forms.forEach(known),
      () => this.georgian(latin).forEach(known),
      () => last && this.begin(word, latin, forms),
      () => this.near(word, latin, forms)
    ]
    for (const way of ways) {
      way()
      if (forms.size) break
    }
    return forms
  }

  /* Georgian forms for the keys of a Latin word: that very form, else what shares its stem. */
  georgian (keys) {
    return keys.flatMap(key => this.keys.get(key) ?? this.stemKeys.get(keyOf(stem(wordOf(key)))) ?? [])
  }

  /* Forms of the same word. What the graph says of a form comes before its stem: რაქვით (by rucking) is no form of რაქი. */
  siblings (form) {
    const own = this.called.get(form)
    if (own?.every(i => UNINFLECTED.has(this.concepts[i].kind))) return own.flatMap(i => this.single.get(i) ?? [])
    const same = (this.stems.get(stem(form)) ?? []).filter(other => !own || !this.called.has(other) || this.called.get(other).some(i => own.includes(i)))
    return own ? [...same, ...own.flatMap(i => this.single.get(i) ?? [])] : same
  }

  /* A word that is still being typed: what begins with it. */
  begin (word, latin, forms) {
    const starts = word.forms.filter(form => form.length > 1)
    const keys = latin.filter(key => key.length > 2)
    for (const form of this.vocabulary) {
      if (starts.some(start => form.startsWith(start)) || (keys.length && isGeorgian(form) && keys.some(key => keyOf(form).startsWith(key)))) better(forms, form, WEIGHT.prefix)
    }
  }

  /* A typing error: the nearest words, by one letter, in long words by two; only the nearest, and of these rather
     those that begin alike. */
  near (word, latin, forms) {
    const typed = word.forms[0]
    if (typed.length < 4 || /^[\d.]+$/.test(typed)) return
    let found = []
    let least = typed.length > 7 ? 2 : 1
    const weigh = (form, d) => { if (d <= least) { least = d; found.push([form, d]) } }
    const georgian = isGeorgian(typed)
    for (const form of this.vocabulary) if (isGeorgian(form) === georgian) weigh(form, distance(typed, form, least))
    if (georgian) {
      const own = stem(typed)
      if (own.length > 3) for (const [key, list] of this.stems) if (isGeorgian(key)) list.forEach(form => weigh(form, distance(own, key, Math.min(least, 1)) + 0.5))
    } else if (!found.length) {
      for (const key of latin.slice(0, 6)) for (const [known, list] of this.keys) list.forEach(form => weigh(form, distance(key, known, least) + 0.5))
    }
    found = found.filter(([, d]) => d <= least)
    const alike = found.filter(([form]) => form[0] === typed[0] || keyOf(form)[0] === typed[0])
    for (const [form] of alike.length ? alike : found) {
      for (const other of [form, ...this.siblings(form)]) better(forms, other, WEIGHT.near)
    }
    this.guessed ||= found.length > 0
  }

  /* Clause numbers: 9.7ბ, 9.7b, 9.7 (ბ), 15.16; a lone number is a law. */
  number (text) {
    const match = /^(\d+)(?:[.\s-]+(\d+))?[.\s]*\(?([ა-ჰa-z])?\)?$/u.exec(fold(text).trim())
    if (!match) return
    const [, law, clause, letter] = match
    const latin = letter && (LETTERS.includes(letter) ? 'abcdefghijklmnopqrstuvwxyz'[LETTERS.indexOf(letter)] : letter)
    if (letter && !clause) return
    const id = [law, clause, latin].filter(Boolean).join('.')
    const found = this.docs.flatMap((doc, i) => doc.id === id || doc.id?.startsWith(`${id}.`) || (!clause && doc.law === law) ? [i] : [])
    return found.length ? { id, found } : undefined
  }

  /* The parts of a query, left to right, the longest name of a concept first. */
  parts (query, phrases = true) {
    const whole = this.number(query.replace(CITED, ''))
    if (whole) return [{ number: whole, label: query.trim(), words: [], concepts: [] }]
    const typed = telling(query).map((word, i, all) => ({ ...word, found: this.readings(word, i === all.length - 1) }))
    const out = []
    for (let i = 0; i < typed.length;) {
      const part = this.cited(typed, i) ?? (phrases ? this.phrase(typed, i) : undefined) ?? this.word(typed[i])
      out.push(part)
      i += part.words.length
    }
    return out
  }

  /* «Law 15», «მუხლი 9.18» among other words. */
  cited (typed, i) {
    const number = typed[i + 1] && CITED.test(`${typed[i].raw} `) && this.number(typed[i + 1].raw)
    if (number) return { number, words: typed.slice(i, i + 2), concepts: [], label: `${typed[i].raw} ${typed[i + 1].raw}` }
  }

  /* The longest name of a concept that begins at a place. */
  phrase (typed, i) {
    for (let n = Math.min(this.longest, typed.length - i); n > 1; n--) {
      const some = typed.slice(i, i + n)
      const label = some.map(word => word.raw).join(' ')
      const exact = this.named.get(some.map(word => word.forms[0]).join(' '))
      if (exact) return { concepts: new Set(exact), words: some, label }
      const concepts = new Set(ways(some.map(word => this.stemsOf(word))).flatMap(way => this.named.get(way) ?? []))
      if (concepts.size) return { concepts, words: some, label }
      const forms = some.map(word => word.forms[0])
      for (let j = 1; j < n; j++) { // a hyphen left out for a space: თამაშ გარე
        const joined = [...forms.slice(0, j - 1), forms[j - 1] + forms[j], ...forms.slice(j + 1)]
        if (n === 2 && this.stems.get(stem(joined[0]))?.includes(joined[0])) {
          const word = { ...some[0], raw: joined[0], forms: joined }
          return { ...this.word({ ...word, found: this.readings(word, false) }), words: some, label }
        }
        const found = this.named.get(joined.join(' ')) ?? this.named.get(joined.map(stem).join(' '))
        if (found) return { concepts: new Set(found), words: some, label }
      }
    }
  }

  stemsOf (word) {
    const latin = LATIN.test(word.raw) ? this.georgian(keysOf(word.raw)) : [] // win swreba: win is English as well
    return [...new Set([stem(word.forms[0]), ...[...word.found.keys(), ...latin].map(stem)])].slice(0, 16)
  }

  /* A word by itself: a clause number among others, the name of a concept, or part of one, or just a word. */
  word (word) {
    const number = /\d\.\d|\d\p{L}/u.test(word.raw) && this.number(word.raw)
    const part = { words: [word], label: word.raw }
    if (number) return { ...part, number, concepts: [] }
    const concepts = new Set()
    const exact = word.forms.flatMap(form => this.named.get(form) ?? [])
    if (exact.length) exact.forEach(i => concepts.add(i))
    else for (const form of word.found.keys()) {
      for (const key of this.called.has(form) ? [form] : [form, stem(form)]) for (const i of this.named.get(key) ?? []) concepts.add(i)
    }
    const written = [...word.found.keys()].some(form => this.places.has(form))
    if (!concepts.size && !written) for (const form of [...word.forms, ...word.found.keys()]) for (const i of this.partly.get(stem(form)) ?? []) concepts.add(i)
    return { ...part, concepts, forms: word.found }
  }

  /* --- finding --- */

  /* Documents that a part finds: doc -> {weight, marks}. */
  find (part, lang) {
    const hits = new Map()
    hits.around = new Set()
    const around = key => this.around.get(key)?.forEach(doc => hits.around.add(doc))
    const hit = (doc, weight, mark) => {
      let found = hits.get(doc)
      if (!found) hits.set(doc, found = { weight: 0, times: 0, marks: [] })
      found.weight = Math.max(found.weight, weight)
      found.times++
      if (mark) found.marks.push(mark)
    }
    if (part.number) {
      for (const doc of part.number.found) hit(doc, this.docs[doc].id === part.number.id ? 100 : 20)
      return hits
    }
    if (part.words.length > 1) for (const mark of this.inARow(part.words)) hit(mark.doc, WEIGHT.stem * (mark.lang === lang ? 1 : OTHER_LANGUAGE), mark)
    for (const [form, weight] of part.forms ?? []) {
      around(form)
      for (const place of this.places.get(form) ?? []) {
        const foreign = place.lang === lang ? 1 : OTHER_LANGUAGE
        hit(place.doc, (place.part ? WEIGHT.part : weight) * foreign, place)
      }
    }
    for (const i of part.concepts) {
      around(`concept ${i}`)
      for (const mention of this.mentions.get(i) ?? []) hit(mention.doc, WEIGHT.concept * (mention.lang === lang ? 1 : OTHER_LANGUAGE), mention)
      const source = this.units.get(this.concepts[i].source)
      if (source !== undefined && hits.has(source)) hits.get(source).weight += DEFINES
      if (this.pages.has(i)) hit(this.pages.get(i), 30 + this.closeness(i, part))
    }
    return hits
  }

  /* Places where some words stand one after the other, in any of their forms. */
  * inARow ([first, ...others]) {
    const key = place => `${place.doc} ${place.lang} ${place.at}`
    const next = others.map(word => new Map([...word.found.keys()].flatMap(form => this.places.get(form) ?? []).filter(place => !place.part).map(place => [key(place), place])))
    for (const form of first.found.keys()) for (const place of this.places.get(form) ?? []) {
      if (place.part) continue
      const chain = next.map((places, i) => places.get(key({ ...place, at: place.at + i + 1 })))
      if (!chain.includes(undefined)) yield { ...place, end: chain.at(-1).end }
    }
  }

  /* A term whose citation form was typed comes before one that was typed by another name. */
  closeness (i, part) {
    const typed = part.words.map(word => word.forms[0]).join(' ')
    const latin = LATIN.test(part.label) ? keysOf(part.label) : []
    const { names } = this.concepts[i]
    const plain = name => telling(name).map(word => word.forms[0]).join(' ')
    for (const list of Object.values(names)) {
      const at = list.findIndex(name => plain(name) === typed || latin.includes(keyOf(plain(name))))
      if (at >= 0) return at === 0 ? 10 : 5
    }
    return (this.named.get(typed) ?? []).includes(i) ? 3 : 0
  }

  /* query, {lang, law, sanction} -> {items, missing, guessed}. Items come best first:
     {doc, score, marks: {ka: [[start, end]], en: […]}, terms: {part: found?}}. */
  search (query, choice = {}) {
    this.guessed = false
    const parts = this.parts(query)
    const found = this.together(parts, choice)
    // words that make a name may be meant one by one: «ball play with the feet» is no «ball play»
    if (found.items.some(item => item.doc.kind === 'unit') || !parts.some(part => part.words.length > 1)) return found
    const apart = this.together(this.parts(query, false), choice)
    return { ...apart, items: [...found.items, ...apart.items.filter(item => !found.items.some(one => one.place === item.place))] }
  }

  /* Documents that all parts find. */
  together (parts, { lang = 'ka', law = '', sanction = '' }) {
    if (!parts.length) return { items: [], missing: [], guessed: false }
    let hits = parts.map(part => this.find(part, lang))
    const missing = parts.filter((_, i) => !hits[i].size).map(part => part.label)
    if (missing.length) {
      if (missing.length * 2 >= parts.length) return { items: [], missing, guessed: false }
      hits = hits.filter(found => found.size)
    }
    const items = []
    for (const i of new Set(hits.flatMap(found => [...found.keys()]))) {
      const all = hits.map(found => found.get(i) ?? (found.around.has(i) ? AROUND : undefined))
      if (all.includes(undefined)) continue
      const doc = this.docs[i]
      if (law && doc.law !== law) continue
      if (sanction && !(sanction === 'none' ? doc.kind === 'unit' && !doc.prices.length : doc.prices?.includes(sanction))) continue
      const marks = { ka: [], en: [] }
      for (const one of all) for (const mark of one.marks) marks[mark.lang].push([mark.start, mark.end])
      const score = all.reduce((sum, one) => sum + one.weight + Math.log1p(one.times) * 0.6, 0)
      const direct = all.filter(one => one !== AROUND).length
      items.push({ doc, place: i, score, direct, marks: { ka: merge(marks.ka), en: merge(marks.en) } })
    }
    items.sort((a, b) => b.direct - a.direct || b.score - a.score || a.place - b.place)
    return { items, missing, guessed: this.guessed }
  }
}

/* Overlapping ranges as one. */
export function merge (ranges) {
  const sorted = ranges.map(([start, end]) => [start, end]).sort((a, b) => a[0] - b[0] || b[1] - a[1])
  const out = []
  for (const range of sorted) {
    const last = out.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else out.push(range)
  }
  return out
}

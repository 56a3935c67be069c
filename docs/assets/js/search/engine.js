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
const LITTLE = new Set('a an the of in on at to for with by and or is be if და ან თუ რომ'.split(' ')) // say nothing by themselves
const LETTERS = 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'

const AROUND = { weight: WEIGHT.around, times: 0, marks: [] }

const LATIN = /^[a-z'’‘`-]+$/i

const push = (map, key, value) => { const list = map.get(key); list ? list.push(value) : map.set(key, [value]) }
const better = (map, key, value) => { if (!(map.get(key) >= value)) map.set(key, value) }

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
    this.places = new Map() // form -> [{doc, lang, start, end, part}]
    this.stems = new Map() // stem -> forms
    this.keys = new Map() // coarse Latin key -> Georgian forms
    this.stemKeys = new Map() // the same of stems
    this.named = new Map() // name of a concept as stems, or one of its forms -> concepts
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
      for (const word of words(text)) for (const form of word.forms) push(this.places, form, { doc: i, lang, start: word.start, end: word.end, part: word.part })
    }
  }

  /* What stands around a clause: words and concepts. Many clauses share one heading. */
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
    const keys = new Set()
    for (const word of words(text)) for (const form of word.forms) {
      keys.add(form)
      for (const name of [form, stem(form)]) for (const concept of this.named.get(name) ?? []) keys.add(`concept ${concept}`)
    }
    return keys
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
    const add = key => { const list = this.named.get(key) ?? []; if (!list.includes(i)) this.named.set(key, [...list, i]) }
    add(found.map(word => word.forms[0]).join(' '))
    if (whole) add(found.map(word => stem(word.forms[0])).join(' '))
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

  /* What a word of the query can mean: forms of the texts with a weight, and concepts. One way after the other is
     tried until one leads somewhere: the word itself, the word read as Georgian in Latin letters, a part of a name, the
     beginning of a word, a typing error. */
  meanings (word, last) {
    const forms = new Map(), concepts = new Set()
    const concept = key => { for (const i of this.named.get(key) ?? []) concepts.add(i) }
    const exact = form => {
      if (this.places.has(form)) better(forms, form, WEIGHT.form)
      for (const other of this.stems.get(stem(form)) ?? []) if (this.places.has(other)) better(forms, other, WEIGHT.stem)
      concept(form)
      concept(stem(form))
    }
    const part = form => { for (const i of this.partly.get(stem(form)) ?? []) concepts.add(i) }
    const georgian = LATIN.test(word.raw) ? keysOf(word.raw) : []
    const readings = () => georgian.flatMap(key => [...this.keys.get(key) ?? [], ...this.stemKeys.get(keyOf(stem(wordOf(key)))) ?? []])
    const ways = [
      () => word.forms.forEach(exact),
      () => readings().forEach(exact),
      () => [...word.forms, ...readings()].forEach(part),
      () => last && this.begin(word, georgian, forms, concept),
      () => this.near(word, georgian, forms, concept)
    ]
    for (const way of ways) {
      way()
      if (forms.size || concepts.size) break
    }
    return { forms, concepts }
  }

  /* A word that is still being typed: what begins with it. */
  begin (word, georgian, forms, concept) {
    const starts = word.forms.filter(form => form.length > 1)
    const latin = georgian.filter(key => key.length > 2)
    for (const form of this.vocabulary) {
      if (starts.some(start => form.startsWith(start)) || (latin.length && isGeorgian(form) && latin.some(key => keyOf(form).startsWith(key)))) {
        if (this.places.has(form)) better(forms, form, WEIGHT.prefix)
        concept(form)
        concept(stem(form))
      }
    }
  }

  /* A typing error: the nearest words, by one letter, in long words by two; only the nearest. */
  near (word, georgian, forms, concept) {
    const typed = word.forms[0]
    if (typed.length < 4 || /\d/.test(typed)) return
    const most = typed.length > 7 ? 2 : 1
    let found = []
    let least = most
    const weigh = (form, d) => { if (d <= least) { least = d; found.push([form, d]) } }
    const script = isGeorgian(typed)
    for (const form of this.vocabulary) if (isGeorgian(form) === script) weigh(form, distance(typed, form, least))
    if (script) {
      const own = stem(typed)
      if (own.length > 3) for (const [key, list] of this.stems) if (isGeorgian(key)) list.forEach(form => weigh(form, distance(own, key, Math.min(least, 1)) + 0.5))
    } else if (!found.length) {
      for (const key of georgian.slice(0, 6)) for (const [known, list] of this.keys) list.forEach(form => weigh(form, distance(key, known, least) + 0.5))
    }
    found = found.filter(([, d]) => d <= least)
    const alike = found.filter(([form]) => form[0] === typed[0] || keyOf(form)[0] === typed[0])
    for (const [form] of alike.length ? alike : found) {
      for (const other of this.stems.get(stem(form)) ?? []) if (this.places.has(other)) better(forms, other, WEIGHT.near)
      concept(form)
      concept(stem(form))
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
  parts (query) {
    const whole = this.number(query.replace(/^(?:წესი|მუხლი|law|clause)\s+/iu, ''))
    if (whole) return [{ number: whole, label: query.trim() }]
    const typed = telling(query)
    const found = []
    for (let i = 0; i < typed.length;) {
      let n = Math.min(this.longest, typed.length - i)
      for (; n > 1; n--) {
        const some = typed.slice(i, i + n)
        const ways = [some.map(word => word.forms[0]).join(' '), some.map(word => stem(word.forms[0])).join(' ')]
        const joined = some.map(word => word.forms[0]).join('')
        const concepts = ways.flatMap(way => this.named.get(way) ?? [])
        if (concepts.length) { found.push({ concepts: new Set(concepts), words: some, label: some.map(word => word.raw).join(' ') }); break }
        if (n === 2 && this.stems.has(stem(joined)) && this.vocabulary.includes(joined)) { // თამაშ გარე
          found.push({ words: [{ ...some[0], raw: joined, forms: [joined] }], label: some.map(word => word.raw).join(' ') })
          break
        }
      }
      if (n <= 1) {
        const number = this.number(typed[i].raw)
        found.push(number && /\d\.\d|\d\p{L}/u.test(typed[i].raw) ? { number, label: typed[i].raw } : { words: [typed[i]], label: typed[i].raw })
        n = 1
      }
      i += n
    }
    return found
  }

  /* --- finding --- */

  /* Documents that a part finds: doc -> {weight, marks}. */
  find (part, last, lang) {
    const hits = new Map()
    hits.around = new Set()
    const around = key => this.around.get(key)?.forEach(doc => hits.around.add(doc))
    const hit = (doc, weight, mark, exact) => {
      let found = hits.get(doc)
      if (!found) hits.set(doc, found = { weight: 0, times: 0, marks: [], exact: false })
      found.weight = Math.max(found.weight, weight)
      found.times++
      found.exact ||= exact
      if (mark) found.marks.push(mark)
    }
    if (part.number) {
      for (const doc of part.number.found) hit(doc, this.docs[doc].id === part.number.id ? 100 : 20, undefined, true)
      return hits
    }
    let concepts = part.concepts
    if (!concepts) {
      const meaning = this.meanings(part.words[0], last)
      concepts = meaning.concepts
      for (const [form, weight] of meaning.forms) {
        around(form)
        for (const place of this.places.get(form) ?? []) {
          const foreign = place.lang === lang ? 1 : OTHER_LANGUAGE
          hit(place.doc, (place.part ? WEIGHT.part : weight) * foreign, place, weight === WEIGHT.form)
        }
      }
    }
    for (const i of concepts) {
      around(`concept ${i}`)
      for (const mention of this.mentions.get(i) ?? []) hit(mention.doc, WEIGHT.concept * (mention.lang === lang ? 1 : OTHER_LANGUAGE), mention)
      const source = this.units.get(this.concepts[i].source)
      if (source !== undefined && hits.has(source)) hits.get(source).weight += DEFINES
      if (this.pages.has(i)) hit(this.pages.get(i), 30 + this.closeness(i, part), undefined, true)
    }
    return hits
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
  search (query, { lang = 'ka', law = '', sanction = '' } = {}) {
    this.guessed = false
    const parts = this.parts(query)
    if (!parts.length) return { items: [], missing: [], guessed: false }
    let hits = parts.map((part, i) => this.find(part, i === parts.length - 1, lang))
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
      items.push({ doc, place: i, score, marks: { ka: merge(marks.ka), en: merge(marks.en) } })
    }
    items.sort((a, b) => b.score - a.score || a.place - b.place)
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

/* Understands what is typed: cuts a query into parts, each a clause number, the name of a concept (as many words as it
   has) or a word, with the forms that it can stand for. */
import { fold, isGeorgian } from './normalize.js'
import { stem } from './stem.js'
import { keyOf, keysOf } from './latin.js'
import { distance } from './distance.js'
import { LITTLE, telling } from './lexicon.js'

/* How much it counts that a form was found, by how it was come upon. */
export const FORM = 10, STEM = 7, NEAR = 3, PREFIX = 2.5

const CITED = /^(?:წესი|წესის|მუხლი|law|clause)\s+/iu
const LATIN = /^[a-z\d'’‘`-]*[a-z][a-z\d'’‘`-]*$/i
const GEORGIAN_LETTERS = 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'
const LATIN_LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const WAYS = 256 // of reading several words together, at most

const better = (map, key, value) => { if (!(map.get(key) >= value)) map.set(key, value) }
export const latinKeys = text => LATIN.test(text) ? keysOf(text) : []

/* All ways through lists of possibilities, joined by spaces. */
function ways (lists) {
  return lists.reduce((found, list) => found.flatMap(way => list.map(one => way ? `${way} ${one}` : one)).slice(0, WAYS), [''])
}

export class Reader {
  guessed = false // a typing error was mended in the last query

  constructor (lexicon, docs) {
    this.lexicon = lexicon
    this.docs = docs
  }

  /* The parts of a query, left to right: {words, concepts, forms?, number?, label}. Without `phrases` words that make a
     name are taken one by one. */
  parts (query, phrases = true) {
    const whole = this.number(query.replace(CITED, ''))
    if (whole) return [{ number: whole, words: [], concepts: new Set(), label: query.trim() }]
    const typed = telling(query).map((word, i, all) => ({ ...word, found: this.forms(word, i === all.length - 1) }))
    const parts = []
    for (let i = 0; i < typed.length; i += parts.at(-1).words.length) {
      parts.push(this.cited(typed, i) ?? (phrases ? this.phrase(typed, i) : undefined) ?? this.word(typed[i]))
    }
    return parts
  }

  /* --- one word --- */

  /* Forms that a word can stand for: form -> weight. One way after the other is tried until one leads somewhere: the
     word itself and what shares its stem; the word read as Georgian in Latin letters; the beginning of a word, while it
     is typed; a typing error. */
  forms (word, last) {
    const found = new Map()
    const known = form => {
      if (this.lexicon.has(form)) better(found, form, FORM)
      for (const other of this.lexicon.siblings(form)) better(found, other, STEM)
    }
    const keys = latinKeys(word.raw)
    const tries = [
      () => LITTLE.has(word.forms[0]) && this.lexicon.georgian(keys).forEach(known),
      () => word.forms.forEach(known),
      () => this.lexicon.georgian(keys).forEach(known),
      () => last && this.begun(word, keys).forEach(form => better(found, form, PREFIX)),
      () => this.near(word, keys).forEach(form => better(found, form, NEAR))
    ]
    for (const attempt of tries) {
      attempt()
      if (found.size) break
    }
    return found
  }

  /* What begins with a word that is still being typed. */
  begun (word, keys) {
    const starts = word.forms.filter(form => form.length > 1)
    const latin = keys.filter(key => key.length > 2)
    const begins = form => starts.some(start => form.startsWith(start)) || (isGeorgian(form) && latin.some(key => keyOf(form).startsWith(key)))
    return this.lexicon.vocabulary.filter(begins)
  }

  /* The nearest words to one with a typing error: by one letter, in long words by two; only the nearest, and of these
     rather those that begin alike. */
  near (word, keys) {
    const typed = word.forms[0]
    if (typed.length < 4 || /^[\d.]+$/.test(typed)) return []
    const { vocabulary, stems, keys: known } = this.lexicon
    let found = []
    let least = typed.length > 7 ? 2 : 1
    const weigh = (form, d) => { if (d <= least) { least = d; found.push([form, d]) } }
    const georgian = isGeorgian(typed)
    for (const form of vocabulary) if (isGeorgian(form) === georgian) weigh(form, distance(typed, form, least))
    const own = stem(typed)
    if (georgian && own.length > 3) {
      for (const [key, forms] of stems) if (isGeorgian(key)) forms.forEach(form => weigh(form, distance(own, key, Math.min(least, 1)) + 0.5))
    }
    if (!georgian && !found.length) {
      for (const key of keys.slice(0, 6)) for (const [other, forms] of known) forms.forEach(form => weigh(form, distance(key, other, least) + 0.5))
    }
    found = found.filter(([, d]) => d <= least).map(([form]) => form)
    this.guessed ||= found.length > 0
    const alike = found.filter(form => form[0] === typed[0] || keyOf(form)[0] === typed[0])
    return (alike.length ? alike : found).flatMap(form => [form, ...this.lexicon.siblings(form)])
  }

  /* A word by itself: a clause number among others, the name of a concept, part of a name, or just a word. */
  word (word) {
    const part = { words: [word], label: word.raw, concepts: new Set(), forms: word.found }
    const number = /\d\.\d|\d\p{L}/u.test(word.raw) && this.number(word.raw)
    if (number) return { ...part, number, forms: undefined }
    const { named, called, places, partly } = this.lexicon
    const add = (map, key) => { for (const i of map.get(key) ?? []) part.concepts.add(i) }
    for (const form of word.forms) add(named, form)
    if (!part.concepts.size) {
      for (const form of word.found.keys()) {
        add(named, form)
        if (!called.has(form)) add(named, stem(form))
      }
    }
    const written = [...word.found.keys()].some(form => places.has(form))
    if (!part.concepts.size && !written) for (const form of [...word.forms, ...word.found.keys()]) add(partly, stem(form))
    return part
  }

  /* --- several words --- */

  /* The longest name of a concept that begins at a place. */
  phrase (typed, i) {
    const { named, longest } = this.lexicon
    for (let n = Math.min(longest, typed.length - i); n > 1; n--) {
      const words = typed.slice(i, i + n)
      const label = words.map(word => word.raw).join(' ')
      const forms = words.map(word => word.forms[0])
      const exact = named.get(forms.join(' '))
      if (!exact && forms.every(form => named.has(form))) continue // მიწა ბურთი: two names, not "ground the ball"
      const concepts = new Set(exact ?? ways(words.map(word => this.stemsOf(word))).flatMap(way => named.get(way) ?? []))
      if (concepts.size) return { words, label, concepts }
      const joined = this.joined(forms)
      if (joined) return { words, label, ...joined }
    }
  }

  /* Words between which a space was typed for a hyphen, or nothing: თამაშ გარე. */
  joined (forms) {
    const { named } = this.lexicon
    for (let j = 1; j < forms.length; j++) {
      const fewer = [...forms.slice(0, j - 1), forms[j - 1] + forms[j], ...forms.slice(j + 1)]
      if (fewer.length === 1 && this.lexicon.has(fewer[0])) {
        const word = { raw: fewer[0], forms: fewer }
        const { concepts, forms: found } = this.word({ ...word, found: this.forms(word, false) })
        return { concepts, forms: found }
      }
      const found = named.get(fewer.join(' ')) ?? named.get(fewer.map(stem).join(' '))
      if (found) return { concepts: new Set(found) }
    }
  }

  stemsOf (word) {
    const latin = this.lexicon.georgian(latinKeys(word.raw)) // win swreba: win is English as well
    return [...new Set([word.forms[0], ...word.found.keys(), ...latin].map(stem))].slice(0, 16)
  }

  /* --- numbers --- */

  /* Clause numbers: 9.7ბ, 9.7b, 9.7 (ბ), 15.16; a lone number is a law. */
  number (text) {
    const [, law, clause, letter] = /^(\d+)(?:[.\s-]+(\d+))?[.\s]*\(?([ა-ჰa-z])?\)?$/u.exec(fold(text).trim()) ?? []
    if (!law || (letter && !clause)) return
    const latin = letter && (LATIN_LETTERS[GEORGIAN_LETTERS.indexOf(letter)] ?? letter)
    const id = [law, clause, latin].filter(Boolean).join('.')
    const fits = doc => doc.id === id || doc.id?.startsWith(`${id}.`) || (!clause && doc.law === law)
    const found = this.docs.flatMap((doc, i) => fits(doc) ? [i] : [])
    return found.length ? { id, found } : undefined
  }

  /* «Law 15», «მუხლი 9.18» among other words. */
  cited (typed, i) {
    const [word, next] = typed.slice(i, i + 2)
    const number = next && CITED.test(`${word.raw} `) && this.number(next.raw)
    if (number) return { number, words: [word, next], concepts: new Set(), label: `${word.raw} ${next.raw}` }
  }
}

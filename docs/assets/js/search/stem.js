/* Light stems, for words that no lexicon of the graph knows: endings cut off in the order in which they are put on.
   Coarse on purpose; what the graph says about a form comes before it. */
import { isGeorgian } from './normalize.js'

const VOWEL = '[აეიოუ]'
const STEPS = [
  [/(?:ვე|ც|ღა)$/, 4], // particles
  [/(?<=[აეიოუ])ა$/, 4], // copula: რაქია, თამაშგარეა
  [/(?:ისთვის|სთვის|თვის|ისგან|სგან|გან|ისკენ|სკენ|კენ|ისადმი|სადმი|ამდე|მდე|იდან|ოდან|დან|ასთან|ისთან|სთან|თან|ვით|ში|ზე)$/, 3],
  [new RegExp(`(?:ისა|ის|ითა|ით|სა|ს|(?<!${VOWEL})მა|(?<=${VOWEL})მ|ადა|ად|თა|(?<=[აეოუ])თი|ი|(?<!${VOWEL})ო|(?<=${VOWEL})თ|(?<=${VOWEL})დ)$`), 3],
  [/ებ$/, 3],
  [/[აეოუი]$/, 3]
]

function georgian (word) {
  if (word.length < 4) return word.length === 3 ? word.replace(/ი$/, '') : word
  let stem = word
  for (const [ending, least] of STEPS) {
    const cut = stem.replace(ending, '')
    if (cut.length >= least) stem = cut
  }
  // a vowel that drops out when the word is inflected: თავისუფალი, თავისუფლის
  return stem.length >= 6 ? stem.replace(/([^აეიოუ])[აეო]([ლნრმ])$/, '$1$2') : stem
}

/* English: plural, -ed, -ing, with a doubled consonant or a silent e made alike. */
function english (word) {
  if (word.length < 4 || /\d/.test(word)) return word
  let stem = word.replace(/ies$/, 'y').replace(/(ss|sh|ch|x)es$/, '$1').replace(/([^su])s$/, '$1')
  const verb = stem.replace(/(?:ing|ed)$/, '')
  if (verb !== stem && verb.length >= 3 && /[aeiouy]/.test(verb)) stem = verb.replace(/([bdgkmnprt])\1$/, '$1')
  return stem.length > 3 ? stem.replace(/e$/, '') : stem
}

export const stem = word => isGeorgian(word) ? georgian(word) : english(word)

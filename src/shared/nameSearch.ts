import { withLatinDigits } from './digits.ts'

/**
 * Finds names across scripts and spellings. A word of a name has a key, which is the same for its usual spellings in
 * Latin and in Devanagari: `sarama` for Sharma and शर्मा. Decision 0049 has the reasons.
 *
 * A key is written by sound: भ as `b`, श ष स as `s`, long and short vowels alike. An `a` stands between any two
 * consonants, because Latin writes it (Jagatap) or not (Jagtap), and Devanagari never shows whether it is spoken. So
 * the key of the beginning of a word is the beginning of the word's key.
 */

type Sounds = readonly (readonly [RegExp, string])[]

/** The sounds of Devanagari's letters and vowel signs. */
const letters = new Map(
  `क ख k ग घ g च छ c ज झ j ट ठ त थ t ड ढ द ध d ङ ञ ण न n प p फ f ब भ b म m य y र r ल ळ l व v श ष स s ह h
  अ आ ऍ ॲ ा ॅ a इ ई ि ी i उ ऊ ु ू u ऋ ृ ri ए े e ऐ ै ai ओ ऑ ो ॉ o औ ौ au ॐ om`
    .match(/[^a-z]+[a-z]+/g)
    ?.flatMap((line) => {
      const [signs = '', sound = ''] = line.trim().split(/\s(?=[a-z])/)
      return signs.split(' ').map((sign) => [sign, sound] as const)
    }),
)

/** The sounds of Latin spellings. Each rule changes what the ones before it leave. */
const latinSounds: Sounds = [
  [/^sha[iy]kh?/, 'sek'],
  [/^iyer/, 'ayar'],
  [/^mohd$/, 'mohamad'],
  [/^x/, 'j'],
  [/x/g, 'ks'],
  [/ph/g, 'f'],
  [/c(?=ch)/g, ''],
  [/c(?=[eiy])/g, 's'],
  [/ck|q|c(?!h|$)/g, 'k'],
  [/z/g, 'j'],
  [/ou|ow(?![aeiou])/g, 'au'],
  [/w/g, 'v'],
  // ज्ञ is Dny, Gy, Jn or Gn. In other places gn and jn are two letters: Agni, Rajni.
  [/[dgj]ny/g, 'gy'],
  [/(^|pra|ya|san)[gj]n/g, '$1gy'],
  [/(^|[^aeiou])y(?![aeiou])/g, '$1i'],
  [/e+e|ie$/g, 'i'],
  [/oo+/g, 'u'],
]

/** Sounds of both scripts. */
const commonSounds: Sounds = [
  [/([kgcjtdpbsv])h+/g, '$1'],
  [/^h(?=r)/, ''],
  [/(.)\1+/g, '$1'],
  [/a[ie]/g, 'ay'],
  [/a[uo]/g, 'av'],
  [/oi/g, 'oy'],
  [/ei/g, 'e'],
  [/i(?=[aeou])/g, 'iy'],
  [/u(?=[aeio])/g, 'uv'],
  [/vh/g, 'v'],
  [/(.)\1+/g, '$1'],
  // ऋ is spoken ri in the north and ru in Maharashtra.
  [/(^|[^aeiou])r[iu]/g, '$1ri'],
  [/^onk/, 'omk'],
  [/^cavdur/, 'cavdar'],
  [/^yes/, 'yas'],
  [/^m[ou]ham[aei]d/, 'mohamad'],
  [/^ah[ae]?m[ae]d/, 'ahmad'],
  [/^sa?y[aei]d$/, 'sayad'],
  [/sinh$/, 'sing'],
  [/ey$/, 'e'],
  // विजय is Vijaya too, and शिव Shiva. But Amita is not Amit.
  [/(..[aeiou]y|.[aeiou]v)a$/, '$1'],
  [/(...[aeiou])h$/, '$1'],
  [/([^aeiou])(?=[^aeiou])/g, '$1a'],
]

const replaceAll = (text: string, sounds: Sounds) => sounds.reduce((changed, [from, to]) => changed.replace(from, to), text)

/**
 * Returns the sounds of a word in Devanagari. After its last consonant an `a` is spoken only where the consonant cannot
 * be heard without: कृष्ण is Krishna, वसंत is Vasant. The last sign of a part of a word may have another sound in the
 * whole word, so it counts for less.
 */
function soundsOfDevanagari(word: string, isPart: boolean): string {
  return word
    .replaceAll('ज्ञ', 'ग्य')
    .replace(isPart ? /[ँं]$/ : /([क-ह])ं$/, isPart ? '' : '$1म्')
    .replace(/[ँं](?=[पफबभम])/g, 'म्')
    .replace(/[ँं]/g, 'न्')
    .replace(/[क-ह](?![ा-्])/g, '$&अ')
    .replace(/(्[यरलवमनण])अ$/, isPart ? '$1' : '$1आ')
    .replace(/अ$/, '')
    .replace(/./gu, (sign) => letters.get(sign) ?? '')
}

/** Splits a text into words, decomposed, in lower case, without marks that change no sound. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[डढ]\u093c/g, 'र')
    .replace(/[\u0300-\u036f\u093c\p{Cf}'’]/gu, '')
  return plain.match(/[\p{L}\p{M}]+/gu) ?? []
}

/** Returns the sounds of a word in Latin. The last y of a part may become another sound, as in Vidy(a). */
function soundsOfLatin(word: string, isPart: boolean): string {
  const plain = word.replace(/[^a-z]/g, '')
  return replaceAll(isPart ? plain.replace(/(..[^aeiou])y$/, '$1') : plain, latinSounds)
}

function keyOfWord(word: string, isPart: boolean): string {
  const sounds = /[\u0900-\u097f]/.test(word) ? soundsOfDevanagari(word, isPart) : soundsOfLatin(word, isPart)
  return replaceAll(sounds, commonSounds)
}

const keysOfWords = new Map<string, string>()
const mostKept = 10_000

function keptKeyOfWord(word: string): string {
  const kept = keysOfWords.get(word)
  if (kept !== undefined) return kept
  if (keysOfWords.size >= mostKept) keysOfWords.clear()
  const key = keyOfWord(word, false)
  keysOfWords.set(word, key)
  return key
}

/**
 * Returns the keys of a name's words, each after a space, to search for {@link keyPart} in. Shri is also written
 * together with the name after it: Sri Krishna, श्रीकृष्ण.
 */
export function nameKeys(name: string): string {
  const words = wordsOf(name)
  const keys = words.map(keptKeyOfWord)
  const withShri = keys.flatMap((key, place) => (key === 'sari' && keys[place + 1] ? [key + keys[place + 1]] : []))
  return [...keys, ...withShri].flatMap((key) => (key === '' ? [] : [` ${key}`])).join('')
}

/**
 * Returns what {@link nameKeys} contain of a name that a word was typed for, in whole or in part; null for a word that
 * is no name, such as a phone, an e-mail or one letter. A short word counts only at the beginning of a name's word: the
 * `ram` of Sharma is not Ram.
 */
export function keyPart(typed: string): string | null {
  if (/[\d@]/.test(typed)) return null
  const keys = wordsOf(typed).map((word, place, words) => keyOfWord(word, place === words.length - 1))
  const part = keys.filter((key) => key !== '').join(' ')
  return part.length < 2 ? null : part.length < shortestInside ? ` ${part}` : part
}

const shortestInside = 5

/**
 * Returns a regular expression, for PostgreSQL and JavaScript, of the {@link writtenSounds} of names that begin with a
 * typed word but for one slip: a letter missing, too many, wrong, or exchanged with the next one. Null for a word that
 * is too short to be recognized, or longer than any name: the expression grows with the square of the length.
 */
export function slipPattern(typed: string): string | null {
  const [word, ...more] = wordsOf(typed)
  if (word === undefined || more.length > 0 || /[\d@]/.test(typed)) return null
  const sounds = writtenSounds(` ${keyOfWord(word, true)}`).slice(1)
  const { length } = sounds
  if (length < fewestSounds || length > mostSounds) return null
  const rest = (at: number) => sounds.slice(at)
  const slipFrom = (at: number): string => {
    const sound = sounds.charAt(at)
    if (at === length) return length < shortestInside ? '[A-Za-z]?' : ''
    const exchanged = at + 1 < length ? `|${sounds.charAt(at + 1)}${sound}${rest(at + 2)}` : ''
    return `(${sound}${slipFrom(at + 1)}|[A-Za-z ]${sound}?${rest(at + 1)}|${rest(at + 1)}${exchanged})`
  }
  // A short word with a slip could be the beginning of too many.
  return ` ${slipFrom(0)}${length < shortestInside ? '( |$)' : ''}`
}

const fewestSounds = 4
const mostSounds = 16

/** Leaves every `a` out of {@link nameKeys} but a word's first letter: most of them stand in no spelling. */
export function writtenSounds(keys: string): string {
  return keys.replaceAll(' a', ' A').replaceAll('a', '')
}

/** Returns whether a text in lower case has a word: as part of it, or of a name in another script or spelling. */
export function hasWord(text: string, word: string, part = keyPart(word)): boolean {
  return text.includes(word) || (part !== null && nameKeys(text).includes(part))
}

/**
 * Returns the items whose texts have every word of a search: as part of the text, as a name in another spelling, or
 * with one slip if no item has the word otherwise.
 */
export function findByWords<Item>(items: readonly Item[], search: string, textOf: (item: Item) => string): readonly Item[] {
  const words = lowerCase(search).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return items
  const texts = items.map((item) => lowerCase(textOf(item)))
  const matching = words.map((word) => {
    const part = keyPart(word)
    const exact = texts.map((text) => hasWord(text, word, part))
    if (exact.includes(true)) return exact
    const slip = slipPattern(word)
    if (slip === null) return exact
    const pattern = new RegExp(slip)
    return texts.map((text) => pattern.test(writtenSounds(nameKeys(text))))
  })
  return items.filter((_, index) => matching.every((found) => found[index]))
}

const lowerCase = (text: string) => withLatinDigits(text.normalize('NFC')).toLowerCase()

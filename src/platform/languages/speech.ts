import { AsyncLocalStorage } from 'node:async_hooks'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type Language, languages } from '#shared/languages.ts'
import { readTexts } from '#languages/catalogues.ts'
import { sortFor } from '#shared/naturalOrder.ts'
import { type Forms, keyOf, keyOfPlace, type Speech, speakWith, type Translation } from '#shared/texts.ts'

const running = new AsyncLocalStorage<Language>()
const speeches = new Map<Language, Speech & { translations: ReadonlyMap<string, Translation> }>()
speakWith(() => speeches.get(spokenLanguage()))
sortFor(spokenLanguage)

/** Runs a function in which texts are said in a language, also in what it waits for. */
export function speakIn<Result>(language: Language, run: () => Result): Result {
  return running.run(language, run)
}

/** Returns the language in which the running request or job speaks. */
export function spokenLanguage(): Language {
  return running.getStore() ?? 'en'
}

/** Returns the translations by which texts are said now; undefined in English. */
export function spokenTranslations(): ReadonlyMap<string, Translation> | undefined {
  return speeches.get(spokenLanguage())?.translations
}

/** Reads the translations of all languages. Until then everything is said in English. */
export async function loadLanguages(): Promise<void> {
  for (const language of languages) if (language !== 'en') speeches.set(language, await readSpeech(language))
}

async function readSpeech(language: Language) {
  const translations = new Map<string, Translation>()
  for (const { message, context, translation } of await readTexts(language)) {
    // A text of a screen with elements in it; the build puts it in.
    if (translation === '' || message.includes('<')) continue
    const { key, places } = keyOfMessage(compileMessageOrThrow(message))
    translations.set(keyOf(key, context), translationOf(compileMessageOrThrow(translation), places))
  }
  return { rules: new Intl.PluralRules(language), translations, find: (key: string) => translations.get(key) }
}

/** Returns the key of an ICU message (`keyOfTemplate`), and the place at which each of its values stands first. */
export function keyOfMessage(message: CompiledMessage): { key: string; places: ReadonlyMap<string, number> } {
  const places = new Map<string, number>()
  let place = 0
  const parts = message.map((part) => {
    if (typeof part === 'string') return part
    const [name] = part
    if (!places.has(name)) places.set(name, place)
    return keyOfPlace(place++, formsOf(part))
  })
  return { key: parts.join(''), places }
}

function translationOf(message: CompiledMessage, places: ReadonlyMap<string, number>): Translation {
  return message.map((part) => {
    if (typeof part === 'string') return part
    const place = places.get(part[0]) ?? 0
    const forms = formsOf(part)
    return forms ? { place, forms } : place
  })
}

/** Returns the forms of a plural; undefined for another value. Values inside forms belong to screens alone. */
function formsOf(part: Exclude<CompiledMessage[number], string>): Forms | undefined {
  if (part[1] !== 'plural') return undefined
  const { offset: _, ...forms } = part[2] as unknown as Record<string, CompiledMessage | string> & { offset?: number }
  const words = (form: CompiledMessage | string) =>
    typeof form === 'string' ? form : form.map((one) => (typeof one === 'string' ? one : `{${one[0]}}`)).join('')
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, words(form)])) as Forms
}

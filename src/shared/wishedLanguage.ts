import { isLanguage, type Language } from './languages.ts'

/** Where the page tells the service worker, which sees no cookies, the language that the person has chosen. */
const [store, place] = ['language', '/language']

/** Returns the language that was chosen on this device; undefined when none was. */
export async function wishedLanguage(): Promise<Language | undefined> {
  const answer = await caches.match(place, { cacheName: store })
  const text = await answer?.text()
  return isLanguage(text) ? text : undefined
}

/** Keeps the chosen language for the service worker. */
export async function keepWishedLanguage(language: Language): Promise<void> {
  const cache = await caches.open(store)
  await cache.put(place, new Response(language))
}

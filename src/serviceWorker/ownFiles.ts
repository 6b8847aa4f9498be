import type { PrecacheEntry } from 'workbox-precaching'
import { inLanguage, isLanguage, type Language } from '#shared/languages.ts'

declare const self: ServiceWorkerGlobalScope

const named = new URL(self.location.href).searchParams.get('language') ?? undefined

/** The language whose product this service worker stores: the one in its own address. */
export const ownLanguage: Language = isLanguage(named) ? named : 'en'

/** The page that answers the addresses of screens. */
export const ownPage = `/${inLanguage('index.html', ownLanguage)}`

/** Whether a file of the product is of this language, or of all. */
function isOwn(name: string): boolean {
  if (name.endsWith('.html')) return `/${name}` === ownPage
  const folder = /^assets\/(\w\w)-[^/]*\//.exec(name)?.[1]
  return folder === undefined ? !name.endsWith('.js') || ownLanguage === 'en' : folder === ownLanguage
}

/** Returns the files that are stored, of those of all languages. */
export function ownFiles(all: readonly (string | PrecacheEntry)[]): (string | PrecacheEntry)[] {
  return all.filter((entry) => isOwn(typeof entry === 'string' ? entry : entry.url))
}

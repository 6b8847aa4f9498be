import { cacheNames } from 'workbox-core'
import { inLanguage } from '#shared/languages.ts'
import { ownLanguage } from './ownFiles.ts'

declare const self: ServiceWorkerGlobalScope

const types: Readonly<Record<string, string>> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/**
 * Stores the product for visits without a connection. Workbox stores file after file, a way there and back for each of
 * 340: two minutes on a slow line, and notifications wait for it. So all files come in one (writeProduct in
 * src/app/webBuild.ts) and are put where Workbox finds them. What is missing it fetches itself.
 */
export async function storeProduct(): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const stored = new Set((await cache.keys()).map(({ url }) => url))
  const answer = await fetch(`/${inLanguage('product.json', ownLanguage)}`)
  for (const [name, text] of Object.entries((await answer.json()) as Record<string, string>)) {
    const url = new URL(name, self.registration.scope).href
    if (stored.has(url)) continue
    await cache.put(url, new Response(text, { headers: { 'content-type': types[name.split('.').at(-1) ?? ''] ?? '' } }))
  }
}

/** The event of browsers that answer from a cache without waking the service worker. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes(rule: { condition: { urlPattern: { pathname: string } }; source: { cacheName: string } }): Promise<void>
}

/** Lets the browser take the product's files from the store without the service worker, where it can. */
export function serveAssets(event: ExtendableEvent): void {
  if (!('addRoutes' in event)) return
  const source = { cacheName: cacheNames.precache }
  const routed = (event as RoutedInstallEvent).addRoutes({ condition: { urlPattern: { pathname: '/assets/*' } }, source })
  event.waitUntil(routed.catch(() => undefined))
}

import { openNotification, showNotification } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * The service worker of the family's own place. It stores the page with the files that it names, and nothing of a
 * family: what was last read is stored by the page (domains/family).
 */

const pagePath = '/family'
const familyCache = 'shala family'

self.addEventListener('install', (event) => {
  event.waitUntil(storePage().catch(() => undefined))
  void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(showNotification(event.data, pagePath)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(event.notification))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !pathname.includes('.')) event.respondWith(answerPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(request))
})

/** Answers with the stored page at once, and renews it for the next visit. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const stored = await caches.match(pagePath, { cacheName: familyCache })
  const renewed = storePage()
  event.waitUntil(renewed.catch(() => undefined))
  return stored ?? fetch(event.request)
}

/** Files have a hash in their name, so a stored one is always right. */
async function answerAsset(request: Request): Promise<Response> {
  const stored = await caches.match(request, { cacheName: familyCache })
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(familyCache)
    await cache.put(request, response.clone())
  }
  return response
}

/** Stores the page and the files that it names. Forgets the files of earlier versions, but not their fonts. */
async function storePage(): Promise<void> {
  const response = await fetch(pagePath, { cache: 'no-cache' })
  if (!response.ok) return
  const cache = await caches.open(familyCache)
  const text = await response.clone().text()
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  for (const path of files) if (!(await cache.match(path))) await cache.add(path)
  await cache.put(pagePath, response)
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (/\.(js|css)$/.test(pathname) && !files.includes(pathname) && !isLoadedLater(pathname)) await cache.delete(request)
  }
}

/** The page loads these after it is shown, so its text does not name them. */
function isLoadedLater(pathname: string): boolean {
  return pathname.includes('/scriptFonts')
}

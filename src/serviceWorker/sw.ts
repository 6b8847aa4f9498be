import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { codePattern } from '#domains/onlinefees/onlinefees.rules.ts'
import { answerPage } from './answerPage.ts'
import { ownFiles } from './ownFiles.ts'
import { openNotification, showNotification } from './notifications.ts'
import { serveAssets, storeProduct } from './product.ts'

declare const self: ServiceWorkerGlobalScope

/** Paths that the server answers: its services, and the pages of guardians, of certificates and of report cards. */
const serverPaths = /^\/(graphql|auth|health|files|metrics|onlinefees|verifyonlinefees|family|certificate|report-card)(\/|\?|$)/
/** The short link of an SMS. */
const shortLink = new RegExp(`^/${codePattern.source.slice(1)}`)

// Before Workbox, which stores what is missing then.
self.addEventListener('install', (event) => {
  serveAssets(event)
  event.waitUntil(storeProduct().catch(() => undefined))
})
self.addEventListener('push', (event) => event.waitUntil(showNotification(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(event.notification))
})
// The page shows a banner, and decides when this version takes over.
self.addEventListener('message', ({ data }) => {
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

precacheAndRoute(ownFiles(self.__WB_MANIFEST))
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(answerPage, { denylist: [serverPaths, shortLink] }))

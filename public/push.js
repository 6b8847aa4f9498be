/* A part of the service worker: shows what is pushed to this device, and leads there when it is pressed. */

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link ?? '/'))
})

async function show(data) {
  let said = {}
  try {
    said = data?.json() ?? {}
  } catch {
    // Something has to be shown: a browser takes the permission away from who says nothing.
  }
  await self.registration.showNotification(said.title || 'Shala', {
    body: said.body || '',
    ...(said.tag ? { tag: said.tag, renotify: true } : {}),
    icon: '/icon-192.png',
    data: { link: pathOf(said.link) },
  })
}

/** A path of this installation, whatever was said. */
function pathOf(link) {
  const { origin } = self.location
  if (typeof link !== 'string' || !URL.canParse(link, origin)) return '/'
  const url = new URL(link, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : '/'
}

/** In the page that is open, which keeps what stands in it; else in a new one. */
async function open(link) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => one.focused) ?? pages.find((one) => one.visibilityState === 'visible') ?? pages[0]
  if (!page) {
    await self.clients.openWindow(link)
    return
  }
  page.postMessage({ type: 'OPEN', link })
  await page.focus().catch(() => undefined)
}

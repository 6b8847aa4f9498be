declare const self: ServiceWorkerGlobalScope

interface Said {
  title?: string
  body?: string
  tag?: string
  link?: unknown
}

/**
 * Shows what is pushed to this device.
 * @param start the address that a notification without one leads to
 */
export async function showNotification(data: PushEvent['data'], start = '/'): Promise<void> {
  let said: Said = {}
  try {
    said = (data?.json() as Said | null) ?? {}
  } catch {
    // Something has to be shown: a browser takes the permission away from who says nothing.
  }
  await self.registration.showNotification(said.title || 'Shala', {
    body: said.body || '',
    ...(said.tag ? { tag: said.tag, renotify: true } : {}),
    icon: '/icon-192.png',
    data: { link: pathOf(said.link, start) },
  })
}

/** Returns a path of this installation, whatever was said. */
function pathOf(link: unknown, start: string): string {
  const { origin } = self.location
  if (typeof link !== 'string' || !URL.canParse(link, origin)) return start
  const url = new URL(link, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : start
}

/**
 * Leads to the screen of a notification: in the page that is open, which keeps what stands in it; else in a new one.
 */
export async function openNotification({ data }: Notification): Promise<void> {
  const link = (data as { link?: string } | null)?.link ?? '/'
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => one.focused) ?? pages.find((one) => one.visibilityState === 'visible') ?? pages[0]
  if (!page) {
    await self.clients.openWindow(link)
    return
  }
  page.postMessage({ type: 'OPEN', link })
  await page.focus().catch(() => undefined)
}

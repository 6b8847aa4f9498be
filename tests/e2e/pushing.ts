import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page, type Worker } from '@playwright/test'

/** A notification as a device was told it. */
export interface Pushed {
  title: string
  body: string
  link: string | null
  tag: string | null
}

/** A browser that can be notified. */
export interface Notifiable {
  context: BrowserContext
  /** The addresses at the push service that it has subscribed with, the latest last. */
  endpoints: string[]
}

interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** What the stand-in of the providers is asked: it keeps its port in the server's data folder. */
async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const port = readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'messages/port'), 'utf8')
  const response = await fetch(`http://127.0.0.1:${port}/_control/push/${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The stand-in answered ${response.status}.`)
  return (await response.json()) as Answer
}

/**
 * A new context whose browser can be notified. No push service stands behind a headless browser: it subscribes at the stand-in, whose
 * devices read what the server really sends, and {@link deliver} hands that to its service worker.
 */
export async function notifiable(browser: Browser, options: BrowserContextOptions = {}): Promise<Notifiable> {
  const baseURL = process.env.E2E_URL ?? ''
  const context = await browser.newContext({ baseURL, serviceWorkers: 'allow', ...options })
  await context.grantPermissions(['notifications'], { origin: new URL(baseURL).origin })
  const endpoints: string[] = []
  await context.exposeFunction('subscribeAtStandIn', async (applicationServerKey: string) => {
    const subscription = await ask<Subscription>('subscribe', { applicationServerKey })
    endpoints.push(subscription.endpoint)
    return subscription
  })
  await context.exposeFunction('unsubscribeAtStandIn', (endpoint: string) => ask('unsubscribe', { endpoint }))
  await context.addInitScript(subscribing)
  return { context, endpoints }
}

/** Runs in the page: its subscription is one of the stand-in, kept over a reload. */
function subscribing(): void {
  interface Standing {
    subscribeAtStandIn: (key: string) => Promise<Subscription>
    unsubscribeAtStandIn: (endpoint: string) => Promise<unknown>
  }
  interface Kept {
    subscription: Subscription
    key: string
  }
  const { subscribeAtStandIn, unsubscribeAtStandIn } = window as unknown as Standing
  const place = 'subscriptionOfTest'
  const bytes = (key: string) =>
    Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0)).buffer
  const held = ({ subscription: { endpoint, p256dh, auth }, key }: Kept) =>
    ({
      endpoint,
      options: { applicationServerKey: bytes(key), userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        localStorage.removeItem(place)
        await unsubscribeAtStandIn(endpoint)
        return true
      },
    }) as unknown as PushSubscription
  PushManager.prototype.getSubscription = async () => {
    const kept = localStorage.getItem(place)
    return kept === null ? null : held(JSON.parse(kept) as Kept)
  }
  PushManager.prototype.subscribe = async (options) => {
    const key = String(options?.applicationServerKey)
    const kept = { subscription: await subscribeAtStandIn(key), key }
    localStorage.setItem(place, JSON.stringify(kept))
    return held(kept)
  }
  // The headless browser asks nobody.
  Notification.requestPermission = async () => 'granted'
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
}

/** What was sent to this browser so far, decrypted as its devices read it, the first first. */
export async function pushedTo({ endpoints }: Notifiable): Promise<Pushed[]> {
  const all = await ask<{ endpoint: string; payload: string }[]>('received')
  return all.filter(({ endpoint }) => endpoints.includes(endpoint)).map(({ payload }) => JSON.parse(payload) as Pushed)
}

/** The page's service worker, in which notifications are noted instead of shown: a headless browser has no place for them. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  await worker.evaluate(noting)
  return worker
}

/** Runs in the service worker. */
function noting(): void {
  const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; noted?: Noted[] }
  if (scope.noted) return
  const noted: Noted[] = (scope.noted = [])
  scope.registration.showNotification = async (title, options = {}) => {
    noted.push({ title, body: options.body ?? '', tag: options.tag ?? '', link: (options.data as { link: string }).link })
  }
}

interface Noted {
  title: string
  body: string
  tag: string
  link: string
}

/** Hands a payload to the page's service worker, as the browser does; answers what it showed. */
export async function deliver(page: Page, pushed: Pushed | string): Promise<Noted> {
  const worker = await workerOf(page)
  const shown = () => worker.evaluate(() => (globalThis as unknown as { noted: Noted[] }).noted)
  const before = (await shown()).length
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin))
      if (found) resolve(found.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  const data = typeof pushed === 'string' ? pushed : JSON.stringify(pushed)
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(before)
  await session.detach()
  const all = await shown()
  return all[all.length - 1] ?? { title: '', body: '', tag: '', link: '' }
}

/** Presses the notification that leads there: the page that is open goes where it leads. */
export async function pressNotification(page: Page, { link }: Noted): Promise<void> {
  const worker = await workerOf(page)
  await worker.evaluate((place) => {
    const event = new Event('notificationclick')
    Object.assign(event, { notification: { close: () => undefined, data: { link: place } }, waitUntil: () => undefined })
    globalThis.dispatchEvent(event)
  }, link)
}

/** Switches notifications on with the bell of the top bar. */
export async function switchOn(page: Page): Promise<void> {
  const bell = page.getByRole('switch', { name: 'Notify me on this device' })
  await bell.click()
  await expect(bell).toBeChecked()
}

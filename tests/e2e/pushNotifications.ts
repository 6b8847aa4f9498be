import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page, type Worker } from '@playwright/test'

/** The payload of a notification, as a device reads it. */
export interface PushedNotification {
  title: string
  body: string
  link: string | null
  tag: string | null
}

/** A browser that can receive notifications. */
export interface PushDevice {
  context: BrowserContext
  /** Addresses of its subscriptions at the push service, the latest last. */
  endpoints: string[]
}

interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** Calls the stand-in of the push service. Its port is in the server's data folder. */
async function callStandIn<Answer>(path: string, body?: unknown): Promise<Answer> {
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
 * Opens a context whose browser can receive notifications. A headless browser has no push service, so it subscribes at
 * the stand-in. The stand-in's devices read what the server really sends, and {@link deliverPush} passes it to the
 * service worker.
 */
export async function openPushDevice(browser: Browser, options: BrowserContextOptions = {}): Promise<PushDevice> {
  const baseURL = process.env.E2E_URL ?? ''
  const context = await browser.newContext({ baseURL, serviceWorkers: 'allow', ...options })
  await context.grantPermissions(['notifications'], { origin: new URL(baseURL).origin })
  const endpoints: string[] = []
  await context.exposeFunction('subscribeAtStandIn', async (applicationServerKey: string) => {
    const subscription = await callStandIn<Subscription>('subscribe', { applicationServerKey })
    endpoints.push(subscription.endpoint)
    return subscription
  })
  await context.exposeFunction('unsubscribeAtStandIn', (endpoint: string) => callStandIn('unsubscribe', { endpoint }))
  await context.addInitScript(replacePushManager)
  return { context, endpoints }
}

/** Runs in the page. Replaces its subscription by one at the stand-in, which survives a reload. */
function replacePushManager(): void {
  interface StandInFunctions {
    subscribeAtStandIn: (key: string) => Promise<Subscription>
    unsubscribeAtStandIn: (endpoint: string) => Promise<unknown>
  }
  interface StoredSubscription {
    subscription: Subscription
    key: string
  }
  const { subscribeAtStandIn, unsubscribeAtStandIn } = window as unknown as StandInFunctions
  const storageKey = 'subscriptionOfTest'
  const decodeKey = (key: string) =>
    Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0)).buffer
  const createSubscription = ({ subscription: { endpoint, p256dh, auth }, key }: StoredSubscription) =>
    ({
      endpoint,
      options: { applicationServerKey: decodeKey(key), userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        localStorage.removeItem(storageKey)
        await unsubscribeAtStandIn(endpoint)
        return true
      },
    }) as unknown as PushSubscription
  PushManager.prototype.getSubscription = async () => {
    const stored = localStorage.getItem(storageKey)
    return stored === null ? null : createSubscription(JSON.parse(stored) as StoredSubscription)
  }
  PushManager.prototype.subscribe = async (options) => {
    const key = String(options?.applicationServerKey)
    const stored = { subscription: await subscribeAtStandIn(key), key }
    localStorage.setItem(storageKey, JSON.stringify(stored))
    return createSubscription(stored)
  }
  // The headless browser has nobody to ask for permission.
  Notification.requestPermission = async () => 'granted'
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
}

/** Returns the decrypted notifications sent to a device so far, the earliest first. */
export async function readPushedNotifications({ endpoints }: PushDevice): Promise<PushedNotification[]> {
  const received = await callStandIn<{ endpoint: string; payload: string }[]>('received')
  return received
    .filter(({ endpoint }) => endpoints.includes(endpoint))
    .map(({ payload }) => JSON.parse(payload) as PushedNotification)
}

/** Returns the page's service worker. It records notifications, because a headless browser cannot show them. */
async function serviceWorkerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  await worker.evaluate(recordNotifications)
  return worker
}

/** Runs in the service worker. Records notifications instead of showing them. */
function recordNotifications(): void {
  const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shownNotifications?: ShownNotification[] }
  if (scope.shownNotifications) return
  const shownNotifications: ShownNotification[] = (scope.shownNotifications = [])
  scope.registration.showNotification = async (title, options = {}) => {
    shownNotifications.push({
      title,
      body: options.body ?? '',
      tag: options.tag ?? '',
      link: (options.data as { link: string }).link,
    })
  }
}

interface ShownNotification {
  title: string
  body: string
  tag: string
  link: string
}

/** Delivers a payload to the page's service worker as the browser does, and returns the shown notification. */
export async function deliverPush(page: Page, pushed: PushedNotification | string): Promise<ShownNotification> {
  const worker = await serviceWorkerOf(page)
  const readShown = () =>
    worker.evaluate(() => (globalThis as unknown as { shownNotifications: ShownNotification[] }).shownNotifications)
  const shownBefore = (await readShown()).length
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin))
      if (registration) resolve(registration.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  const data = typeof pushed === 'string' ? pushed : JSON.stringify(pushed)
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await expect.poll(async () => (await readShown()).length).toBeGreaterThan(shownBefore)
  await session.detach()
  const notifications = await readShown()
  return notifications[notifications.length - 1] ?? { title: '', body: '', tag: '', link: '' }
}

/** Clicks a notification, so that the open page follows its link. */
export async function clickNotification(page: Page, { link }: ShownNotification): Promise<void> {
  const worker = await serviceWorkerOf(page)
  await worker.evaluate((target) => {
    const event = new Event('notificationclick')
    Object.assign(event, { notification: { close: () => undefined, data: { link: target } }, waitUntil: () => undefined })
    globalThis.dispatchEvent(event)
  }, link)
}

/** Enables notifications with the switch of the top bar. */
export async function enableNotifications(page: Page): Promise<void> {
  const bell = page.getByRole('switch', { name: 'Notify me on this device' })
  await bell.click()
  await expect(bell).toBeChecked()
}

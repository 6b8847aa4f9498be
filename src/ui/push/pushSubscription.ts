/** Storage key of the subject whose notifications this browser shows, while they are on. */
const subscriberKey = 'notifiedHere'

/** Timeout in milliseconds. On the first visit the service worker fetches the whole product before it is ready. */
const workerTimeoutMs = 60_000

/**
 * Returns whether this browser supports notifications. On an iPhone only after the page was added to the home screen.
 */
export function supportsNotifications(): boolean {
  // In development there is no service worker.
  return import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function browserSubscription(): Promise<PushSubscription | null> {
  if (!supportsNotifications()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Returns whether this person switched notifications on in this browser, as far as the browser remembers. */
export function remembersSubscription(subject: string): boolean {
  return localStorage.getItem(subscriberKey) === subject && Notification.permission === 'granted'
}

/** Returns this browser's push endpoint if the person's notifications are on here; null otherwise. */
export async function subscribedEndpoint(subject: string): Promise<string | null> {
  if (!remembersSubscription(subject)) return null
  return (await browserSubscription())?.endpoint ?? null
}

/** Returns whether the installation's key has changed since this browser subscribed. It then receives nothing. */
export async function hasOtherKey(publicKey: string): Promise<boolean> {
  const key = (await browserSubscription())?.options.applicationServerKey
  return key !== null && key !== undefined && base64Url(key) !== publicKey
}

/** Data with which the server sends notifications to this browser. */
export interface PushSubscriptionKeys {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Subscribes this browser for a person and ends the previous person's subscription. Ask for permission first.
 * @throws when the service worker does not start or the browser's push service cannot be reached
 */
export async function subscribeBrowser(subject: string, publicKey: string): Promise<PushSubscriptionKeys> {
  const registration = await Promise.race([navigator.serviceWorker.ready, rejectWithoutWorker()])
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  localStorage.setItem(subscriberKey, subject)
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}

function rejectWithoutWorker(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('The service worker did not start.')), workerTimeoutMs))
}

/** Ends the subscription. Returns the former endpoint. Never rejects. */
export async function unsubscribeBrowser(): Promise<string | null> {
  localStorage.removeItem(subscriberKey)
  try {
    const subscription = await browserSubscription()
    await subscription?.unsubscribe()
    return subscription?.endpoint ?? null
  } catch (error) {
    console.warn('The subscription was not ended.', error)
    return null
  }
}

function base64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

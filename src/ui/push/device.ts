/** Whose notifications this browser shows: the subject, while they are switched on. */
const notified = 'notifiedHere'

/** The first time the service worker fetches the whole product before it is ready. */
const patience = 60_000

/** Whether this browser can show notifications; on an iPhone only where the product was put on the home screen. */
export function canBeNotified(): boolean {
  // In development there is no service worker.
  return import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  if (!canBeNotified()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The address of this browser where a person's notifications are switched on; null where they are not. */
export async function addressHere(subject: string): Promise<string | null> {
  if (localStorage.getItem(notified) !== subject || Notification.permission !== 'granted') return null
  return (await subscriptionHere())?.endpoint ?? null
}

/** Whether the installation has other keys than when this browser subscribed, which makes it deaf. */
export async function isDeafTo(publicKey: string): Promise<boolean> {
  const key = (await subscriptionHere())?.options.applicationServerKey
  return key !== null && key !== undefined && base64Url(key) !== publicKey
}

/** What the server needs to tell this browser. */
export interface Subscribed {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Subscribes anew, for this person: whoever was told here before is told no more. Ask for the permission first.
 * @throws where the service worker does not come, or the browser's push service cannot be reached
 */
export async function subscribeHere(subject: string, publicKey: string): Promise<Subscribed> {
  const registration = await Promise.race([navigator.serviceWorker.ready, lateWorker()])
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  localStorage.setItem(notified, subject)
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}

function lateWorker(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('The service worker did not come.')), patience))
}

/** Nobody is told here any more. Answers the address that was; never rejects. */
export async function unsubscribeHere(): Promise<string | null> {
  localStorage.removeItem(notified)
  try {
    const subscription = await subscriptionHere()
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

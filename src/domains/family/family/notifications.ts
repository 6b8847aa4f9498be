import { request } from '#domains/onlinefees/family/home.exports.tsx'
import { AddGuardianDeviceDocument, FamilyPushKeyDocument, RemoveGuardianDeviceDocument } from './home.graphql.ts'

/** Returns whether this browser can be notified. On an iPhone only after the page was added to the home screen. */
export function canBeNotified(): boolean {
  return import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Returns the registration of the family's own service worker, also beside that of the staff's product. */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration('/family')
  return registration?.scope.endsWith('/family') ? registration : undefined
}

/** Returns whether the guardian is notified on this device. */
export async function isNotified(): Promise<boolean> {
  if (!canBeNotified() || Notification.permission !== 'granted') return false
  return ((await (await ownRegistration())?.pushManager.getSubscription()) ?? null) !== null
}

/**
 * Switches notifications on. Returns false when the person or the browser does not allow them.
 * @throws Failure when the server refuses or does not answer
 */
export async function switchOn(): Promise<boolean> {
  const [permission, { pushKey }] = await Promise.all([Notification.requestPermission(), request(FamilyPushKeyDocument, {})])
  const registration = await ownRegistration()
  if (permission !== 'granted' || !registration) return false
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await request(AddGuardianDeviceDocument, { input: { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } })
  return true
}

/** Switches notifications off. The browser's part succeeds without a connection, too. */
export async function switchOff(): Promise<void> {
  if (!canBeNotified()) return
  const subscription = await (await ownRegistration())?.pushManager.getSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await request(RemoveGuardianDeviceDocument, { input: { endpoint: subscription.endpoint } }).catch(() => undefined)
}

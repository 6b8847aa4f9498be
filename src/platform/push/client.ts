import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { PushConfig } from '../messageConfig.ts'
import { callProvider, withoutWords } from '../providers/call.ts'
import type { Sent } from '../sent.ts'
import { isPushAddress } from './hosts.ts'

/** Where a browser is told, and its keys, which the payload is encrypted for (base64url). */
export interface Device {
  endpoint: string
  p256dh: string
  auth: string
}

/** What a notification shows. */
export interface Notification {
  title: string
  body: string
  /** Where it leads: a path of this installation. */
  link: string | null
  /** Notifications with the same tag replace each other. */
  tag: string | null
}

/** GONE: the device asks to be told no more. */
export type Pushed = Exclude<Sent, { outcome: 'ACCEPTED' }> | { outcome: 'ACCEPTED' | 'GONE' }

export interface PushClient {
  /** What browsers subscribe with. */
  readonly publicKey: string
  /** Whether an address belongs to a push service that may be posted to. */
  allows(endpoint: string): boolean
  /** Hands a notification to the device's push service, once. Never throws. */
  send(device: Device, notification: Notification, signal: AbortSignal): Promise<Pushed>
}

/** A push service keeps what it cannot deliver for so long. */
const keptSeconds = 86_400
/** Push services take 4096 bytes, encrypted. */
const largest = 3000

/**
 * Sends web push notifications, encrypted for the device and signed with the installation's key.
 * @param standIn the origin of the stand-in of this installation
 */
export function pushClient(
  config: PushConfig,
  { standIn, patience = 20_000 }: { standIn?: string; patience?: number } = {},
): PushClient {
  const { publicKey, privateKey, subject, hosts } = config
  const allows = (endpoint: string) => isPushAddress(endpoint, hosts, standIn)
  return {
    publicKey,
    allows,
    send: async ({ endpoint, p256dh, auth }, notification, signal) => {
      // Also what was stored before the settings changed.
      if (!allows(endpoint)) return { outcome: 'GONE' }
      let details: webPush.RequestDetails
      try {
        details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(notification), {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: keptSeconds,
          urgency: 'normal',
          ...(notification.tag === null ? {} : { topic: topicOf(notification.tag) }),
        })
      } catch {
        return { outcome: 'REFUSED', code: 'KEYS', reason: "The device's keys cannot be used." }
      }
      const { 'Content-Length': _length, ...headers } = details.headers as Record<string, string | number>
      const answer = await callProvider(endpoint, {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(details.body ?? []),
        signal,
        patience,
      })
      if ('outcome' in answer) return answer
      const { status, afterMs } = answer
      if (status >= 200 && status < 300) return { outcome: 'ACCEPTED' }
      if (status === 404 || status === 410) return { outcome: 'GONE' }
      const after = afterMs === undefined ? {} : { afterMs }
      if (status === 429 || status === 503)
        return { outcome: 'LATER', reason: 'The push service takes no more at the moment.', ...after }
      if (status >= 400 && status < 500)
        return { outcome: 'REFUSED', code: String(status), reason: `The push service refused it (${status}).` }
      return withoutWords(answer)
    },
  }
}

/** What the service worker is told; a long text is cut so that it fits. */
function payloadOf({ title, body, link, tag }: Notification): string {
  const letters = [...body]
  for (;;) {
    const payload = JSON.stringify({ title, body: letters.join(''), link, tag })
    if (Buffer.byteLength(payload) <= largest || letters.length === 0) return payload
    letters.splice(Math.max(0, Math.floor(letters.length * 0.9) - 1), letters.length, '…')
    if (letters.length === 1) letters.pop()
  }
}

/** Of what waits at the push service the last of a topic is delivered: 32 letters at most. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32)
}

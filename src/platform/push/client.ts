import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { PushConfig } from '../messageConfig.ts'
import { callProvider, resultOfStatus } from '../providers/callProvider.ts'
import type { SendResult } from '../sendResult.ts'
import { isPushUrl } from './hosts.ts'

/** A browser's push endpoint and its keys, which the payload is encrypted for (base64url). */
export interface Device {
  endpoint: string
  p256dh: string
  auth: string
}

/** The content of a notification. */
export interface Notification {
  title: string
  body: string
  /** The target: a path of this installation. */
  link: string | null
  /** Notifications with the same tag replace each other. */
  tag: string | null
}

/** GONE: the device has unsubscribed. */
export type PushResult = Exclude<SendResult, { outcome: 'ACCEPTED' }> | { outcome: 'ACCEPTED' | 'GONE' }

export interface PushClient {
  /** The public key that browsers subscribe with. */
  readonly publicKey: string
  /** Returns whether a URL belongs to a push service that may be posted to. */
  allows(endpoint: string): boolean
  /** Sends a notification to the device's push service once. Never throws. */
  send(device: Device, notification: Notification, signal: AbortSignal): Promise<PushResult>
}

/** How long a push service keeps an undelivered notification. */
const timeToLiveSeconds = 86_400
/** Push services accept 4096 bytes, encrypted. */
const maxPayloadBytes = 3000

/**
 * Sends web push notifications, encrypted for the device and signed with the installation's key.
 *
 * @param standIn the origin of the development stand-in
 */
export function pushClient(
  config: PushConfig,
  { standIn, timeoutMs = 20_000 }: { standIn?: string; timeoutMs?: number } = {},
): PushClient {
  const { publicKey, privateKey, subject, hosts } = config
  const allows = (endpoint: string) => isPushUrl(endpoint, hosts, standIn)
  return {
    publicKey,
    allows,
    send: async ({ endpoint, p256dh, auth }, notification, signal) => {
      // Also checked for devices stored before the settings changed.
      if (!allows(endpoint)) return { outcome: 'GONE' }
      let details: webPush.RequestDetails
      try {
        details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(notification), {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: timeToLiveSeconds,
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
        timeoutMs,
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
      return resultOfStatus(answer)
    },
  }
}

/** Returns the payload for the service worker; cuts a long text so that it fits. */
function payloadOf({ title, body, link, tag }: Notification): string {
  const letters = [...body]
  for (;;) {
    const payload = JSON.stringify({ title, body: letters.join(''), link, tag })
    if (Buffer.byteLength(payload) <= maxPayloadBytes || letters.length === 0) return payload
    letters.splice(Math.max(0, Math.floor(letters.length * 0.9) - 1), letters.length, '…')
    if (letters.length === 1) letters.pop()
  }
}

/** A push service delivers only the last waiting notification of a topic, whose name has 32 characters at most. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32)
}

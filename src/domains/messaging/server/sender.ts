import { setTimeout as sleep } from 'node:timers/promises'
import { atMost } from '#platform/atMost.ts'
import type { Database } from '#platform/database/connect.ts'
import { startPollingLoop } from '#platform/jobs/pollingLoop.ts'
import type { Log } from '#platform/logging.ts'
import { mailLanes } from '#platform/mail/mail.ts'
import type { Sent } from '#platform/sent.ts'
import { traced } from '#platform/tracing.ts'
import { type MessageChannel, messageChannels } from '../messaging.rules.ts'
import type { Channel } from './channels.ts'
import { forgetRecipients, takeTurns } from './gates.sql.ts'
import { type Compose, withoutSecrets } from './letters.ts'
import {
  type Claim,
  claimMessage,
  dueChannels,
  type Place,
  type SendingTimes,
  sendingTimes,
  storeOutcome,
  takePlaces,
} from './sending.sql.ts'
import { sentBy } from './wake.ts'

export interface SenderParts {
  database: Database
  channels: readonly Channel[]
  /** How many messages a provider takes in a second; without a number, as many as there are. */
  perSecond: Readonly<Partial<Record<MessageChannel, number>>>
  compose: Compose
  log: Log
}

/** What WhatsApp takes in a second for one number (its error 130429 is more). */
export const whatsappPerSecond = 80

/** So many wait for their provider at the same time in a process. */
const lanes: Readonly<Record<MessageChannel, number>> = { WHATSAPP: 24, SMS: 24, EMAIL: mailLanes, APP: 16 }
/** So many are claimed, or their outcomes stored, at the same time: requests need connections too. */
const mostTransactions = 3
/** Before the next look for something to do in the places that have become free. */
const soonMs = 10
/** Before the next look where others have taken everything. */
const busyMs = 50
/** Before what came of a message is stored again, where the database is away. */
const againMs = 1000
/** How long providers may still answer when the server stops. */
const graceMs = 8000
const forgetMs = 60_000

/**
 * Sends what waits, of all schools in turn: every message at most once, however many processes there are and however often one dies.
 * `stop` takes nothing more, waits for the answers that are on their way, and notes of the others that nobody knows.
 */
export function sendMessages(parts: SenderParts, times: SendingTimes = sendingTimes): { stop(): Promise<void> } {
  const { database, channels, perSecond, compose, log } = parts
  const sending = new Map<MessageChannel, Set<Promise<void>>>(messageChannels.map((name) => [name, new Set()]))
  const ending = new AbortController()
  const inTurn = atMost(mostTransactions)
  let stopped = false
  let forgotten = -Infinity

  async function poll(): Promise<number> {
    let wait = times.look
    for (const name of await dueChannels(database)) wait = Math.min(wait, await fill(name))
    if (performance.now() - forgotten > forgetMs) {
      forgotten = performance.now()
      await forgetRecipients(database)
    }
    return wait
  }

  /** Gives the free lanes of a channel something to do. Answers in how many milliseconds there may be more. */
  async function fill(name: MessageChannel): Promise<number> {
    const mine = sending.get(name) as Set<Promise<void>>
    const channel = channels.find((one) => one.name === name)
    const free = lanes[name] - mine.size
    // Whoever ends looks again.
    if (stopped || free <= 0) return times.look
    const rate = channel?.ready ? perSecond[name] : undefined
    const turns = rate === undefined ? free : await takeTurns(database, name, { perSecond: rate, wanted: free })
    const places = turns === 0 ? [] : await takePlaces(database, name, turns)
    for (const place of places) {
      const one = serve(name, channel, place)
        .catch((err: unknown) => log.error({ err }, 'A message could not be sent, or what came of it not stored'))
        .finally(() => {
          mine.delete(one)
          loop.pollIn(soonMs)
        })
      mine.add(one)
    }
    // The provider, or another process that is about to claim them, is to have time.
    return turns < free ? Math.max(soonMs, 1000 / (rate ?? 100)) : places.length === 0 ? busyMs : times.look
  }

  async function serve(name: MessageChannel, channel: Channel | undefined, place: Place): Promise<void> {
    const claim = await inTurn(async () =>
      stopped ? undefined : claimMessage({ database, channels, compose, times }, place, name),
    )
    if (claim && channel) await send(channel, claim)
  }

  async function send(channel: Channel, claim: Claim): Promise<void> {
    const dead = times.dead[channel.name]
    // What the provider answers is stored before anybody gives the message up.
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(Math.round(dead * 0.75))])
    const told = { operation: `message.${channel.name}`, schoolId: claim.schoolId }
    const handing = traced(told.operation, { 'shala.school_id': claim.schoolId }, () => channel.send(claim.letter, signal))
    const answered = await handing.catch((error: unknown): Sent => {
      log.error({ ...told, err: error }, 'A channel failed')
      return { outcome: 'UNCLEAR', reason: 'Something went wrong while it was handed over.' }
    })
    const sent = withoutSecrets(answered, claim.letter)
    log.info({ ...told, code: sent.outcome }, 'message')
    const until = performance.now() + dead
    for (;;) {
      try {
        return await inTurn(() => storeOutcome(database, claim, sent, times))
      } catch (error) {
        if (ending.signal.aborted || performance.now() > until) throw error
        await sleep(againMs)
      }
    }
  }

  const loop = startPollingLoop({ poll, idleMs: times.look, log, failure: 'Messages could not be looked after' })
  sentBy(database, loop.wake)

  return {
    stop: async () => {
      stopped = true
      sentBy(database, undefined)
      await loop.stop()
      const all = () => Promise.all([...sending.values()].flatMap((ones) => [...ones]))
      const grace = setTimeout(() => ending.abort(), graceMs)
      await all()
      clearTimeout(grace)
    },
  }
}

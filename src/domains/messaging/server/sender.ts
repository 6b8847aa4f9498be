import { setTimeout as sleep } from 'node:timers/promises'
import { limitConcurrency } from '#platform/limitConcurrency.ts'
import type { Database } from '#platform/database/connect.ts'
import { startPollingLoop } from '#platform/jobs/pollingLoop.ts'
import type { Log } from '#platform/logging.ts'
import { maxConcurrentMails } from '#platform/mail/mail.ts'
import type { SendResult } from '#platform/sendResult.ts'
import { traced } from '#platform/tracing.ts'
import { type MessageChannel, messageChannels } from '../messaging.rules.ts'
import type { Channel } from './channels.ts'
import { deleteOldReservations, takeSendTokens } from './sendLimits.sql.ts'
import { type RenderMessage, withoutSecrets } from './rendering.ts'
import {
  type Claim,
  claimMessage,
  dueChannels,
  type QueueEntry,
  type SendingTimes,
  sendingTimes,
  storeOutcome,
  takeDueEntries,
} from './sending.sql.ts'
import { registerSender } from './wakeSender.ts'

export interface SenderDependencies {
  database: Database
  channels: readonly Channel[]
  /** Maximum number of messages per second and provider; unlimited without a number. */
  perSecond: Readonly<Partial<Record<MessageChannel, number>>>
  compose: RenderMessage
  log: Log
}

/** WhatsApp's limit per second for one sending number; above it, it answers error 130429. */
export const whatsappPerSecond = 80

/** Maximum number of messages per channel that wait for their provider, in one process. */
const maxInFlight: Readonly<Record<MessageChannel, number>> = { WHATSAPP: 24, SMS: 24, EMAIL: maxConcurrentMails, APP: 16 }
/** Maximum number of concurrent transactions, because requests need connections too. */
const maxTransactions = 3
/** Delay before the next poll after a message has finished, in milliseconds. */
const freedPollMs = 10
/** Delay before the next poll when other processes took everything that was due. */
const contendedPollMs = 50
/** Delay before the outcome is stored again when the database is unavailable. */
const storeRetryMs = 1000
/** How long to wait for providers' answers when the server stops. */
const graceMs = 8000
const cleanupEveryMs = 60_000

/**
 * Starts sending queued messages, the schools in turn. Each message is sent at most once, however many processes run
 * and however often one dies. `stop` takes no new messages, waits for pending answers, and marks the rest as UNKNOWN.
 */
export function startSender(parts: SenderDependencies, times: SendingTimes = sendingTimes): { stop(): Promise<void> } {
  const { database, channels, perSecond, compose, log } = parts
  const inFlight = new Map<MessageChannel, Set<Promise<void>>>(messageChannels.map((name) => [name, new Set()]))
  const ending = new AbortController()
  const withTransactionSlot = limitConcurrency(maxTransactions)
  let stopped = false
  let lastCleanup = -Infinity

  async function poll(): Promise<number> {
    let wait = times.pollMs
    for (const name of await dueChannels(database)) wait = Math.min(wait, await fillChannel(name))
    if (performance.now() - lastCleanup > cleanupEveryMs) {
      lastCleanup = performance.now()
      await deleteOldReservations(database)
    }
    return wait
  }

  /** Starts as many due messages as a channel has free slots. Returns the milliseconds until more may be due. */
  async function fillChannel(name: MessageChannel): Promise<number> {
    const own = inFlight.get(name) as Set<Promise<void>>
    const channel = channels.find((candidate) => candidate.name === name)
    const free = maxInFlight[name] - own.size
    // The next message that finishes polls again.
    if (stopped || free <= 0) return times.pollMs
    const rate = channel?.ready ? perSecond[name] : undefined
    const tokens = rate === undefined ? free : await takeSendTokens(database, name, { perSecond: rate, wanted: free })
    const entries = tokens === 0 ? [] : await takeDueEntries(database, name, tokens)
    for (const entry of entries) {
      const task = claimAndSend(name, channel, entry)
        .catch((err: unknown) => log.error({ err }, 'A message could not be sent, or its outcome could not be stored'))
        .finally(() => {
          own.delete(task)
          loop.pollIn(freedPollMs)
        })
      own.add(task)
    }
    // Leaves time for the provider, or for another process to claim what it took.
    return tokens < free ? Math.max(freedPollMs, 1000 / (rate ?? 100)) : entries.length === 0 ? contendedPollMs : times.pollMs
  }

  async function claimAndSend(name: MessageChannel, channel: Channel | undefined, entry: QueueEntry): Promise<void> {
    const claim = await withTransactionSlot(async () =>
      stopped ? undefined : claimMessage({ database, channels, compose, times }, entry, name),
    )
    if (claim && channel) await send(channel, claim)
  }

  async function send(channel: Channel, claim: Claim): Promise<void> {
    const timeout = times.answerTimeoutMs[channel.name]
    // Ends before the timeout, so that the answer is stored before the message is marked UNKNOWN.
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(Math.round(timeout * 0.75))])
    const logFields = { operation: `message.${channel.name}`, schoolId: claim.schoolId }
    const sending = traced(logFields.operation, { 'shala.school_id': claim.schoolId }, () => channel.send(claim.letter, signal))
    const answer = await sending.catch((error: unknown): SendResult => {
      log.error({ ...logFields, err: error }, 'A channel failed')
      return { outcome: 'UNCLEAR', reason: 'The message could not be handed over because of an error.' }
    })
    const sent = withoutSecrets(answer, claim.letter)
    log.info({ ...logFields, code: sent.outcome }, 'message')
    const until = performance.now() + timeout
    for (;;) {
      try {
        return await withTransactionSlot(() => storeOutcome(database, claim, sent, times))
      } catch (error) {
        if (ending.signal.aborted || performance.now() > until) throw error
        await sleep(storeRetryMs)
      }
    }
  }

  const loop = startPollingLoop({ poll, idleMs: times.pollMs, log, failure: 'Due messages could not be polled' })
  registerSender(database, loop.wake)

  return {
    stop: async () => {
      stopped = true
      registerSender(database, undefined)
      await loop.stop()
      const allFinished = () => Promise.all([...inFlight.values()].flatMap((tasks) => [...tasks]))
      const grace = setTimeout(() => ending.abort(), graceMs)
      await allFinished()
      clearTimeout(grace)
    },
  }
}

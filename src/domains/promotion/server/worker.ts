import type { Database } from '#platform/database/connect.ts'
import { withStatementTimeout } from '#platform/database/statementTimeout.ts'
import { startPollingLoop } from '#platform/jobs/pollingLoop.ts'
import type { Log } from '#platform/logging.ts'
import { type PromotionTimes, promotionTimes } from '../promotion.rules.ts'
import { type Claim, claimPromotion, nextPart, PartFailed, type BatchKey, queuedPromotions, release } from './runs.ts'

/** Maximum number of schools that one process promotes at a time. */
const lanes = 2
/** Statement timeout of a part, which has some hundred students. */
const partMs = 300_000

const workers = new WeakMap<Database, () => void>()

/** Makes this process poll soon. May be called before the order is committed. */
export function wakePromotions(database: Database): void {
  workers.get(database)?.()
}

/**
 * Starts the worker that carries out ordered promotions of all schools. Each part is done exactly once, however many
 * processes run and however often one dies. `stop` waits for the running parts and releases their batches.
 */
export function startPromotionWorker(
  { database, log }: { database: Database; log: Log },
  times: PromotionTimes = promotionTimes,
): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>()
  let stopped = false

  async function fill(): Promise<void> {
    if (running.size >= lanes) return
    for (const batch of (await queuedPromotions(database)).filter((queued) => !running.has(keyOf(queued)))) {
      if (stopped || running.size >= lanes) return
      const claim = await claimPromotion(database, batch, times)
      if (!claim) continue
      running.set(
        keyOf(batch),
        carryOut(claim)
          .catch((err: unknown) => log.error({ err }, 'A promotion was interrupted'))
          .finally(() => {
            running.delete(keyOf(batch))
            loop.pollIn(0)
          }),
      )
    }
  }

  async function carryOut(claim: Claim): Promise<void> {
    try {
      while (!stopped && (await onePart(claim)) === 'GO_ON');
    } catch (error) {
      await release(database, claim, true)
      throw error
    }
    // After the last part no run has the batch, and this changes nothing.
    if (stopped) await release(database, claim, false)
  }

  async function onePart(claim: Claim): Promise<'GO_ON' | 'DONE' | 'LOST'> {
    try {
      return await withStatementTimeout(partMs, () => nextPart(database, claim))
    } catch (error) {
      if (!(error instanceof PartFailed)) throw error
      log.error({ err: error.cause }, 'A part of a promotion failed')
      return 'GO_ON'
    }
  }

  const loop = startPollingLoop({
    poll: async () => {
      await fill()
      return undefined
    },
    idleMs: times.look,
    log,
    failure: 'Polling for promotions failed',
  })
  workers.set(database, loop.wake)

  return {
    stop: async () => {
      stopped = true
      workers.delete(database)
      await loop.stop()
      await Promise.all(running.values())
    },
  }
}

function keyOf({ schoolId, promotionId }: BatchKey): string {
  return `${schoolId}/${promotionId}`
}

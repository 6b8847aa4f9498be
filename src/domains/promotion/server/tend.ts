import type { Database } from '#platform/database/connect.ts'
import { withStatementTimeout } from '#platform/database/statementTimeout.ts'
import type { Log } from '#platform/logging.ts'
import { type PromotionTimes, promotionTimes } from '../promotion.rules.ts'
import { type Claim, claimPromotion, nextPart, PartFailed, type Place, queuedPromotions, release } from './runs.ts'

/** So many schools are promoted at once in a process. */
const lanes = 2
/** What a statement of a part may take; a part has some hundred students. */
const partMs = 300_000
/** After an order this process looks every so many milliseconds, for so many: its transaction is about to commit. */
const eager = { every: 50, for: 2000 }

const tenders = new WeakMap<Database, () => void>()

/** Has this process look soon. It may be called before the order is committed. */
export function wakePromotions(database: Database): void {
  tenders.get(database)?.()
}

/**
 * Carries out what is ordered of all schools: each part once, however many processes there are and however often one dies. `stop`
 * lets the parts under way finish and gives the batches back.
 */
export function tendPromotions(
  { database, log }: { database: Database; log: Log },
  times: PromotionTimes = promotionTimes,
): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  /** Something has changed since the look that is under way began. */
  let outdated = false
  let eagerUntil = 0

  function lookIn(ms: number): void {
    if (looking) {
      outdated = true
      return
    }
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => (looking = look()), ms)
  }

  async function look(): Promise<void> {
    outdated = false
    try {
      await fill()
    } catch (err) {
      log.error({ err }, 'Promotions could not be looked after')
    } finally {
      looking = undefined
      lookIn(outdated ? 0 : Date.now() < eagerUntil ? eager.every : times.look)
    }
  }

  async function fill(): Promise<void> {
    if (running.size >= lanes) return
    for (const place of (await queuedPromotions(database)).filter((one) => !running.has(keyOf(one)))) {
      if (stopped || running.size >= lanes) return
      const claim = await claimPromotion(database, place, times)
      if (!claim) continue
      running.set(
        keyOf(place),
        carryOut(claim)
          .catch((err: unknown) => log.error({ err }, 'A promotion was interrupted'))
          .finally(() => {
            running.delete(keyOf(place))
            lookIn(0)
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
    // After the last part the batch is nobody's, and this changes nothing.
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

  tenders.set(database, () => {
    eagerUntil = Date.now() + eager.for
    lookIn(eager.every / 2)
  })
  lookIn(0)

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      tenders.delete(database)
      await looking
      await Promise.all(running.values())
    },
  }
}

function keyOf({ schoolId, promotionId }: Place): string {
  return `${schoolId}/${promotionId}`
}

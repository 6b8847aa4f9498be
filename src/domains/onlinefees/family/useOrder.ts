import { useCallback, useEffect, useRef, useState } from 'react'
import { OnlineOrderDocument, type OrderFragment } from './family.graphql.ts'
import { request, type Failure, failureOf } from './request.ts'

const minDelay = 5_000
const maxDelay = 30_000

/**
 * Returns the delay in milliseconds before the next poll of an order: 5 s in the first minute, then growing to 30 s.
 */
export function pollDelay(round: number): number {
  return round < 12 ? minDelay : Math.min(maxDelay, Math.round(minDelay * 1.5 ** (round - 11)))
}

export interface OrderWatch {
  order: OrderFragment | null
  /** Why the last poll failed. Polling goes on unless the failure is final. */
  failure: Failure | null
  /** Polls at once. */
  pollNow: () => void
}

/** Polls an order until it is decided. Pauses while the page is hidden. */
export function useOrder(ref: string | null, initial: OrderFragment | null = null): OrderWatch {
  const [order, setOrder] = useState(initial)
  const [failure, setFailure] = useState<Failure | null>(null)
  const pollNow = useRef<() => void>(() => undefined)
  const initialOrder = useRef(initial)

  useEffect(() => {
    if (ref === null) return undefined
    let stopped = false
    let polling = false
    let round = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    const poll = async () => {
      clearTimeout(timer)
      if (stopped || polling || document.hidden) return
      polling = true
      try {
        const { onlineOrder } = await request(OnlineOrderDocument, { ref })
        if (stopped) return
        setOrder(onlineOrder)
        setFailure(null)
        stopped = onlineOrder.state !== 'CREATED'
      } catch (error) {
        if (stopped) return
        const pollFailure = failureOf(error)
        setFailure(pollFailure)
        // A refusal for too many requests says nothing about the payment.
        stopped = pollFailure.isFinal && pollFailure.code !== 'RATE_LIMITED'
      } finally {
        polling = false
      }
      if (!stopped) timer = setTimeout(() => void poll(), pollDelay(round++))
    }
    const onWake = () => void poll()
    pollNow.current = onWake
    document.addEventListener('visibilitychange', onWake)
    window.addEventListener('online', onWake)
    if (initialOrder.current === null) void poll()
    else timer = setTimeout(onWake, pollDelay(round++))
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onWake)
      window.removeEventListener('online', onWake)
    }
  }, [ref])

  return { order, failure, pollNow: useCallback(() => pollNow.current(), []) }
}

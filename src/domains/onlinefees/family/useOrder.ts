import { useCallback, useEffect, useRef, useState } from 'react'
import { OnlineOrderDocument, type OrderFragment } from './family.graphql.ts'
import { ask, type Failure, failureOf } from './server.ts'

const firstPause = 5_000
const longestPause = 30_000

/** How long to wait before an order is asked about again: every 5 s in the first minute, then ever less often. */
export function pauseBefore(round: number): number {
  return round < 12 ? firstPause : Math.min(longestPause, Math.round(firstPause * 1.5 ** (round - 11)))
}

export interface OrderWatch {
  order: OrderFragment | null
  /** Why nothing is known now; the asking goes on unless that is final. */
  failure: Failure | null
  /** Asks at once. */
  askNow: () => void
}

/** What became of an order: asked for until it is decided, and not while nobody looks. */
export function useOrder(ref: string | null, known: OrderFragment | null = null): OrderWatch {
  const [order, setOrder] = useState(known)
  const [failure, setFailure] = useState<Failure | null>(null)
  const now = useRef<() => void>(() => undefined)
  const begin = useRef(known)

  useEffect(() => {
    if (ref === null) return undefined
    let over = false
    let asking = false
    let round = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    const askOnce = async () => {
      clearTimeout(timer)
      if (over || asking || document.hidden) return
      asking = true
      try {
        const { onlineOrder } = await ask(OnlineOrderDocument, { ref })
        if (over) return
        setOrder(onlineOrder)
        setFailure(null)
        over = onlineOrder.state !== 'CREATED'
      } catch (error) {
        if (over) return
        const found = failureOf(error)
        setFailure(found)
        // Too many questions in a minute are no answer about the payment.
        over = found.isFinal && found.code !== 'RATE_LIMITED'
      } finally {
        asking = false
      }
      if (!over) timer = setTimeout(() => void askOnce(), pauseBefore(round++))
    }
    const looked = () => void askOnce()
    now.current = looked
    document.addEventListener('visibilitychange', looked)
    window.addEventListener('online', looked)
    if (begin.current === null) void askOnce()
    else timer = setTimeout(looked, pauseBefore(round++))
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', looked)
      window.removeEventListener('online', looked)
    }
  }, [ref])

  return { order, failure, askNow: useCallback(() => now.current(), []) }
}

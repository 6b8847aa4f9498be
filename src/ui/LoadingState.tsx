import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { Skeleton } from '#ui/kit/Skeleton.tsx'

/** Returns true once `waiting` has lasted 200 ms. An earlier skeleton would only flash. */
function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), 200)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return waiting && slow
}

/** Skeleton lines, shown after 200 ms. */
export function LoadingState({ lines = 6 }: { lines?: number }) {
  const slow = useSlow(true)
  return (
    <div role="status" aria-label={t`Loading`} data-loading style={{ minHeight: lines * 44 }}>
      {slow && Array.from({ length: lines }, (_, line) => <Skeleton key={line} height={44} />)}
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { showMoment } from '#shared/dates.ts'
import { useDataClient } from '../data/DataProvider.tsx'
import styles from './DataAge.module.css'

/** How long an answer may take before the age of what is shown matters, in milliseconds. */
const patienceMs = 700

/** Says how old the screen's data is while it is that of an earlier visit. */
export function DataAge() {
  const client = useDataClient()
  const since = useSyncExternalStore(
    (changed) => client.queries.getQueryCache().subscribe(changed),
    () => client.shownFromBefore()?.since ?? null,
  )
  const failing = useSyncExternalStore(
    (changed) => client.queries.getQueryCache().subscribe(changed),
    () => client.shownFromBefore()?.failing ?? false,
  )
  const [isLate, setLate] = useState(false)
  const isOld = since !== null
  useEffect(() => {
    if (!isOld) return
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOld])
  if (since === null || !isLate) return null
  const moment = showMoment(new Date(since).toISOString())
  return (
    <div role="status" className={styles.fixed}>
      {failing ? t`No connection. As of ${moment}` : t`As of ${moment}`}
    </div>
  )
}

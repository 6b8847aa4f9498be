import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { elapsedText } from './elapsed.ts'
import styles from './Elapsed.module.css'

/** HH:MM:SS since the start, updated every second. `clockMs` added to this device's clock gives the server's. */
export function Elapsed({ startedAt, clockMs }: { startedAt: string; clockMs: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div role="timer" aria-label={t`Time since the start`} className={styles.figure}>
      {elapsedText(Date.parse(startedAt), now + clockMs)}
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { Entries, type Entry } from './entries.ts'
import { countText } from './kinds.ts'
import styles from './WaitingNotice.module.css'
import { Alert } from '#ui/kit/Alert.tsx'

/** Notice on the sign-in page: how many entries wait on this device. It names nobody. */
export function WaitingNotice() {
  const [waiting, setWaiting] = useState<readonly Entry[]>([])
  useEffect(() => {
    const entries = new Entries()
    entries
      .waiting()
      .then(setWaiting, (error: unknown) => console.warn(error))
      .finally(() => entries.close())
      .catch(() => undefined)
  }, [])
  if (waiting.length === 0) return null
  return (
    <Alert kind="warning" role="status" className={styles.alert}>
      {t`${countText(waiting)} waiting on this device. The next sign-in of the same person sends everything.`}
    </Alert>
  )
}

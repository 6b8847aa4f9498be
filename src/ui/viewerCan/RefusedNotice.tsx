import styles from './RefusedNotice.module.css'
import { Alert } from '#ui/kit/Alert.tsx'

/** Replaces a form or button that the server would refuse, with the server's reason. */
export function RefusedNotice({ reason }: { reason: string | null }) {
  return (
    <Alert kind="info" className={styles.alert}>
      {reason}
    </Alert>
  )
}

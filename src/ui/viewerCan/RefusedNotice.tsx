import Alert from '@mui/material/Alert'
import styles from './RefusedNotice.module.css'

/** Replaces a form or button that the server would refuse, with the server's reason. */
export function RefusedNotice({ reason }: { reason: string | null }) {
  return (
    <Alert severity="info" className={styles.alert}>
      {reason}
    </Alert>
  )
}

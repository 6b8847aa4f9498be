import { useQuery } from '#ui/data/useQuery.ts'
import { backupStatusMessage } from './backupStatusMessage.ts'
import { BackupStatusDocument } from './schools.graphql.ts'
import styles from './BackupStatus.module.css'
import { Alert } from '#ui/kit/Alert.tsx'

/** The age of the installation's last safe moment, on the super administrator's first screen. */
export function BackupStatus() {
  const { data } = useQuery(BackupStatusDocument, {
    fetchPolicy: 'network-only',
    pollInterval: 30_000,
  })
  if (!data) return null
  const { severity, text } = backupStatusMessage(data.backupStatus)
  return (
    <Alert kind={severity} role="status" className={styles.alert}>
      {text}
    </Alert>
  )
}

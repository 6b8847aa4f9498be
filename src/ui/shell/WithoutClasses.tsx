import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert } from '#ui/kit/Alert.tsx'
import styles from './WithoutClasses.module.css'

/** Says to an ADMIN who is limited to classes, and has none, why every page is empty. */
export default function WithoutClasses() {
  return (
    <Alert kind="warning" title={t`You have no class`} className={styles.alert}>
      <Trans>
        You are limited to classes, and none is chosen for you. Ask an administrator of the whole school to choose your classes.
      </Trans>
    </Alert>
  )
}

import { t } from '@lingui/core/macro'
import { showBytes } from '#shared/bytes.ts'
import { isNearlyFull } from '#shared/filesUse.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import styles from './FilesUse.module.css'
import { FilesUseDocument } from './schools.graphql.ts'

/** How much the files of the school take, above its settings. Nothing for who may not see it. */
export default function FilesUse() {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(FilesUseDocument, { variables: { schoolId }, fetchPolicy: 'network-only' })
  if (!data) return null
  const { filesUse } = data
  const text = t`Files: ${showBytes(filesUse.used)} of ${showBytes(filesUse.quota)} are used.`
  if (!isNearlyFull(filesUse)) return <p className={styles.quiet}>{text}</p>
  const advice = t`When the space is used up, nothing can be uploaded. Shorten how long chats and documents are kept, under Privacy, or ask a super administrator for more space.`
  return (
    <Alert kind="warning">
      {text} {advice}
    </Alert>
  )
}

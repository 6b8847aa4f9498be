import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, useCallback, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { certificatesTab } from '#domains/certificates/web/certificates.exports.tsx'
import { StudentsViewerCanDocument } from './openingStudents.graphql.ts'
import { ViewStudents } from './ViewStudents.tsx'
import styles from './StudentsScreen.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { KeyIcon, QrCodeIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'

// Loaded when opened.
const AddStudent = lazy(() => import('./AddStudent.tsx'))
const BulkAddStudents = lazy(() => import('./BulkAddStudents.tsx'))
const ImportPhotos = lazy(() => import('./photos/ImportPhotos.tsx'))
const BulkEditStudents = lazy(() => import('./BulkEditStudents.tsx'))
const LoginSlipsDialog = later(() => import('./LoginSlipsDialog.tsx'))
const QrSheetDialog = later(() => import('./QrSheetDialog.tsx'))

/** /students: the students of the looked-at term. */
export default function StudentsScreen() {
  const { schoolId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(StudentsViewerCanDocument, { variables: { schoolId } })
  const [printing, setPrinting] = useState(false)
  const [slips, setSlips] = useState(false)
  const closeSheet = useCallback(() => setPrinting(false), [])
  const can = data?.studentsViewerCan
  const context = (
    <span className={styles.context}>{term ? t`Classes and rolls of ${term.name}` : t`This school has no term yet`}</span>
  )
  if (!can)
    return (
      <PageLayout title={t`Students`} context={context}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </PageLayout>
    )
  const tabs = [
    { key: 'view', label: t`View Students`, content: <ViewStudents /> },
    ...(can.add.allowed ? [{ key: 'add', label: t`Add Student`, content: <AddStudent /> }] : []),
    ...(can.importStudents.allowed ? [{ key: 'bulk', label: t`Bulk Add`, content: <BulkAddStudents /> }] : []),
    ...(can.editStudents.allowed ? [{ key: 'edit', label: t`Bulk Edit`, content: <BulkEditStudents /> }] : []),
    ...(can.importPhotos.allowed ? [{ key: 'photos', label: t`Photos`, content: <ImportPhotos /> }] : []),
    certificatesTab,
  ]
  return (
    <PageLayout
      title={t`Students`}
      context={context}
      tabs={tabs}
      action={
        <>
          {can.handOutCodes.allowed && (
            <Button icon={<KeyIcon />} onClick={() => setSlips(true)}>
              <Trans>Login slips</Trans>
            </Button>
          )}
          {can.qrSheet.allowed && (
            <Button icon={<QrCodeIcon />} onClick={() => setPrinting(true)}>
              <Trans>QR Sheet</Trans>
            </Button>
          )}
        </>
      }
    >
      {printing && <QrSheetDialog onClose={closeSheet} />}
      {slips && <LoginSlipsDialog onClose={() => setSlips(false)} />}
    </PageLayout>
  )
}

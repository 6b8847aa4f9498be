import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { DocumentList } from '#ui/documents/DocumentList.tsx'
import { DocumentPage } from '#ui/documents/DocumentPage.tsx'
import { namesDocument } from '#ui/documents/namesDocument.ts'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { Alert } from '#ui/kit/Alert.tsx'

const title = t`Data of a Student`

/**
 * /student-data: the exports of students' data while they are kept. The address names one export, or an e-mailed link.
 */
export default function StudentDataScreen() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const toStudent = useCallback(({ params }: DocumentJob) => navigate(`/students/${studentOf(params)}`), [navigate])
  const open = useCallback((job: DocumentJob) => navigate(`/student-data?job=${job.id}`), [navigate])
  if (namesDocument(address))
    return (
      <DocumentPage
        title={title}
        kinds={['STUDENT_DATA']}
        all={t`All exports`}
        onAgain={toStudent}
        content={() => (
          <Alert kind="warning">
            <Trans>
              The file contains everything about a child, with the whole Aadhaar number. Give it only to the family, and delete it
              when it is no longer needed.
            </Trans>
          </Alert>
        )}
      />
    )
  return (
    <PageLayout title={title} context={t`Your exports of single students. Order an export on the student’s own page.`}>
      <DocumentList
        kind="STUDENT_DATA"
        title={t`EARLIER EXPORTS`}
        fileName="exports-of-students"
        empty={{
          text: t`No exports yet`,
          hint: t`A family may ask for all data that the school holds about a child. Open the student and choose “Export Everything”.`,
        }}
        onOpen={open}
        onAgain={toStudent}
      />
    </PageLayout>
  )
}

function studentOf(params: string): string {
  const { id } = JSON.parse(params) as { id?: number }
  return String(id ?? '')
}

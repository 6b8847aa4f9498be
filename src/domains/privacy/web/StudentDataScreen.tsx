import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import Alert from '@mui/material/Alert'
import { DocumentList } from '#ui/documents/DocumentList.tsx'
import { DocumentPage, namesDocument } from '#ui/documents/DocumentPage.tsx'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { PageLayout } from '#ui/PageLayout.tsx'

const title = 'Data of a Student'

/** /student-data: what was exported about students, as long as it is kept. One export, or the link of a mail, is in the address. */
export default function StudentDataScreen() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const toStudent = useCallback(({ params }: DocumentJob) => void navigate(`/students/${studentOf(params)}`), [navigate])
  const open = useCallback((job: DocumentJob) => void navigate(`/student-data?job=${job.id}`), [navigate])
  if (namesDocument(address))
    return (
      <DocumentPage
        title={title}
        kind="STUDENT_DATA"
        all="All exports"
        onAgain={toStudent}
        content={() => (
          <Alert severity="warning">
            The file holds everything about a child, with the whole Aadhaar number. Give it to nobody but the family, and delete
            it where it is not needed any more.
          </Alert>
        )}
      />
    )
  return (
    <PageLayout
      title={title}
      context="What you have exported about single students. An export is ordered on the student’s own page."
    >
      <DocumentList
        kind="STUDENT_DATA"
        title="EARLIER EXPORTS"
        fileName="exports-of-students"
        empty={{
          text: 'Nothing was exported yet',
          hint: 'Open a student and choose “Export Everything”: the family may ask for all that the school holds about a child.',
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

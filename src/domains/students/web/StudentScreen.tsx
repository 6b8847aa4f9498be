import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { OneTimeCodeDialog } from '#ui/OneTimeCodeDialog.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { generateAddress } from '#domains/certificates/web/certificates.exports.tsx'
import { DisciplineOfStudent } from '#domains/discipline/web/discipline.exports.tsx'
import { StudentFeeCategories } from '#domains/fees/web/feeCategories.exports.tsx'
import { StudentMessages } from '#domains/messaging/web/messaging.exports.tsx'
import { StudentPrivacy } from '#domains/privacy/web/privacy.exports.tsx'
import { DeleteStudent } from './DeleteStudent.tsx'
import { EditStudent } from './EditStudent.tsx'
import { StudentFacts } from './StudentFacts.tsx'
import {
  HandOutStudentCodeDocument,
  SetStudentDisabledDocument,
  type StudentDetailFragment,
  StudentDocument,
} from './students.graphql.ts'
import styles from './StudentScreen.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { ArrowBackIcon, BlockIcon, CertificateIcon, DeleteForeverIcon, EditIcon, KeyIcon } from '#ui/kit/icons.ts'
import { Photo } from '#ui/kit/Photo.tsx'
import { useSeenPerson } from '#ui/lastPeople.ts'

/** /students/:id: all fields of a student, with the actions on the student. */
export default function StudentScreen() {
  const { schoolId } = useActiveSchool()
  const { id = '' } = useParams()
  const isValidId = /^\d{1,15}$/.test(id)
  const { data, error, refetch } = useQuery(StudentDocument, { variables: { schoolId, id }, skip: !isValidId })
  if (!isValidId) return <NotFound />
  if (data) return <Page student={data.student} />
  return (
    <PageLayout title="Student" action={<Back />}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={10} />}
    </PageLayout>
  )
}

function Back() {
  return (
    <Button variant="quiet" as={Link} to="/students" icon={<ArrowBackIcon />}>
      Students
    </Button>
  )
}

function Page({ student }: { student: StudentDetailFragment }) {
  const { schoolId, termId } = useActiveSchool()
  const [open, setOpen] = useState<'edit' | 'delete' | 'code' | null>(null)
  const [makeCode] = useCommand(HandOutStudentCodeDocument)
  const [setDisabled, disabling] = useCommand(SetStudentDisabledDocument, { success: 'Student Updated Successfully!' })
  const { id, name, phone, disabled, places, photoUrl, viewerCan } = student
  const place = places.find((enrolment) => enrolment.termId === termId)
  const close = () => setOpen(null)
  const hint = place ? `${place.className}-${place.sectionName} · roll ${place.roll}` : ''
  useSeenPerson({ id, name, hint, to: `/students/${id}` })
  return (
    <PageLayout
      title={name}
      context={
        <div className={styles.row}>
          {place ? (
            <span>{`${place.className}-${place.sectionName} · roll ${place.roll}`}</span>
          ) : (
            <span>Not enrolled in this term</span>
          )}
          <a href={`tel:${phone}`} style={{ color: 'inherit' }}>
            {phone}
          </a>
          <StateChip state={disabled ? 'Disabled' : 'Enabled'} />
        </div>
      }
      action={
        <>
          <Back />
          <Button variant="primary" icon={<EditIcon />} disabled={!viewerCan.update.allowed} onClick={() => setOpen('edit')}>
            Edit Student
          </Button>
          <Button
            icon={<BlockIcon />}
            loading={disabling}
            disabled={!viewerCan.setDisabled.allowed}
            onClick={() => void setDisabled({ schoolId, input: { id, disabled: !disabled } })}
          >
            {disabled ? 'Enable Student' : 'Disable Student'}
          </Button>
          <Button icon={<CertificateIcon />} as={Link} to={generateAddress(id)}>
            Leaving Certificate
          </Button>
          {viewerCan.handOutCode.allowed && student.loginEmail && (
            <Button icon={<KeyIcon />} disabled={disabled} onClick={() => setOpen('code')}>
              One-time Code
            </Button>
          )}
          {viewerCan.delete.allowed && (
            <Button danger icon={<DeleteForeverIcon />} onClick={() => setOpen('delete')}>
              Delete Student
            </Button>
          )}
        </>
      }
    >
      {photoUrl && <Photo src={photoUrl} alt={`Photo of ${name}`} className={styles.avatar} />}
      {place && <StudentFeeCategories studentId={id} studentName={name} />}
      {place && <DisciplineOfStudent student={{ id, name, sectionId: place.sectionId }} />}
      <StudentMessages studentId={id} />
      <StudentFacts student={student} />
      <StudentPrivacy student={{ id, name }} />
      {open === 'code' && (
        <OneTimeCodeDialog
          name={name}
          make={async () => (await makeCode({ schoolId, id }))?.handOutStudentCode ?? null}
          onClose={close}
        />
      )}
      {open === 'edit' && <EditStudent id={id} onClose={close} />}
      {open === 'delete' && <DeleteStudent student={student} onClose={close} />}
    </PageLayout>
  )
}

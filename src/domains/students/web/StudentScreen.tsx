import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { generateAddress } from '#domains/certificates/web/certificates.exports.tsx'
import { DisciplineOfStudent } from '#domains/discipline/web/discipline.exports.tsx'
import { StudentFeeCategories } from '#domains/fees/web/feeCategories.exports.tsx'
import { StudentMessages } from '#domains/messaging/web/studentMessages.exports.tsx'
import { HandOutStudentCodeDocument, SetStudentDisabledDocument, type StudentDetailFragment } from './students.graphql.ts'
import { StudentDocument } from './openingStudents.graphql.ts'
import styles from './StudentScreen.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { ArrowBackIcon, BlockIcon, CertificateIcon, DeleteForeverIcon, EditIcon, KeyIcon } from '#ui/kit/icons.ts'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Photo } from '#ui/kit/Photo.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { useSeenPerson } from '#ui/lastPeople.ts'
import { later } from '#ui/kit/later.tsx'

// At the end of the page: the list of all fields, and the exports.
const StudentFacts = lazy(async () => ({ default: (await import('./StudentFacts.tsx')).StudentFacts }))
const StudentPrivacy = lazy(async () => ({
  default: (await import('#domains/privacy/web/studentPrivacy.exports.tsx')).StudentPrivacy,
}))
// Loaded when opened.
const DeleteStudent = later(async () => ({ default: (await import('./DeleteStudent.tsx')).DeleteStudent }))
const EditStudent = later(async () => ({ default: (await import('./EditStudent.tsx')).EditStudent }))
const OneTimeCodeDialog = later(async () => ({ default: (await import('#ui/OneTimeCodeDialog.tsx')).OneTimeCodeDialog }))

/** /students/:id: all fields of a student, with the actions on the student. */
export default function StudentScreen() {
  const { schoolId } = useActiveSchool()
  const { id = '' } = useParams()
  const isValidId = /^\d{1,15}$/.test(id)
  const { data, error, refetch } = useQuery(StudentDocument, { variables: { schoolId, id }, skip: !isValidId })
  if (!isValidId) return <NotFound />
  if (data) return <Page student={data.student} />
  return (
    <PageLayout title={t`Student`} crumb={<Back />}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={10} />}
    </PageLayout>
  )
}

function Back() {
  return (
    <Button variant="quiet" size="small" as={Link} to="/students" icon={<ArrowBackIcon />} className={styles.back}>
      <Trans>Students</Trans>
    </Button>
  )
}

function Page({ student }: { student: StudentDetailFragment }) {
  const { schoolId, termId } = useActiveSchool()
  const [open, setOpen] = useState<'edit' | 'delete' | 'code' | null>(null)
  const [makeCode] = useCommand(HandOutStudentCodeDocument)
  const [setDisabled, disabling] = useCommand(SetStudentDisabledDocument, { success: t`Student Updated Successfully!` })
  const { id, name, phone, disabled, places, photoUrl, viewerCan } = student
  const place = places.find((enrolment) => enrolment.termId === termId)
  const close = () => setOpen(null)
  const hint = place ? t`${place.className}-${place.sectionName} · roll ${place.roll}` : ''
  useSeenPerson({ id, name, hint, to: `/students/${id}` })
  return (
    <PageLayout
      title={name}
      context={
        <div className={styles.row}>
          {place ? (
            <span>{t`${place.className}-${place.sectionName} · roll ${place.roll}`}</span>
          ) : (
            <span>
              <Trans>Not enrolled in this term</Trans>
            </span>
          )}
          <a href={`tel:${phone}`} className={styles.phone}>
            {phone}
          </a>
          <StateChip state={disabled ? 'DISABLED' : 'ENABLED'} label={disabled ? t`Disabled` : t`Enabled`} />
        </div>
      }
      crumb={<Back />}
      face={
        photoUrl ? (
          <Photo src={photoUrl} alt={t`Photo of ${name}`} className={styles.photo} />
        ) : (
          <Avatar name={name} size="large" className={styles.face} />
        )
      }
    >
      <Row gap={2} wrap className={styles.actions}>
        <Button variant="primary" icon={<EditIcon />} disabled={!viewerCan.update.allowed} onClick={() => setOpen('edit')}>
          <Trans>Edit Student</Trans>
        </Button>
        <Button icon={<CertificateIcon />} as={Link} to={generateAddress(id)}>
          <Trans>Leaving Certificate</Trans>
        </Button>
        {viewerCan.handOutCode.allowed && student.loginEmail && (
          <Button icon={<KeyIcon />} disabled={disabled} onClick={() => setOpen('code')}>
            <Trans>One-time Code</Trans>
          </Button>
        )}
        <Button
          icon={<BlockIcon />}
          loading={disabling}
          disabled={!viewerCan.setDisabled.allowed}
          onClick={() => void setDisabled({ schoolId, input: { id, disabled: !disabled } })}
        >
          {disabled ? t`Enable Student` : t`Disable Student`}
        </Button>
        {viewerCan.delete.allowed && (
          <Button danger variant="quiet" icon={<DeleteForeverIcon />} onClick={() => setOpen('delete')}>
            <Trans>Delete Student</Trans>
          </Button>
        )}
      </Row>
      <div className={styles.sections}>
        {place && <StudentFeeCategories studentId={id} studentName={name} />}
        {place && <DisciplineOfStudent student={{ id, name, sectionId: place.sectionId }} />}
        <StudentMessages studentId={id} />
        <Suspense>
          <StudentFacts student={student} />
          <StudentPrivacy student={{ id, name }} />
        </Suspense>
      </div>
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

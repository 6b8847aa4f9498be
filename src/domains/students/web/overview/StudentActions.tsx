import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { BlockIcon, CertificateIcon, DeleteForeverIcon, EditIcon, KeyIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { usePermissions } from '#ui/viewerCan/usePermission.ts'
import { generateAddress } from '#domains/certificates/web/certificates.exports.tsx'
import { SetStudentDisabledDocument } from '../studentDisabled.graphql.ts'
import { HandOutStudentCodeDocument, type StudentDetailFragment } from '../students.graphql.ts'
import styles from './StudentActions.module.css'

const DeleteStudent = later(async () => ({ default: (await import('../DeleteStudent.tsx')).DeleteStudent }))
const EditStudent = later(async () => ({ default: (await import('../EditStudent.tsx')).EditStudent }))
const OneTimeCodeDialog = later(async () => ({ default: (await import('#ui/OneTimeCodeDialog.tsx')).OneTimeCodeDialog }))

/** What the office does with a student. Others have no buttons. */
export function StudentActions({ student }: { student: StudentDetailFragment }) {
  const { schoolId } = useActiveSchool()
  const permissions = usePermissions()
  const [open, setOpen] = useState<'edit' | 'delete' | 'code' | null>(null)
  const [makeCode] = useCommand(HandOutStudentCodeDocument)
  const [setDisabled, disabling] = useCommand(SetStudentDisabledDocument, { success: t`Student Updated Successfully!` })
  const { id, name, disabled, viewerCan } = student
  const close = () => setOpen(null)
  // Nobody else has any of them. An erased student keeps the buttons, which say why.
  if (!permissions?.('updateStudent').allowed) return null
  return (
    <Row gap={2} wrap className={styles.actions}>
      <Button icon={<EditIcon />} disabled={!viewerCan.update.allowed} onClick={() => setOpen('edit')}>
        <Trans>Edit Student</Trans>
      </Button>
      {permissions('issueCertificate').allowed && (
        <Button icon={<CertificateIcon />} as={Link} to={generateAddress(id)}>
          <Trans>Leaving Certificate</Trans>
        </Button>
      )}
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
      {open === 'code' && (
        <OneTimeCodeDialog
          name={name}
          make={async () => (await makeCode({ schoolId, id }))?.handOutStudentCode ?? null}
          onClose={close}
        />
      )}
      {open === 'edit' && <EditStudent id={id} onClose={close} />}
      {open === 'delete' && <DeleteStudent student={student} onClose={close} />}
    </Row>
  )
}

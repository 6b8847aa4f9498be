import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { certificatesAddress } from '../certificatesAddress.ts'
import type { CertificateRowFragment } from '../list/certificateList.graphql.ts'
import { missingPartsMessage } from '../../certificates.rules.ts'
import { chosenFormat } from './formatChoice.ts'
import { CertificateForm } from './CertificateForm.tsx'
import { CertificateDraftDocument, CertificateFormatNamesDocument } from './generate.graphql.ts'
import { IssuedNotice } from './IssuedNotice.tsx'
import { StudentPicker } from './StudentPicker.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { classes } from '#ui/kit/classes.ts'
import styles from './GenerateCertificate.module.css'

/**
 * The tab Generate LC: choose a student, fill in the format's fields, issue the certificate. Arrears never block it.
 */
export default function GenerateCertificate() {
  const { schoolId } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const { data, error, refetch } = useQuery(CertificateFormatNamesDocument, { variables: { schoolId } })
  const [issued, setIssued] = useState<CertificateRowFragment | null>(null)
  const studentId = address.get('student')
  const formats = data?.certificateFormats
  const schoolFields = useMemo(
    () => new Set(data?.certificateFields.filter(({ group }) => group === 'School').map(({ name }) => name)),
    [data],
  )

  if (!formats) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (formats.length === 0)
    return (
      <EmptyState
        text={t`This school has no format for its leaving certificates yet.`}
        hint={t`A certificate is made from a format, which is a layout with fields to fill in.`}
        action={
          <Button as={Link} to={certificatesAddress({ part: 'format' })}>
            <Trans>LC Format</Trans>
          </Button>
        }
      />
    )
  if (formats.every(({ missing }) => missing.length > 0))
    return (
      <EmptyState
        text={t`No certificate can be issued with the formats of this school.`}
        hint={t`${missingPartsMessage(formats[0]?.missing ?? [])} The super administrator can change a format in “LC Format”.`}
        action={
          <Button as={Link} to={certificatesAddress({ part: 'format' })}>
            <Trans>LC Format</Trans>
          </Button>
        }
      />
    )
  const format = chosenFormat(formats, address.get('format'))
  const open = (student: string | null, formatId = address.get('format')) => {
    setIssued(null)
    setAddress({
      tab: 'certificates',
      part: 'generate',
      ...(student === null ? {} : { student }),
      ...(formatId === null ? {} : { format: formatId }),
    })
  }
  if (issued) return <IssuedNotice certificate={issued} onNext={() => open(null)} />
  return (
    <Stack gap={4}>
      <div className={classes(styles.choice, formats.length > 1 && styles.withFormats)}>
        <StudentPicker key={studentId} onChoose={(id) => open(id)} />
        {formats.length > 1 && (
          <Select
            label={t`Format`}
            value={format?.id ?? ''}
            onChange={({ target }) => open(studentId, target.value)}
            hint={!format && t`Choose a format. In “LC Format” you can make one the usual format.`}
          >
            {formats.map(({ id, name, usual, missing }) => (
              <option key={id} value={id} disabled={missing.length > 0}>
                {[name, usual && t`usual`, missing.length > 0 && t`cannot be used`].filter(Boolean).join(' · ')}
              </option>
            ))}
          </Select>
        )}
      </div>
      {format && format.missing.length > 0 ? (
        <Alert kind="error">
          {t`No certificate can be issued with the format ${format.name}. ${missingPartsMessage(format.missing)} Choose another format, or ask the super administrator to change this one.`}
        </Alert>
      ) : studentId === null ? (
        <EmptyState
          text={t`Who is leaving?`}
          hint={
            format && formats.length === 1
              ? t`Find the student to fill in the leaving certificate with the format ${format.name}.`
              : t`Find the student to fill in the leaving certificate.`
          }
        />
      ) : !format ? (
        <EmptyState text={t`Which format?`} hint={t`Choose the format that the certificate is made with.`} />
      ) : (
        <Draft
          key={`${studentId} ${format.id}`}
          schoolFields={schoolFields}
          studentId={studentId}
          formatId={format.id}
          onIssued={setIssued}
        />
      )}
    </Stack>
  )
}

interface DraftProps {
  schoolFields: ReadonlySet<string>
  studentId: string
  formatId: string
  onIssued: (certificate: CertificateRowFragment) => void
}

function Draft({ schoolFields, studentId, formatId, onIssued }: DraftProps) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(CertificateDraftDocument, {
    variables: { schoolId, input: { formatId, studentId } },
    // The student or the format may have changed since the last load.
    fetchPolicy: 'read-once',
  })
  if (data)
    return (
      <CertificateForm
        schoolFields={schoolFields}
        draft={data.certificateDraft}
        onIssued={onIssued}
        onStale={() => void refetch().catch(() => undefined)}
      />
    )
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { BadgeIcon } from '#ui/kit/icons.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { usePermissions } from '#ui/viewerCan/usePermission.ts'
import { OpenAadhaarScan } from '../OpenAadhaarScan.tsx'
import type { StudentDetailFragment } from '../students.graphql.ts'
import styles from './DocumentsOfStudent.module.css'

interface DocumentsOfStudentProps {
  student: StudentDetailFragment
  concessions: readonly { id: string; kindName: string; documentUrl: string | null | undefined }[]
}

/** The ID card and the files of a student, for those who may see any of them. */
export function DocumentsOfStudent({ student, concessions }: DocumentsOfStudentProps) {
  const titleId = useId()
  const mayPrint = usePermissions()?.('orderIdCards').allowed === true
  const files = [
    ...(student.details?.aadharFile
      ? [
          {
            key: 'aadhaar',
            link: (
              <OpenAadhaarScan student={student}>
                <Trans>Aadhaar PDF</Trans>
              </OpenAadhaarScan>
            ),
          },
        ]
      : []),
    ...concessions.flatMap(({ id, kindName, documentUrl }) =>
      documentUrl
        ? [
            {
              key: id,
              link: (
                <Link href={documentUrl} target="_blank" rel="noreferrer">
                  {t`Proof of ${kindName}`}
                </Link>
              ),
            },
          ]
        : [],
    ),
  ]
  if (!mayPrint && files.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>Cards and documents</Trans>
      </Heading>
      {mayPrint && (
        <div>
          <Button size="small" icon={<BadgeIcon />} as={RouterLink} to="/lcidcard" state={{ ids: [student.id] }}>
            <Trans>Print ID card</Trans>
          </Button>
        </div>
      )}
      {files.length === 0 ? (
        <Text tone="quiet">
          <Trans>No documents are saved.</Trans>
        </Text>
      ) : (
        <ul aria-label={t`Documents`} className={styles.list}>
          {files.map(({ key, link }) => (
            <li key={key}>{link}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

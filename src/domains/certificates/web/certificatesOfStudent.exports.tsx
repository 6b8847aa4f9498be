import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { showMoment } from '#shared/dates.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import styles from './certificatesOfStudent.exports.module.css'
import type { CertificateOfStudentFragment } from './list/certificatesOfStudent.graphql.ts'

/** The certificates that were issued for a student, newest first; each leads to its public page. */
export function CertificatesOfStudent({ certificates }: { certificates: readonly CertificateOfStudentFragment[] }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>Certificates</Trans>
      </Heading>
      {certificates.length === 0 ? (
        <Text tone="quiet">
          <Trans>No certificate was issued.</Trans>
        </Text>
      ) : (
        <ul aria-labelledby={titleId} className={styles.list}>
          {certificates.map((certificate) => (
            <li key={certificate.id} className={styles.item}>
              <Link href={certificate.url} target="_blank" rel="noreferrer">
                {t`${certificate.formatName} no. ${certificate.serial}`}
              </Link>
              {certificate.copy > 0 && <StateChip state="DUPLICATE" label={t`Duplicate ${certificate.copy}`} />}
              {certificate.state === 'CANCELLED' && <StateChip state="CANCELLED" label={t`Cancelled`} />}
              <span className={styles.quiet}>
                {[showMoment(certificate.issuedAt), certificate.issuedByName, certificate.reason].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

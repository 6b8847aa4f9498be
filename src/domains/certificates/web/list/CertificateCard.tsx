import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { StateChip } from '#ui/StateChip.tsx'
import type { CertificateRowFragment } from './certificateList.graphql.ts'
import { stateLabels, stateOf } from './register.ts'
import { useDownload } from './useDownload.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './CertificateCard.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { DownloadIcon, MoreIcon } from '#ui/kit/icons.ts'
import { Link as KitLink } from '#ui/kit/Link.tsx'
import { Menu } from '#ui/kit/Menu.tsx'

interface CertificateCardProps {
  certificate: CertificateRowFragment
  onDuplicate: () => void
  onCancel: () => void
}

/** A certificate in the register. */
export function CertificateCard({ certificate, onDuplicate, onCancel }: CertificateCardProps) {
  const titleId = useId()
  const { id, serial, copy, studentId, studentName, sectionName, registerNo, formatName, viewerCan, url } = certificate
  const { download, downloading } = useDownload(id)
  const number = copy === 0 ? t`No. ${serial}` : t`No. ${serial}, duplicate ${copy}`
  return (
    <Card as="li" aria-labelledby={titleId} className={styles.item}>
      <Row gap={2} align="center" justify="between">
        <Text className={styles.hint}>{number}</Text>
        <StateChip state={stateOf(certificate)} label={stateLabels[stateOf(certificate)]} />
      </Row>
      <div>
        <Heading level={3} id={titleId} className={styles.breakable}>
          <KitLink as={Link} to={`/students/${studentId}`} bare>
            {studentName}
          </KitLink>
        </Heading>
        <Text tone="quiet" size="small">
          {[sectionName, registerNo && t`register no. ${registerNo}`].filter(Boolean).join(' · ') || t`No class`}
        </Text>
      </div>
      <Facts certificate={certificate} formatName={formatName} />
      <div className={styles.row}>
        <Button
          icon={<DownloadIcon />}
          loading={downloading}
          disabled={!viewerCan.download.allowed}
          onClick={download}
          aria-label={t`Download ${number} of ${studentName}`}
        >
          <Trans>Download</Trans>
        </Button>
        <Button
          variant="quiet"
          as="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={t`Public page of ${number} of ${studentName}`}
          className={styles.button}
        >
          <Trans>Public page</Trans>
        </Button>
        <More
          certificate={certificate}
          onDuplicate={onDuplicate}
          onCancel={onCancel}
          label={t`More for ${number} of ${studentName}`}
        />
      </div>
    </Card>
  )
}

function Facts({ certificate, formatName }: { certificate: CertificateRowFragment; formatName: string }) {
  const { issuedAt, issuedByName, duplicates, copy, reason, cancelledAt, cancelledByName, cancelReason } = certificate
  return (
    <div className={styles.box}>
      <div>{t`Issued ${showMoment(issuedAt)} by ${issuedByName}`}</div>
      <div className={styles.muted}>{formatName}</div>
      {copy > 0 && <div>{t`Reason: ${reason}`}</div>}
      {copy === 0 && duplicates > 0 && (
        <div>{plural(duplicates, { one: '# duplicate issued', other: '# duplicates issued' })}</div>
      )}
      {cancelledAt !== null && (
        <div>{t`Cancelled ${showMoment(cancelledAt)} by ${cancelledByName ?? ''}: ${cancelReason ?? ''}`}</div>
      )}
    </div>
  )
}

function More({ certificate, onDuplicate, onCancel, label }: CertificateCardProps & { label: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { duplicate, cancel } = certificate.viewerCan
  if (!duplicate.allowed && !cancel.allowed) return null
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        className={styles.moreButton}
      >
        <MoreIcon />
      </IconButton>
      <Menu
        anchor={anchor}
        label={label}
        onClose={() => setAnchor(null)}
        choices={[
          { label: t`Issue duplicate`, onChoose: onDuplicate, disabled: !duplicate.allowed },
          { label: t`Cancel certificate`, onChoose: onCancel, disabled: !cancel.allowed },
        ]}
      />
    </>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '#ui/navigation.tsx'
import { certificatesAddress } from '../certificatesAddress.ts'
import type { CertificateRowFragment } from '../list/certificateList.graphql.ts'
import { useDownload } from '../list/useDownload.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './IssuedNotice.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon, OpenIcon } from '#ui/kit/icons.ts'

/** Shows that a certificate was just issued, with the next steps. */
export function IssuedNotice({ certificate, onNext }: { certificate: CertificateRowFragment; onNext: () => void }) {
  const { download, downloading } = useDownload(certificate.id)
  const student = [certificate.studentName, certificate.sectionName].filter(Boolean).join(' · ')
  return (
    <div className={styles.column}>
      <Alert kind="success" title={t`Leaving certificate no. ${certificate.serial} was issued`}>
        {t`${student}. The QR code on the paper leads to a page that shows whether it is valid.`}
      </Alert>
      <Row gap={2} wrap>
        <Button variant="primary" onClick={onNext} autoFocus>
          <Trans>Next student</Trans>
        </Button>
        <Button icon={<DownloadIcon />} loading={downloading} onClick={download}>
          <Trans>Download again</Trans>
        </Button>
        <Button variant="quiet" as="a" href={certificate.url} target="_blank" rel="noreferrer" icon={<OpenIcon />}>
          <Trans>Public page</Trans>
        </Button>
        <Button variant="quiet" as={Link} to={certificatesAddress()}>
          <Trans>Leaving Certificates</Trans>
        </Button>
      </Row>
    </div>
  )
}

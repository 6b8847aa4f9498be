import DownloadIcon from '@mui/icons-material/Download'
import OpenIcon from '@mui/icons-material/OpenInNew'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { certificatesAddress } from '../certificatesAddress.ts'
import type { CertificateRowFragment } from '../list/certificateList.graphql.ts'
import { useDownload } from '../list/useDownload.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './IssuedNotice.module.css'

/** Shows that a certificate was just issued, with the next steps. */
export function IssuedNotice({ certificate, onNext }: { certificate: CertificateRowFragment; onNext: () => void }) {
  const { download, downloading } = useDownload(certificate.id)
  return (
    <div className={styles.column}>
      <Alert severity="success">
        <AlertTitle>{`Leaving certificate no. ${certificate.serial} was issued`}</AlertTitle>
        {`${certificate.studentName}${certificate.sectionName && ` · ${certificate.sectionName}`}. The QR code on the paper leads to a page that shows whether it is valid.`}
      </Alert>
      <Row gap={2} wrap>
        <Button variant="contained" onClick={onNext} autoFocus>
          Next student
        </Button>
        <Button variant="outlined" startIcon={<DownloadIcon />} loading={downloading} loadingPosition="start" onClick={download}>
          Download again
        </Button>
        <Button href={certificate.url} target="_blank" rel="noreferrer" startIcon={<OpenIcon />}>
          Public page
        </Button>
        <Button component={Link} to={certificatesAddress()}>
          Leaving Certificates
        </Button>
      </Row>
    </div>
  )
}

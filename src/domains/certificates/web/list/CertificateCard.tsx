import DownloadIcon from '@mui/icons-material/Download'
import MoreIcon from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MuiLink from '@mui/material/Link'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { countWithNoun } from '#shared/plural.ts'
import { showMoment } from '#shared/dates.ts'
import { StateChip } from '#ui/StateChip.tsx'
import type { CertificateRowFragment } from './certificateList.graphql.ts'
import { stateLabels, stateOf } from './register.ts'
import { useDownload } from './useDownload.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './CertificateCard.module.css'

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
  const number = copy === 0 ? `No. ${serial}` : `No. ${serial}, duplicate ${copy}`
  return (
    <Paper component="li" variant="outlined" aria-labelledby={titleId} className={styles.item}>
      <Row gap={2} align="center" justify="between">
        <Typography className={styles.hint}>{number}</Typography>
        <StateChip state={stateOf(certificate)} label={stateLabels[stateOf(certificate)]} />
      </Row>
      <div>
        <Typography variant="h3" id={titleId} className={styles.breakable}>
          <MuiLink component={Link} to={`/students/${studentId}`} color="inherit" underline="hover">
            {studentName}
          </MuiLink>
        </Typography>
        <Typography variant="body2" className={styles.muted}>
          {[sectionName, registerNo && `register no. ${registerNo}`].filter(Boolean).join(' · ') || 'No class'}
        </Typography>
      </div>
      <Facts certificate={certificate} formatName={formatName} />
      <div className={styles.row}>
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          loading={downloading}
          loadingPosition="start"
          disabled={!viewerCan.download.allowed}
          onClick={download}
          aria-label={`Download ${number} of ${studentName}`}
        >
          Download
        </Button>
        <Button
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Public page of ${number} of ${studentName}`}
          className={styles.button}
        >
          Public page
        </Button>
        <More {...{ certificate, onDuplicate, onCancel }} label={`More for ${number} of ${studentName}`} />
      </div>
    </Paper>
  )
}

function Facts({ certificate, formatName }: { certificate: CertificateRowFragment; formatName: string }) {
  const { issuedAt, issuedByName, duplicates, copy, reason, cancelledAt, cancelledByName, cancelReason } = certificate
  return (
    <div className={styles.box}>
      <div>{`Issued ${showMoment(issuedAt)} by ${issuedByName}`}</div>
      <div className={styles.muted}>{formatName}</div>
      {copy > 0 && <div>{`Reason: ${reason}`}</div>}
      {copy === 0 && duplicates > 0 && <div>{`${countWithNoun(duplicates, 'duplicate')} issued`}</div>}
      {cancelledAt !== null && (
        <div>{`Cancelled ${showMoment(cancelledAt)} by ${cancelledByName ?? ''}: ${cancelReason ?? ''}`}</div>
      )}
    </div>
  )
}

function More({ certificate, onDuplicate, onCancel, label }: CertificateCardProps & { label: string }) {
  const menuId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { duplicate, cancel } = certificate.viewerCan
  const act = (work: () => void) => () => {
    setAnchor(null)
    work()
  }
  if (!duplicate.allowed && !cancel.allowed) return null
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={menuId}
        onClick={(event) => setAnchor(event.currentTarget)}
        className={styles.moreButton}
      >
        <MoreIcon />
      </IconButton>
      <Menu id={menuId} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={act(onDuplicate)} disabled={!duplicate.allowed}>
          Issue duplicate
        </MenuItem>
        <MenuItem onClick={act(onCancel)} disabled={!cancel.allowed}>
          Cancel certificate
        </MenuItem>
      </Menu>
    </>
  )
}

import MailIcon from '@mui/icons-material/MailOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useActiveSchool } from '../activeSchool.ts'
import { useCommand } from '../useCommand.ts'
import { DocumentDownloads } from './DocumentDownloads.tsx'
import { CancelDocumentDocument } from './documents.graphql.ts'
import {
  type DocumentJob,
  hasNoFiles,
  isInProgress,
  retentionText,
  mailText,
  orderedText,
  progressText,
} from './documentTexts.ts'
import { MailDocumentDialog } from './MailDocumentDialog.tsx'
import { useFetchDocument } from './useDocumentJob.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './DocumentCard.module.css'

export interface DocumentCardProps {
  job: DocumentJob
  /** True when the last poll failed: the state shown may be outdated. */
  failing?: boolean
  /** Fetches a linked document of somebody else again. */
  fresh?: () => Promise<DocumentJob>
  /** Further buttons, such as 'Make again'. */
  actions?: ReactNode
}

/** An ordered document: its progress with a cancel button, then its files and the state of its mail. */
export function DocumentCard({ job, failing = false, fresh, actions }: DocumentCardProps) {
  const titleId = useId()
  const fetchOwnDocument = useFetchDocument()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} className={styles.section}>
      <div className={styles.row}>
        <div className={styles.box}>
          <Typography variant="h2" id={titleId} className={styles.breakable}>
            {job.title}
          </Typography>
          <Typography variant="body2" className={styles.muted}>
            {[orderedText(job), hasNoFiles(job) ? '' : retentionText(job)].filter(Boolean).join(' · ')}
          </Typography>
        </div>
        {job.state === 'DONE' && !hasNoFiles(job) && (
          <Row gap={2} wrap>
            <DocumentDownloads job={job} fresh={fresh ?? (() => fetchOwnDocument(job.id))} />
            <MailButton job={job} />
            {actions}
          </Row>
        )}
        {(job.state === 'FAILED' || job.state === 'CANCELLED' || hasNoFiles(job)) && actions}
      </div>
      {isInProgress(job) && <Progress job={job} />}
      {job.state === 'FAILED' && (
        <Alert severity="error" className={styles.alert}>
          {job.failure}
        </Alert>
      )}
      {job.state === 'CANCELLED' && (
        <Alert severity="info" className={styles.alert}>
          It was cancelled, and nothing was made.
        </Alert>
      )}
      {hasNoFiles(job) && (
        <Alert severity="info" className={styles.alert}>
          {retentionText(job)}
        </Alert>
      )}
      <Mail job={job} />
      {failing && (
        <Typography variant="body2" role="status" className={styles.hint}>
          No connection just now. It is being made all the same.
        </Typography>
      )}
    </Paper>
  )
}

function Progress({ job }: { job: DocumentJob }) {
  const { schoolId } = useActiveSchool()
  const [cancel, cancelling] = useCommand(CancelDocumentDocument)
  const hasCount = job.state === 'RUNNING' && job.total > 1
  return (
    <div className={styles.progressRow}>
      <div className={styles.progressBox}>
        <LinearProgress
          aria-label={job.title}
          className={styles.progress}
          {...(hasCount ? { variant: 'determinate', value: Math.min(100, (100 * job.done) / job.total) } : {})}
        />
        <div className={styles.progressLine}>
          <Typography variant="body2" role="status" className={styles.text}>
            {progressText(job)}
          </Typography>
          <Typography variant="body2" className={styles.muted}>
            You can leave this page: it goes on, and stays in your list.
          </Typography>
        </div>
      </div>
      {job.viewerCan.cancel.allowed && (
        <Button loading={cancelling} onClick={() => void cancel({ schoolId, input: { id: job.id } })}>
          Cancel
        </Button>
      )}
    </div>
  )
}

function MailButton({ job }: { job: DocumentJob }) {
  const [asking, setAsking] = useState(false)
  if (!job.viewerCan.mail.allowed) return null
  return (
    <>
      <Button variant="outlined" startIcon={<MailIcon />} onClick={() => setAsking(true)}>
        Send by e-mail
      </Button>
      {asking && <MailDocumentDialog job={job} onClose={() => setAsking(false)} />}
    </>
  )
}

function Mail({ job }: { job: DocumentJob }) {
  const words = mailText(job)
  if (words === '') return null
  return (
    <Typography
      variant="body2"
      sx={{ mt: 1, color: job.mailState === 'FAILED' ? 'error.main' : 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {words}
    </Typography>
  )
}

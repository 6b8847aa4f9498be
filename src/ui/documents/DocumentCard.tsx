import MailIcon from '@mui/icons-material/MailOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
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
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, rowGap: 1.5 }}>
        <Box sx={{ flex: '1 1 min(100%, 520px)', minWidth: 0 }}>
          <Typography variant="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
            {job.title}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[orderedText(job), hasNoFiles(job) ? '' : retentionText(job)].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        {job.state === 'DONE' && !hasNoFiles(job) && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <DocumentDownloads job={job} fresh={fresh ?? (() => fetchOwnDocument(job.id))} />
            <MailButton job={job} />
            {actions}
          </Box>
        )}
        {(job.state === 'FAILED' || job.state === 'CANCELLED' || hasNoFiles(job)) && actions}
      </Box>
      {isInProgress(job) && <Progress job={job} />}
      {job.state === 'FAILED' && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {job.failure}
        </Alert>
      )}
      {job.state === 'CANCELLED' && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          It was cancelled, and nothing was made.
        </Alert>
      )}
      {hasNoFiles(job) && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {retentionText(job)}
        </Alert>
      )}
      <Mail job={job} />
      {failing && (
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mt: 1 }}>
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
    <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <LinearProgress
          aria-label={job.title}
          sx={{ height: 8, borderRadius: 1 }}
          {...(hasCount ? { variant: 'determinate', value: Math.min(100, (100 * job.done) / job.total) } : {})}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 0.75 }}>
          <Typography variant="body2" role="status" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
            {progressText(job)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            You can leave this page: it goes on, and stays in your list.
          </Typography>
        </Box>
      </Box>
      {job.viewerCan.cancel.allowed && (
        <Button loading={cancelling} onClick={() => void cancel({ schoolId, input: { id: job.id } })}>
          Cancel
        </Button>
      )}
    </Box>
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

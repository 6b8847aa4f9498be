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
import { type DocumentJob, isGone, isUnderWay, keptWords, mailWords, orderedWords, progressWords } from './documentWords.ts'
import { MailDocumentDialog } from './MailDocumentDialog.tsx'
import { useFreshDocument } from './useDocumentJob.ts'

export interface DocumentCardProps {
  job: DocumentJob
  /** The last ask had no answer: what is shown may be old. */
  failing?: boolean
  /** For a document of somebody else, whose link was opened: how it is fetched anew. */
  fresh?: () => Promise<DocumentJob>
  /** Further buttons, such as 'Make again'. */
  actions?: ReactNode
}

/** A document that was asked for: how far it is, with a way to cancel it; then its files, and what became of its mail. */
export function DocumentCard({ job, failing = false, fresh, actions }: DocumentCardProps) {
  const titleId = useId()
  const freshOwn = useFreshDocument()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, rowGap: 1.5 }}>
        <Box sx={{ flex: '1 1 min(100%, 520px)', minWidth: 0 }}>
          <Typography variant="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
            {job.title}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[orderedWords(job), isGone(job) ? '' : keptWords(job)].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        {job.state === 'DONE' && !isGone(job) && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <DocumentDownloads job={job} fresh={fresh ?? (() => freshOwn(job.id))} />
            <MailButton job={job} />
            {actions}
          </Box>
        )}
        {(job.state === 'FAILED' || job.state === 'CANCELLED' || isGone(job)) && actions}
      </Box>
      {isUnderWay(job) && <Progress job={job} />}
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
      {isGone(job) && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {keptWords(job)}
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
  const counted = job.state === 'RUNNING' && job.total > 1
  return (
    <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <LinearProgress
          aria-label={job.title}
          sx={{ height: 8, borderRadius: 1 }}
          {...(counted ? { variant: 'determinate', value: Math.min(100, (100 * job.done) / job.total) } : {})}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 0.75 }}>
          <Typography variant="body2" role="status" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
            {progressWords(job)}
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
  const words = mailWords(job)
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

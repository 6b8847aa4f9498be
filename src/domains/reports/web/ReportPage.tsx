import ReplayIcon from '@mui/icons-material/Replay'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { DocumentCard } from '../../../ui/documents/DocumentCard.tsx'
import { type DocumentJob, isGone } from '../../../ui/documents/documentWords.ts'
import { useDocumentJob, useFreshDocument } from '../../../ui/documents/useDocumentJob.ts'
import { useLinkedDocument } from '../../../ui/documents/useLinkedDocument.ts'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { ReportView } from './ReportView.tsx'

interface Again {
  onAgain: (job: DocumentJob) => void
}

/** A report of one's own: how far it is, then what it says. */
export function OwnReport({ id, onAgain }: Again & { id: string }) {
  const { job, error, failing, retry } = useDocumentJob(id)
  const fresh = useFreshDocument()
  if (!job) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={4} />
  return <Report job={job} failing={failing} fresh={() => fresh(id)} onAgain={onAgain} />
}

/** The report a mail's link leads to, where the viewer may see it. */
export function LinkedReport({ token, onAgain }: Again & { token: string }) {
  const { job, error, retry, fresh } = useLinkedDocument(token)
  if (!job) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={4} />
  return <Report job={job} fresh={fresh} onAgain={onAgain} />
}

interface ReportProps extends Again {
  job: DocumentJob
  failing?: boolean
  fresh: () => Promise<DocumentJob>
}

function Report({ job, failing = false, fresh, onAgain }: ReportProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <DocumentCard
        job={job}
        failing={failing}
        fresh={fresh}
        actions={
          <Button startIcon={<ReplayIcon />} onClick={() => onAgain(job)}>
            Make again
          </Button>
        }
      />
      {job.state === 'DONE' && !isGone(job) && <ReportView job={job} fresh={fresh} />}
    </Box>
  )
}

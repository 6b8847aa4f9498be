import ReplayIcon from '@mui/icons-material/Replay'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { DocumentCard } from '../../../../ui/documents/DocumentCard.tsx'
import { type DocumentJob, isGone } from '../../../../ui/documents/documentWords.ts'
import { useDocumentJob, useFreshDocument } from '../../../../ui/documents/useDocumentJob.ts'
import { useLinkedDocument } from '../../../../ui/documents/useLinkedDocument.ts'
import { LoadingState } from '../../../../ui/LoadingState.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { outputHints } from '../cardWords.ts'
import { addressOf } from './orderAddress.ts'

interface Again {
  onAgain: (job: DocumentJob) => void
}

/** A stack of cards of one's own: how far it is, then its file. */
export function OwnCards({ id, onAgain }: Again & { id: string }) {
  const { job, error, failing, retry } = useDocumentJob(id)
  const fresh = useFreshDocument()
  if (!job) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={4} />
  return <Stack job={job} failing={failing} fresh={() => fresh(id)} onAgain={onAgain} />
}

/** The stack a mail's link leads to, where the viewer may see it. */
export function LinkedCards({ token, onAgain }: Again & { token: string }) {
  const { job, error, retry, fresh } = useLinkedDocument(token)
  if (!job) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={4} />
  return <Stack job={job} fresh={fresh} onAgain={onAgain} />
}

interface StackProps extends Again {
  job: DocumentJob
  failing?: boolean
  fresh: () => Promise<DocumentJob>
}

function Stack({ job, failing = false, fresh, onAgain }: StackProps) {
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
      {job.state === 'DONE' && !isGone(job) && (
        <Alert severity="info">
          {addressOf(job.params)?.path.includes('output=SINGLE') ? outputHints.SINGLE : outputHints.SHEET} Whoever has a card can
          be marked with its code: keep the file as safe as the cards.
        </Alert>
      )}
    </Box>
  )
}

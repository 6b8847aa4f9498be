import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import ReplayIcon from '@mui/icons-material/Replay'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useShell } from '../activeSchool.ts'
import { LoadingState } from '../LoadingState.tsx'
import { PageLayout } from '../PageLayout.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import { type DocumentJob, documentPlaces, isGone } from './documentWords.ts'
import { useDocumentJob, useFreshDocument } from './useDocumentJob.ts'
import { useLinkedDocument } from './useLinkedDocument.ts'

type Fresh = () => Promise<DocumentJob>

export interface DocumentPageProps {
  /** The screen's. */
  title: string
  kind: DocumentJob['kind']
  /** The way to all of them, such as 'All reports'. */
  all: string
  /** Opens the form with what a document was ordered with. */
  onAgain: (job: DocumentJob) => void
  /** What is below the card of a document that is done. */
  content: (job: DocumentJob, fresh: Fresh) => ReactNode
}

/** Whether an address is of one document: of one's own, or by the link of a mail. */
export function namesDocument(address: URLSearchParams): boolean {
  return address.has('job') || address.has('link')
}

/** The document that the address names: how far it is, then its files and what its screen has to say of it. */
export function DocumentPage({ title, all, ...page }: DocumentPageProps) {
  const [address] = useSearchParams()
  const [id, link] = [address.get('job') ?? '', address.get('link')]
  const back = new URLSearchParams(address)
  back.delete('job')
  back.delete('link')
  return (
    <PageLayout
      title={title}
      action={
        <Button component={Link} to={{ search: back.toString() }} startIcon={<ArrowBackIcon />}>
          {all}
        </Button>
      }
    >
      {link === null ? <OwnDocument key={id} id={id} {...page} /> : <LinkedDocument key={link} token={link} {...page} />}
    </PageLayout>
  )
}

type PageOf = Omit<DocumentPageProps, 'title' | 'all'>

function OwnDocument({ id, ...page }: PageOf & { id: string }) {
  const { job, error, failing, retry } = useDocumentJob(id)
  const fresh = useFreshDocument()
  if (!job) return <Waiting error={error} onRetry={retry} />
  if (job.kind !== page.kind) return <OtherKind kind={job.kind} search={{ job: id }} />
  return <Found job={job} failing={failing} fresh={() => fresh(id)} {...page} />
}

function LinkedDocument({ token, ...page }: PageOf & { token: string }) {
  const { school } = useShell()
  const { job, error, switched, retry, fresh } = useLinkedDocument(token, page.kind)
  if (!job) return <Waiting error={error} onRetry={retry} />
  if (job.kind !== page.kind) return <OtherKind kind={job.kind} search={{ link: token }} />
  return (
    <>
      {switched && <Alert severity="info">{`This document is of ${school?.name}, which is the active school now.`}</Alert>}
      {job.own ? <OwnDocument id={job.id} {...page} /> : <Found job={job} fresh={fresh} {...page} />}
    </>
  )
}

function Waiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <LoadingState lines={4} />
}

/** An address that was put together from two: each kind has a screen of its own. */
function OtherKind({ kind, search }: { kind: DocumentJob['kind']; search: Record<string, string> }) {
  const { path, one } = documentPlaces[kind]
  return (
    <EmptyState
      text={`This link leads to ${one}`}
      hint="Documents of each kind have a page of their own."
      action={
        <Button component={Link} to={`${path}?${new URLSearchParams(search)}`} variant="contained">
          {`Open ${one}`}
        </Button>
      }
    />
  )
}

interface FoundProps extends Pick<PageOf, 'onAgain' | 'content'> {
  job: DocumentJob
  failing?: boolean
  fresh: Fresh
}

function Found({ job, failing = false, fresh, onAgain, content }: FoundProps) {
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
      {job.state === 'DONE' && !isGone(job) && content(job, fresh)}
    </Box>
  )
}

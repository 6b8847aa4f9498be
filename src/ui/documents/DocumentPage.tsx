import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, usePathname, useSearchParams } from '../navigation.tsx'
import { useShell } from '../activeSchool.ts'
import { LoadingState } from '../LoadingState.tsx'
import { PageLayout } from '../PageLayout.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import { type DocumentJob, documentScreens, hasNoFiles } from './documentTexts.ts'
import { useDocumentJob, useFetchDocument } from './useDocumentJob.ts'
import { useLinkedDocument } from './useLinkedDocument.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { ArrowBackIcon, ReplayIcon } from '#ui/kit/icons.ts'

type Fresh = () => Promise<DocumentJob>

export interface DocumentPageProps {
  /** Title of the screen. */
  title: string
  /** The kinds of documents that the screen shows. */
  kinds: readonly DocumentJob['kind'][]
  /** Label of the link to the list, such as 'All reports'. */
  all: string
  /** Opens the form with the document's parameters. */
  onAgain: (job: DocumentJob) => void
  /** Content below the card of a finished document. */
  content: (job: DocumentJob, fresh: Fresh) => ReactNode
}

/** The document that the URL names: its progress, then its files and the screen's content. */
export function DocumentPage({ title, all, ...page }: DocumentPageProps) {
  const path = usePathname()
  const [address] = useSearchParams()
  const [id, link] = [address.get('job') ?? '', address.get('link')]
  const back = new URLSearchParams(address)
  back.delete('job')
  back.delete('link')
  return (
    <PageLayout
      title={title}
      action={
        <Button variant="quiet" as={Link} to={back.size === 0 ? path : `${path}?${back}`} icon={<ArrowBackIcon />}>
          {all}
        </Button>
      }
    >
      {link === null ? <OwnDocument key={id} id={id} {...page} /> : <LinkedDocument key={link} token={link} {...page} />}
    </PageLayout>
  )
}

type DocumentPageContentProps = Omit<DocumentPageProps, 'title' | 'all'>

function OwnDocument({ id, ...page }: DocumentPageContentProps & { id: string }) {
  const { job, error, failing, retry } = useDocumentJob(id)
  const fresh = useFetchDocument()
  if (!job) return <PendingDocument error={error} onRetry={retry} />
  if (!page.kinds.includes(job.kind)) return <OtherKind kind={job.kind} search={{ job: id }} />
  return <DocumentContent job={job} failing={failing} fresh={() => fresh(id)} {...page} />
}

function LinkedDocument({ token, ...page }: DocumentPageContentProps & { token: string }) {
  const { school } = useShell()
  const { job, error, switched, retry, fresh } = useLinkedDocument(token, page.kinds)
  if (!job) return <PendingDocument error={error} onRetry={retry} />
  if (!page.kinds.includes(job.kind)) return <OtherKind kind={job.kind} search={{ link: token }} />
  return (
    <>
      {switched && <Alert kind="info">{t`This document is of ${school?.name ?? ''}, which is the active school now.`}</Alert>}
      {job.own ? <OwnDocument id={job.id} {...page} /> : <DocumentContent job={job} fresh={fresh} {...page} />}
    </>
  )
}

function PendingDocument({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <LoadingState lines={4} />
}

/** Shown when the URL combines a screen with a document of another kind. */
function OtherKind({ kind, search }: { kind: DocumentJob['kind']; search: Record<string, string> }) {
  const { path, linkText, openLabel } = documentScreens[kind]
  return (
    <EmptyState
      text={linkText}
      hint={t`Documents of each kind have a page of their own.`}
      action={
        <Button as={Link} to={`${path}?${new URLSearchParams(search)}`} variant="primary">
          {openLabel}
        </Button>
      }
    />
  )
}

interface DocumentContentProps extends Pick<DocumentPageContentProps, 'onAgain' | 'content'> {
  job: DocumentJob
  failing?: boolean
  fresh: Fresh
}

function DocumentContent({ job, failing = false, fresh, onAgain, content }: DocumentContentProps) {
  return (
    <Stack gap={4}>
      <DocumentCard
        job={job}
        failing={failing}
        fresh={fresh}
        actions={
          <Button variant="quiet" icon={<ReplayIcon />} onClick={() => onAgain(job)}>
            <Trans>Make again</Trans>
          </Button>
        }
      />
      {job.state === 'DONE' && !hasNoFiles(job) && content(job, fresh)}
    </Stack>
  )
}

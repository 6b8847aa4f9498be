import { t } from '@lingui/core/macro'
import { Progress } from '#ui/kit/Progress.tsx'
import { useMemo } from 'react'
import { showMoment } from '#shared/dates.ts'
import type { Column, RowAction } from '../DataTable/columns.ts'
import { DataTable } from '../DataTable/DataTable.tsx'
import { StateChip } from '../StateChip.tsx'
import { type DocumentJob, hasNoFiles, isInProgress, stateLabel, progressText, downloadableFiles } from './documentTexts.ts'
import { useDocumentJobs } from './useDocumentJob.ts'
import styles from './DocumentList.module.css'
import { ReplayIcon } from '#ui/kit/icons.ts'

export interface DocumentListProps {
  kind: DocumentJob['kind']
  /** Such as 'EARLIER REPORTS'. */
  title: string
  /** Name of exported files. */
  fileName: string
  empty: { text: string; hint?: string }
  onOpen: (job: DocumentJob) => void
  /** Fills the form with the document's parameters. */
  onAgain: (job: DocumentJob) => void
}

/** The viewer's documents of a kind, newest first. One in progress shows how far it is. */
export function DocumentList({ kind, title, fileName, empty, onOpen, onAgain }: DocumentListProps) {
  const { jobs, error, retry } = useDocumentJobs(kind)
  const actions = useMemo<RowAction<DocumentJob>[]>(
    () => [{ label: t`Make again`, icon: ReplayIcon, onClick: onAgain }],
    [onAgain],
  )
  return (
    <DataTable
      title={title}
      fileName={fileName}
      columns={columns}
      rows={jobs}
      error={error}
      onRetry={retry}
      rowId={rowId}
      rowName={rowName}
      actions={actions}
      onOpen={onOpen}
      empty={empty}
      defaults={defaults}
    />
  )
}

const defaults = { name: 'earlier' }
const rowId = (job: DocumentJob) => job.id
const rowName = (job: DocumentJob) => job.title

const columns: readonly Column<DocumentJob>[] = [
  {
    key: 'title',
    header: t`What`,
    value: (job) => job.title,
    // The days are at the end of the title, so on a phone it wraps.
    render: (job) => <span className={styles.box}>{job.title}</span>,
    flex: 3.6,
    minWidth: 400,
    phone: 'title',
  },
  {
    key: 'state',
    header: t`State`,
    value: stateLabel,
    render: (job) => <State job={job} />,
    flex: 0.8,
    minWidth: 120,
    phone: 'line',
  },
  {
    key: 'asked',
    header: t`Asked for`,
    value: (job) => job.createdAt,
    render: (job) => showMoment(job.createdAt),
    flex: 1,
    minWidth: 150,
    phone: 'line',
  },
  {
    key: 'files',
    header: t`Files`,
    value: (job) =>
      downloadableFiles(job)
        .map(({ label }) => label)
        .join(', '),
    sortable: false,
    flex: 1,
    minWidth: 140,
    hidden: true,
    phone: 'none',
  },
  { key: 'email', header: t`Sent to`, value: (job) => job.email ?? '', flex: 1.2, minWidth: 150, hidden: true, phone: 'none' },
]

function State({ job }: { job: DocumentJob }) {
  if (!isInProgress(job)) return <StateChip state={hasNoFiles(job) ? 'DISABLED' : job.state} label={stateLabel(job)} />
  return (
    <span style={{ display: 'inline-block', width: '100%', maxWidth: 160 }}>
      {progressText(job)}
      <Progress
        aria-label={job.title}
        value={job.state === 'RUNNING' && job.total > 1 ? Math.min(100, (100 * job.done) / job.total) : undefined}
      />
    </span>
  )
}

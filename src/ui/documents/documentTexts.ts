import { t } from '@lingui/core/macro'
import { schoolDay, showDay, showMoment } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import type { DocumentJobFactsFragment } from './documents.graphql.ts'

export type DocumentJob = DocumentJobFactsFragment
export type DocumentFile = DocumentJob['files'][number]

interface DocumentScreen {
  path: string
  /** Says that a link leads to a document of this kind. */
  linkText: string
  openLabel: string
}

/** Screen of each kind of document, and what stands on the other screens about a link to it. */
export const documentScreens: Readonly<Record<DocumentJob['kind'], DocumentScreen>> = {
  REPORT: { path: '/reports', linkText: t`This link leads to a report`, openLabel: t`Open a report` },
  ID_CARDS: { path: '/lcidcard', linkText: t`This link leads to ID cards`, openLabel: t`Open ID cards` },
  STUDENT_DATA: {
    path: '/student-data',
    linkText: t`This link leads to everything about a student`,
    openLabel: t`Open everything about a student`,
  },
  ACCOUNTING: {
    path: '/accounting',
    linkText: t`This link leads to an accounting export`,
    openLabel: t`Open the accounting export`,
  },
  REPORT_CARDS: { path: '/exams', linkText: t`This link leads to report cards`, openLabel: t`Open report cards` },
  HALL_TICKETS: { path: '/exams', linkText: t`This link leads to hall tickets`, openLabel: t`Open hall tickets` },
}

/** Returns whether a document is queued or being made. Its card then polls. */
export function isInProgress({ state }: Pick<DocumentJob, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** Returns whether a document's mail is being sent. */
export function isMailInProgress({ state, mailState }: Pick<DocumentJob, 'state' | 'mailState'>): boolean {
  return state === 'DONE' && (mailState === 'WAITING' || mailState === 'SENDING')
}

/** Returns whether a finished document has no files, or none that the viewer may see. */
export function hasNoFiles({ state, files }: Pick<DocumentJob, 'state' | 'files'>): boolean {
  return state === 'DONE' && files.length === 0
}

/** Returns whether the viewer may not see a document's files. `viewerCan.read` gives the reason. */
export function isWithheld(job: Pick<DocumentJob, 'state' | 'viewerCan'>): boolean {
  return job.state === 'DONE' && !job.viewerCan.read.allowed
}

/** Returns the label of a document's state in a list. */
export function stateLabel(job: DocumentJob): string {
  if (isWithheld(job)) return t`Not visible any more`
  return hasNoFiles(job) ? t`Not kept any more` : stateLabels[job.state]
}

export const stateLabels: Readonly<Record<DocumentJob['state'], string>> = {
  QUEUED: t`Waiting`,
  RUNNING: t`Being made`,
  DONE: t`Ready`,
  FAILED: t({ message: 'Failed', context: 'a document' }),
  CANCELLED: t`Cancelled`,
}

/** Returns the progress: 'Being made, 400 of 2,000'. */
export function progressText({ state, done, total }: Pick<DocumentJob, 'state' | 'done' | 'total'>): string {
  if (state !== 'RUNNING' || total < 2) return stateLabels[state]
  return t`${stateLabels[state]}, ${showCount(done)} of ${showCount(total)}`
}

/** Returns the state of the mail; '' when none was ordered or none will be sent. */
export function mailText({ email, mailState, state }: Pick<DocumentJob, 'email' | 'mailState' | 'state'>): string {
  if (!email || mailState === null || state === 'FAILED' || state === 'CANCELLED') return ''
  if (mailState === 'SENT') return t`The link was sent to ${email}; it holds for 24 hours.`
  if (mailState === 'FAILED') return t`The mail to ${email} may not have gone out. It can be sent again.`
  return state === 'DONE' ? t`The link is being sent to ${email}.` : t`The link goes to ${email} as soon as it is ready.`
}

/** Returns how long the files are kept; '' before there are any. */
export function retentionText(job: Pick<DocumentJob, 'state' | 'files' | 'expiresAt' | 'viewerCan'>): string {
  if (isWithheld(job)) return job.viewerCan.read.reason ?? ''
  if (hasNoFiles(job)) return t`Its files are not kept any more. Make it again to have them.`
  return job.state === 'DONE' && job.expiresAt ? t`Kept until ${showDay(schoolDay(new Date(job.expiresAt)))}.` : ''
}

/** Returns who ordered the document, and when. */
export function orderedText({ createdByName, createdAt }: Pick<DocumentJob, 'createdByName' | 'createdAt'>): string {
  return t`Asked for by ${createdByName}, ${showMoment(createdAt)}`
}

const formatLabels: Partial<Record<DocumentFile['format'], string>> = {
  XML: t`Tally XML`,
  PDF: 'PDF',
  XLSX: t`Spreadsheet`,
  CSV: 'CSV',
  ZIP: 'ZIP',
}

/** Returns the files that a person can download. The screen's own data file is not among them. */
export function downloadableFiles(job: Pick<DocumentJob, 'files'>): { file: DocumentFile; label: string }[] {
  return job.files.flatMap((file) => {
    const label = formatLabels[file.format]
    return label ? [{ file, label }] : []
  })
}

/** Formats a file size: '1.2 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${showCount(Math.max(1, Math.round(bytes / 1000)))} kB`
  return `${(bytes / 1_000_000).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`
}

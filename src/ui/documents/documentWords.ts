import { schoolDay, showDay, showMoment } from '#shared/dates.ts'
import type { DocumentJobFactsFragment } from './documents.graphql.ts'

export type DocumentJob = DocumentJobFactsFragment
export type DocumentFile = DocumentJob['files'][number]

/** Where documents of a kind are looked at, and what one is called. */
export const documentPlaces: Readonly<Record<DocumentJob['kind'], { path: string; one: string }>> = {
  REPORT: { path: '/reports', one: 'a report' },
  ID_CARDS: { path: '/lcidcard', one: 'ID cards' },
  STUDENT_DATA: { path: '/student-data', one: 'everything about a student' },
}

/** It is waiting or being made: its card asks again. */
export function isUnderWay({ state }: Pick<DocumentJob, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** Its mail is on the way: what becomes of it is not known yet. */
export function isMailUnderWay({ state, mailState }: Pick<DocumentJob, 'state' | 'mailState'>): boolean {
  return state === 'DONE' && (mailState === 'WAITING' || mailState === 'SENDING')
}

/** It has no files, or none any more for the person who looks at it. */
export function isGone({ state, files }: Pick<DocumentJob, 'state' | 'files'>): boolean {
  return state === 'DONE' && files.length === 0
}

/** Its files may be there, but not for the person who looks at it: `viewerCan.read` says why. */
export function isWithheld(job: Pick<DocumentJob, 'state' | 'viewerCan'>): boolean {
  return job.state === 'DONE' && !job.viewerCan.read.allowed
}

/** The state as a list names it. */
export function listedState(job: DocumentJob): string {
  if (isWithheld(job)) return 'Not visible any more'
  return isGone(job) ? 'Not kept any more' : stateWords[job.state]
}

export const stateWords: Readonly<Record<DocumentJob['state'], string>> = {
  QUEUED: 'Waiting',
  RUNNING: 'Being made',
  DONE: 'Ready',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

/** How far it is: 'Being made, 400 of 2,000'. */
export function progressWords({ state, done, total }: Pick<DocumentJob, 'state' | 'done' | 'total'>): string {
  if (state !== 'RUNNING' || total < 2) return stateWords[state]
  return `${stateWords[state]}, ${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`
}

/** What became of its mail; '' where none was asked for. */
export function mailWords({ email, mailState, state }: Pick<DocumentJob, 'email' | 'mailState' | 'state'>): string {
  if (!email || mailState === null || state === 'FAILED' || state === 'CANCELLED') return ''
  if (mailState === 'SENT') return `The link was sent to ${email}; it holds for 24 hours.`
  if (mailState === 'FAILED') return `The mail to ${email} may not have gone out. It can be sent again.`
  return state === 'DONE' ? `The link is being sent to ${email}.` : `The link goes to ${email} as soon as it is ready.`
}

/** How long its files are kept; '' before there are any. */
export function keptWords(job: Pick<DocumentJob, 'state' | 'files' | 'expiresAt' | 'viewerCan'>): string {
  if (isWithheld(job)) return job.viewerCan.read.reason ?? ''
  if (isGone(job)) return 'Its files are not kept any more. Make it again to have them.'
  return job.state === 'DONE' && job.expiresAt ? `Kept until ${showDay(schoolDay(new Date(job.expiresAt)))}.` : ''
}

/** Who asked for it, and when. */
export function orderedWords({ createdByName, createdAt }: Pick<DocumentJob, 'createdByName' | 'createdAt'>): string {
  return `Asked for by ${createdByName}, ${showMoment(createdAt)}`
}

const formatLabels: Partial<Record<DocumentFile['format'], string>> = { PDF: 'PDF', XLSX: 'Spreadsheet', CSV: 'CSV', ZIP: 'ZIP' }

/** The files a person takes along; what the screen itself reads is not among them. */
export function takenFiles(job: Pick<DocumentJob, 'files'>): { file: DocumentFile; label: string }[] {
  return job.files.flatMap((file) => {
    const label = formatLabels[file.format]
    return label ? [{ file, label }] : []
  })
}

/** '1.2 MB'. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en-IN')} kB`
  return `${(bytes / 1_000_000).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`
}

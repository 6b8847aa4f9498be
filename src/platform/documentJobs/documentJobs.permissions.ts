import { t } from '#shared/texts.ts'
import { action, notAuthorized } from '../action.ts'
import type { Viewer } from '../viewer.ts'
import type { DocumentJob } from './documentJobs.sql.ts'

const roles = ['SUPERADMIN', 'ADMIN'] as const

/** Refusal of a document with classes that the viewer no longer sees. */
export const fewerClasses = () => t`You see fewer classes now: please order it again.`

/** Returns whether a viewer sees all classes of a document. A viewer who was limited later loses access to it. */
export function seesItsClasses({ classIds }: Pick<Viewer, 'classIds'>, job: Pick<DocumentJob, 'classIds'>): boolean {
  return classIds === null || (job.classIds?.every((id) => classIds.includes(id)) ?? false)
}

export const documentActions = {
  view: action('document.view', { roles }),
  /** Reads the document's files. */
  read: action<DocumentJob>('document.read', {
    roles,
    rule: ({ viewer, row }) => (seesItsClasses(viewer, row) ? null : fewerClasses()),
  }),
  /** Opens the link of a mail: for the person who ordered it, and for viewers who see the whole school. */
  openLink: action<DocumentJob>('document.openLink', {
    roles,
    rule: ({ viewer, row }) => {
      if (row.createdBy !== viewer.subject && viewer.classIds !== null) return notAuthorized()
      return seesItsClasses(viewer, row) ? null : fewerClasses()
    },
  }),
  cancel: action<DocumentJob>('document.cancel', {
    roles,
    rule: ({ viewer, row }) => {
      if (row.createdBy !== viewer.subject) return notAuthorized()
      return row.state === 'QUEUED' || row.state === 'RUNNING' ? null : t`This has already ended.`
    },
  }),
  mail: action<DocumentJob>('document.mail', {
    roles,
    rule: ({ viewer, row }) => {
      if (row.createdBy !== viewer.subject) return notAuthorized()
      if (row.state !== 'DONE') return t`There is nothing to send: it is not done.`
      if (isExpired(row)) return t`Its files are gone: they are kept for 30 days. Please order it again.`
      if (!seesItsClasses(viewer, row)) return fewerClasses()
      const onItsWay = row.mailState === 'WAITING' || row.mailState === 'SENDING'
      return onItsWay ? t`A mail is on its way already.` : null
    },
  }),
}

/** Returns whether a job's files are removed, or about to be. */
export function isExpired({ expiresAt }: Pick<DocumentJob, 'expiresAt'>, now = new Date()): boolean {
  return expiresAt !== null && expiresAt <= now
}

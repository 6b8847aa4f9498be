import { action } from '#platform/action.ts'
import { Refusal } from '#platform/refusal.ts'
import { showMoment } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import type { AssessedSection } from './results.sql.ts'
import type { PublicationRow } from './publishing.sql.ts'

const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'exams' } as const

export const publishingActions = {
  /** Queries narrow the rows to the sections that the viewer sees: a TEACHER those of the own sections. */
  view: action<undefined>('results.viewPublished', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' }),
  tell: action<undefined>('results.tell', office),
  publish: action<Pick<AssessedSection, 'schoolId'>>('results.publish', office),
  withdraw: action<PublicationRow>('results.withdraw', {
    ...office,
    rule: ({ row: { withdrawnByName, withdrawnAt } }) => {
      if (withdrawnAt === null) return null
      const [by, at] = [withdrawnByName ?? '', showMoment(withdrawnAt)]
      return new Refusal('CONFLICT', t`${by} has withdrawn these results on ${at} already.`)
    },
  }),
  cancelMessages: action<PublicationRow>('results.cancelMessages', {
    ...office,
    rule: ({ row: { messagesOrdered, messagesSentAt, withdrawnAt } }) => {
      const at = showMoment(messagesSentAt)
      if (messagesSentAt !== null) return new Refusal('CONFLICT', t`Families were told on ${at} already.`)
      return messagesOrdered && withdrawnAt === null ? null : new Refusal('CONFLICT', t`No message to families is ordered.`)
    },
  }),
}

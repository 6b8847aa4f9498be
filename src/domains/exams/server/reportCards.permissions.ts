import { action } from '#platform/action.ts'

export const reportCardActions = {
  /** Queries narrow the cards to the sections that the viewer sees: a TEACHER prints those of the own sections. */
  order: action<undefined>('reportCards.order', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' }),
  /** A STUDENT sees the own cards from their day on. */
  print: action<undefined>('reportCards.print', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'STUDENT'], flag: 'exams' }),
}

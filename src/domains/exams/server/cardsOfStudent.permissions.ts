import { action } from '#platform/action.ts'

export const cardsOfStudentActions = {
  /** Queries narrow the cards to those of students whom the viewer sees: a TEACHER those of the own sections. */
  list: action<undefined>('reportCards.list', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' }),
  /** The announced exams of a student, likewise. */
  listExams: action<undefined>('exams.listOfStudent', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' }),
  /** Students whose cards are held for dues. The office sees what they owe anyway. */
  listHeld: action<undefined>('reportCards.listHeld', { roles: ['SUPERADMIN', 'ADMIN'], flag: 'exams' }),
  /** The own ones of a STUDENT. */
  listOwn: action<undefined>('reportCards.listOwn', { roles: ['STUDENT'], flag: 'exams' }),
  /** A STUDENT sees the own cards from their day on. */
  view: action<undefined>('reportCards.view', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'STUDENT'], flag: 'exams' }),
}

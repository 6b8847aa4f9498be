import { countWithNoun } from '#shared/plural.ts'
import type { PromotionKind, PromotionState } from '#ui/generated/schema.types.ts'
import type { PromotionRowFragment } from './promotion.graphql.ts'

export const kindLabels: Readonly<Record<PromotionKind, string>> = { SECTIONS: 'Sections', STUDENTS: 'Students' }

/** The chip and label of each state. */
export const stateLabels: Readonly<Record<PromotionState, { look: string; label: string }>> = {
  QUEUED: { look: 'CREATED', label: 'Waiting' },
  RUNNING: { look: 'CREATED', label: 'Under way' },
  DONE: { look: 'DONE', label: 'Done' },
  FAILED: { look: 'FAILED', label: 'Interrupted' },
  REVERSED: { look: 'CANCEL', label: 'Reversed' },
}

export function isUnderWay({ state }: Pick<PromotionRowFragment, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** Formats the result of a batch: "560 students", "20 sections". */
export function resultText({ kind, count }: Pick<PromotionRowFragment, 'kind' | 'count'>): string {
  return kind === 'STUDENTS' ? countWithNoun(count, 'student') : countWithNoun(count, 'section')
}

/** Formats the progress of a batch. */
export function progressText(batch: PromotionRowFragment): string {
  const { kind, state, done, total } = batch
  if (state === 'REVERSED') return `${resultText(batch)} had been promoted`
  return `${done} of ${countWithNoun(total, kind === 'STUDENTS' ? 'section' : 'part')} done · ${resultText(batch)} promoted`
}

/** Returns the name of a batch. */
export function batchName({
  kind,
  fromTermName,
  toTermName,
}: Pick<PromotionRowFragment, 'kind' | 'fromTermName' | 'toTermName'>): string {
  return `${kindLabels[kind]} from ${fromTermName} to ${toTermName}`
}

/** Formats the number of rows that a reversal deletes from a table. */
export function removedText({ table, count }: { table: string; count: number }): string {
  const [singular, plural] = removedRowNames[table] ?? [table.replaceAll('_', ' '), table.replaceAll('_', ' ')]
  return countWithNoun(count, singular, plural)
}

const removedRowNames: Readonly<Record<string, readonly [string, string]>> = {
  enrolments: ['enrolment', 'enrolments'],
  classes: ['class', 'classes'],
  sections: ['section', 'sections'],
  student_fee_categories: ['assignment to a fees category', 'assignments to fees categories'],
  class_admins: ['limit of an admin', 'limits of admins'],
  section_teachers: ['teacher of a section', 'teachers of sections'],
  subjects: ['subject', 'subjects'],
  subject_slots: ['slot of a timetable', 'slots of timetables'],
  subject_teachers: ['teacher of a subject', 'teachers of subjects'],
  books: ['book', 'books'],
  book_teachers: ['teacher of a book', 'teachers of books'],
  fee_categories: ['fees category', 'fees categories'],
  fees: ['fee', 'fees'],
}

import { countWithNoun } from '#shared/plural.ts'
import type { PromotionKind, PromotionState } from '#ui/generated/schema.types.ts'
import type { PromotionRowFragment } from './promotion.graphql.ts'

export const kindWords: Readonly<Record<PromotionKind, string>> = { SECTIONS: 'Sections', STUDENTS: 'Students' }

/** The state's chip, and its word. */
export const stateWords: Readonly<Record<PromotionState, { look: string; label: string }>> = {
  QUEUED: { look: 'CREATED', label: 'Waiting' },
  RUNNING: { look: 'CREATED', label: 'Under way' },
  DONE: { look: 'DONE', label: 'Done' },
  FAILED: { look: 'FAILED', label: 'Interrupted' },
  REVERSED: { look: 'CANCEL', label: 'Reversed' },
}

export function isUnderWay({ state }: Pick<PromotionRowFragment, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** What a batch has made: "560 students", "20 sections". */
export function madeWords({ kind, count }: Pick<PromotionRowFragment, 'kind' | 'count'>): string {
  return kind === 'STUDENTS' ? countWithNoun(count, 'student') : countWithNoun(count, 'section')
}

/** How far a batch is. */
export function progressWords(batch: PromotionRowFragment): string {
  const { kind, state, done, total } = batch
  if (state === 'REVERSED') return `${madeWords(batch)} had been promoted`
  return `${done} of ${countWithNoun(total, kind === 'STUDENTS' ? 'section' : 'part')} done · ${madeWords(batch)} promoted`
}

/** How a list and a page call a batch. */
export function batchName({
  kind,
  fromTermName,
  toTermName,
}: Pick<PromotionRowFragment, 'kind' | 'fromTermName' | 'toTermName'>): string {
  return `${kindWords[kind]} from ${fromTermName} to ${toTermName}`
}

/** What a reversal takes away, in words. */
export function removedWords({ table, count }: { table: string; count: number }): string {
  const [one, many] = removed[table] ?? [table.replaceAll('_', ' '), table.replaceAll('_', ' ')]
  return countWithNoun(count, one, many)
}

const removed: Readonly<Record<string, readonly [string, string]>> = {
  enrolments: ['place in a section', 'places in sections'],
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

import { showCount } from '#shared/counts.ts'
import { plural, t } from '@lingui/core/macro'
import type { PromotionState } from '#ui/generated/schema.types.ts'
import type { PromotionRowFragment } from './promotion.graphql.ts'

/** The chip and label of each state. */
export const stateLabels: Readonly<Record<PromotionState, { look: string; label: string }>> = {
  QUEUED: { look: 'CREATED', label: t`Waiting` },
  RUNNING: { look: 'CREATED', label: t`Under way` },
  DONE: { look: 'DONE', label: t({ message: 'Done', context: 'a state' }) },
  FAILED: { look: 'FAILED', label: t`Interrupted` },
  REVERSED: { look: 'CANCEL', label: t`Reversed` },
}

export function isUnderWay({ state }: Pick<PromotionRowFragment, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** Formats the result of a batch: "560 students", "20 sections". */
export function resultText({ kind, count }: Pick<PromotionRowFragment, 'kind' | 'count'>): string {
  return kind === 'STUDENTS'
    ? plural(count, { one: '# student', other: '# students' })
    : plural(count, { one: '# section', other: '# sections' })
}

/** Formats the progress of a batch. */
export function progressText(batch: PromotionRowFragment): string {
  const { kind, state, done, total } = batch
  const result = resultText(batch)
  if (state === 'REVERSED') return t`${result} had been promoted`
  return kind === 'STUDENTS'
    ? t`${done} of ${plural(total, { one: '# section', other: '# sections' })} done · ${result} promoted`
    : t`${done} of ${plural(total, { one: '# part', other: '# parts' })} done · ${result} promoted`
}

/** Returns the name of a batch. */
export function batchName({
  kind,
  fromTermName,
  toTermName,
}: Pick<PromotionRowFragment, 'kind' | 'fromTermName' | 'toTermName'>): string {
  return kind === 'STUDENTS'
    ? t`Students from ${fromTermName} to ${toTermName}`
    : t`Sections from ${fromTermName} to ${toTermName}`
}

/** Formats the number of rows that a reversal deletes from a table. */
export function removedText({ table, count }: { table: string; count: number }): string {
  return removedRows[table]?.(count) ?? `${showCount(count)} ${table.replaceAll('_', ' ')}`
}

const removedRows: Readonly<Record<string, (count: number) => string>> = {
  enrolments: (count) => plural(count, { one: '# enrolment', other: '# enrolments' }),
  classes: (count) => plural(count, { one: '# class', other: '# classes' }),
  sections: (count) => plural(count, { one: '# section', other: '# sections' }),
  student_fee_categories: (count) =>
    plural(count, { one: '# assignment to a fees category', other: '# assignments to fees categories' }),
  fee_category_classes: (count) => plural(count, { one: '# class of a fees category', other: '# classes of fees categories' }),
  fee_category_exceptions: (count) =>
    plural(count, { one: '# fees category left out for a student', other: '# fees categories left out for students' }),
  class_admins: (count) => plural(count, { one: '# limit of an admin', other: '# limits of admins' }),
  section_teachers: (count) => plural(count, { one: '# teacher of a section', other: '# teachers of sections' }),
  subjects: (count) => plural(count, { one: '# subject', other: '# subjects' }),
  subject_slots: (count) => plural(count, { one: '# slot of a timetable', other: '# slots of timetables' }),
  subject_teachers: (count) => plural(count, { one: '# teacher of a subject', other: '# teachers of subjects' }),
  books: (count) => plural(count, { one: '# book', other: '# books' }),
  book_teachers: (count) => plural(count, { one: '# teacher of a book', other: '# teachers of books' }),
  fee_categories: (count) => plural(count, { one: '# fees category', other: '# fees categories' }),
  fees: (count) => plural(count, { one: '# fee', other: '# fees' }),
}

import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import type { ExamFactsFragment } from './dates.graphql.ts'

export const examAddress = (id: string) => `/exams?exam=${id}`
export const changeAddress = (id: string) => `${examAddress(id)}&change`
/** Stands for the id of an exam that is added. */
export const newExam = 'new'
export const examsBack = { to: '/exams?tab=dates', label: t`Date sheets` }

/** Returns the state of an exam, as a chip shows it. */
export function examState({ announcedAt, changedSince }: Pick<ExamFactsFragment, 'announcedAt' | 'changedSince'>) {
  if (announcedAt === null) return { state: 'PENDING', label: t`Not announced` }
  return changedSince ? { state: 'UNSAVED', label: t`Changed since announced` } : { state: 'DONE', label: t`Announced` }
}

/** Returns the days of an exam: `14 to 24 Sep 2026`, or `28 Nov 2026 to 05 Dec 2026`. */
export function examDays({ firstDay, lastDay }: Pick<ExamFactsFragment, 'firstDay' | 'lastDay'>): string {
  if (!firstDay || !lastDay) return t`No papers yet`
  const last = showDay(lastDay)
  if (firstDay === lastDay) return last
  const first = firstDay.slice(0, 7) === lastDay.slice(0, 7) ? firstDay.slice(8) : showDay(firstDay)
  return t`${first} to ${last}`
}

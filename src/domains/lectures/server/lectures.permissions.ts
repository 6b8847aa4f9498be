import { action } from '#platform/action.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import type { LectureRow } from './lectures.sql.ts'

/** A student's marks in the registers of a batch. */
export interface StudentLectureMarks {
  day: Day
  ids: number[]
  /** `setByHand` is the last value set by hand; null while presence may still change the mark. */
  marks: { registerId: number; value: string; setByHand: string | null }[]
}

/**
 * A TEACHER starts lectures of the own sections, subjects and books, and sees and ends the own lectures. A SUPERADMIN
 * may do so for all (specification, section 6). A STUDENT's presence changes the own mark only.
 */
const teaching = { roles: ['SUPERADMIN', 'TEACHER'], flag: 'liveLecture' } as const
const attending = { roles: ['STUDENT'], flag: 'liveLecture' } as const

export const lectureActions = {
  teachable: action<undefined>('lecture.teachable', teaching),
  mine: action<undefined>('lecture.mine', teaching),
  start: action<undefined>('lecture.start', teaching),
  watch: action<undefined>('lecture.watch', teaching),
  end: action<LectureRow[]>('lecture.end', teaching),
  /** Lets a repeated request get its stored answer on any day. A new mark also needs `mark`. */
  submitMark: action<StudentLectureMarks>('lecture.mark', teaching),
  mark: action<StudentLectureMarks>('lecture.mark', { ...teaching, rule: ({ row }) => lectureDayRefusal(row.day) }),
  saveProgress: action<LectureRow[]>('lecture.saveProgress', teaching),
  live: action<undefined>('lecture.live', attending),
  attend: action<undefined>('lecture.attend', attending),
}

function lectureDayRefusal(day: Day): string | null {
  return day === schoolDay(new Date()) ? null : t`The marks of a lecture can be changed here on its own day only`
}

import { action } from '#platform/action.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import type { LectureRow } from './lectures.sql.ts'

/** A student's marks in lectures that were started together. */
export interface HeldMarks {
  day: Day
  ids: number[]
  /** `decided` is what somebody has last set by hand; null where presence may still decide. */
  marks: { registerId: number; value: string; decided: string | null }[]
}

/**
 * A TEACHER starts lectures of the own sections, subjects and books, and looks at and ends her own lectures; a SUPERADMIN any
 * (specification, section 6). A STUDENT marks nobody but herself, by being there.
 */
const teaching = { roles: ['SUPERADMIN', 'TEACHER'], flag: 'liveLecture' } as const
const attending = { roles: ['STUDENT'], flag: 'liveLecture' } as const

export const lectureActions = {
  teachable: action<undefined>('lecture.teachable', teaching),
  mine: action<undefined>('lecture.mine', teaching),
  start: action<undefined>('lecture.start', teaching),
  watch: action<undefined>('lecture.watch', teaching),
  end: action<LectureRow[]>('lecture.end', teaching),
  /** What was stored already is answered on every day; what is new is up to `mark`. */
  askToMark: action<HeldMarks>('lecture.mark', teaching),
  mark: action<HeldMarks>('lecture.mark', { ...teaching, rule: ({ row }) => onItsDay(row.day) }),
  saveProgress: action<LectureRow[]>('lecture.saveProgress', teaching),
  live: action<undefined>('lecture.live', attending),
  attend: action<undefined>('lecture.attend', attending),
}

function onItsDay(day: Day): string | null {
  return day === schoolDay(new Date()) ? null : 'The marks of a lecture can be changed here on its own day only'
}

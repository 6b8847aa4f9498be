import { action } from '../../../platform/action.ts'
import { type Day, schoolDay } from '../../../shared/dates.ts'
import type { LectureRow } from './lectures.sql.ts'

/** A student's marks in lectures that were started together. */
interface HeldMarks {
  day: Day
  ids: number[]
  marks: { registerId: number; value: string }[]
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
  mark: action<HeldMarks>('lecture.mark', { ...teaching, rule: ({ row }) => onItsDay(row.day) }),
  saveProgress: action<LectureRow[]>('lecture.saveProgress', teaching),
  progress: action<undefined>('lecture.progress', teaching),
  live: action<undefined>('lecture.live', attending),
  attend: action<undefined>('lecture.attend', attending),
}

function onItsDay(day: Day): string | null {
  return day === schoolDay(new Date()) ? null : 'The marks of a lecture can be changed here on its own day only'
}

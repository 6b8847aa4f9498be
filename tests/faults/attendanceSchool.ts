import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { Mark } from '#shared/marks.ts'
import { addLectureSchool } from '../world/lectures.ts'
import { addStudents } from '../world/rows.ts'
import { worldOn } from '../world/testWorld.ts'

/** An acknowledged register. */
export interface Saved {
  day: string
  version: number
  values: Mark[]
}

const ofSection = 50

/** Creates a school with people for a live lecture in 7-A, and fifty students in 7-B for registers. */
export async function attendanceSchool(database: Database, config: Config) {
  const { own } = await worldOn(database, config)
  const lecture = await addLectureSchool({ database }, own)
  const students = await addStudents(
    { database },
    own,
    own.section7B,
    Array.from({ length: ofSection }, () => ({ phone: defaultPhone })),
    1,
  )
  return {
    id: own.id,
    termId: own.termId,
    classId: own.class7,
    sectionId: own.section7A,
    admin: own.subjects.admin ?? '',
    teacher: own.subjects.teacher ?? '',
    section: { sectionId: String(own.section7B), studentIds: students.map(String) },
    /** The marks shown to each student. */
    pupils: lecture.students.map((pupil) => ({ ...pupil, marks: new Set<string>() })),
  }
}

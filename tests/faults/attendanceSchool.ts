import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Mark } from '#shared/marks.ts'
import { addLectureSchool, asOwner } from '../lectureWorld.ts'
import { worldOn } from '../world.ts'

/** An acknowledged register. */
export interface Saved {
  day: string
  version: number
  values: Mark[]
}

const ofSection = 50

/** Creates a school with people for a live lecture in 7-A, and fifty students in 7-B for registers. */
export async function attendanceSchool(database: Database, config: Config, ownerUrl: string) {
  const { own } = await worldOn(database, config)
  const lecture = await addLectureSchool(database, own)
  await asOwner(
    ownerUrl,
    `with added as (
       insert into students (school_id, create_term_id, name, qrcode)
       select $1, $2, 'Student ' || n, 'faults ' || n from generate_series(1, $4::int) n returning school_id, id
     )
     insert into enrolments (school_id, term_id, student_id, section_id, roll)
     select school_id, $2, id, $3, (row_number() over (order by id))::text from added`,
    [own.id, own.termId, own.section7B, ofSection],
  )
  const students = await asOwner<{ id: string }>(
    ownerUrl,
    'select student_id::text as id from enrolments where school_id = $1 and section_id = $2 order by student_id',
    [own.id, own.section7B],
  )
  return {
    id: own.id,
    termId: own.termId,
    classId: own.class7,
    sectionId: own.section7A,
    admin: own.subjects.admin ?? '',
    teacher: own.subjects.teacher ?? '',
    section: { sectionId: String(own.section7B), studentIds: students.map((student) => student.id) },
    /** The marks shown to each student. */
    pupils: lecture.pupils.map((pupil) => ({ ...pupil, marks: new Set<string>() })),
  }
}

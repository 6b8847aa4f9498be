import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'

/** A lecture that is held at this moment, in which a child has a mark. */
export interface FamilyLecture {
  studentId: number
  /** Of its register. */
  id: number
  /** The teacher's meeting; '' without one. */
  zoomLink: string
  subjectName: string | null
  teacherName: string
  startedAt: Date
}

/** Selects the live lectures of students, the latest first. */
export function liveLecturesOfStudents(db: Db, schoolId: number, studentIds: readonly number[]) {
  return db
    .selectFrom(
      sql<FamilyLecture>`(
    select m.student_id, l.register_id as id, l.zoom_link, subjects.name as subject_name, l.teacher_name, l.started_at
    from lectures l
    join registers r on r.school_id = ${schoolId} and r.id = l.register_id
    join marks m on m.school_id = ${schoolId} and m.register_id = r.id and m.student_id = any(${studentIds}::bigint[])
    left join subjects on subjects.school_id = ${schoolId} and subjects.id = r.subject_id
    where l.school_id = ${schoolId} and l.ended_at is null and l.closes_at > now()
    order by l.started_at desc, l.register_id)`.as<'l'>('l'),
    )
    .selectAll()
}

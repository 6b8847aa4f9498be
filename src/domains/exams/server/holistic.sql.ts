import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { type HolisticEntries, holisticEntries } from '../holistic.schema.ts'
import { rowsOf } from './scores.sql.ts'

/** A section whose class is assessed by a scheme. */
export interface HolisticSection {
  schoolId: number
  sectionId: number
  sectionName: string
  className: string
  termId: number
  /** The class of the scheme that it is. */
  schemeClass: string
  /** The scheme as JSON text. */
  content: string
}

/** Selects a section that the viewer may see and whose class is assessed. */
export function selectHolisticSection(db: Db | Tx, viewer: Viewer, schoolId: number, sectionId: number) {
  return rowsOf(
    db,
    sql<HolisticSection>`
      select sections.school_id, sections.id as section_id, sections.name as section_name, classes.name as class_name,
        sections.term_id, c.scheme_class, s.content::text as content
      from sections
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = sections.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = c.scheme_id
      where sections.school_id = ${schoolId} and sections.id = ${sectionId} and ${visibleSection(viewer)}`,
  )
}

/** How far the holistic cards of a section are in a part. */
export interface HolisticProgress {
  sectionId: number
  sectionName: string
  className: string
  part: string
  students: number
  /** Students of whom something is entered. */
  entered: number
}

/** Selects the sections of a term that the viewer may see and that have holistic cards, with each part. */
export function selectHolisticProgress(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  return rowsOf(
    db,
    sql<HolisticProgress>`
      select sections.id as section_id, sections.name as section_name, classes.name as class_name, p.part->>'name' as part,
        count(students.id)::int as students, count(h.student_id)::int as entered
      from sections
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = sections.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = c.scheme_id
      cross join lateral jsonb_array_elements(s.content->'parts') with ordinality p (part, place)
      left join enrolments e on e.school_id = ${schoolId} and e.section_id = sections.id
      left join students on students.school_id = ${schoolId} and students.id = e.student_id and not students.disabled
      left join holistic_entries h on h.school_id = ${schoolId} and h.term_id = e.term_id and h.student_id = students.id
        and h.part = p.part->>'name'
      where sections.school_id = ${schoolId} and sections.term_id = ${termId}
        and s.content->'holistic'->'classes' @> to_jsonb(c.scheme_class) and ${visibleSection(viewer)}
      group by sections.id, sections.name, sections.sr, classes.name, p.part, p.place
      order by sections.sr, sections.id, p.place`,
  )
}

/** A student of a section with what is entered for the holistic card of a part. */
export interface HolisticStudent {
  studentId: number
  name: string
  roll: string
  /** 0 without entries. */
  version: number
  entries: HolisticEntries
  changedByName: string
}

type SelectedStudent = Omit<HolisticStudent, 'entries'> & { content: string }

/** Selects the enabled students of a section by roll, with entries of a part. Pass its rows to {@link studentFrom}. */
export function selectHolisticStudents(db: Db | Tx, schoolId: number, { sectionId, part }: { sectionId: number; part: string }) {
  return rowsOf(
    db,
    sql<SelectedStudent>`
      select e.student_id, s.name, e.roll, coalesce(h.version, 0) as version,
        coalesce(h.content, '{"descriptors": [], "words": []}')::text as content,
        coalesce(h.changed_by_name, '') as changed_by_name
      from enrolments e
      join students s on s.school_id = ${schoolId} and s.id = e.student_id and not s.disabled
      left join holistic_entries h on h.school_id = ${schoolId} and h.term_id = e.term_id and h.student_id = e.student_id
        and h.part = ${part}
      where e.school_id = ${schoolId} and e.section_id = ${sectionId}
      order by e.roll_sort, e.roll, e.student_id`,
  )
}

export function studentFrom({ content, ...row }: SelectedStudent): HolisticStudent {
  return { ...row, entries: holisticEntries.parse(JSON.parse(content)) }
}

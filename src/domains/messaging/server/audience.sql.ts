import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { isLanguage, type Language, languages } from '#shared/languages.ts'
import { languageOfSchool, type School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { classSr, schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'
import { audiences } from '../messaging.schema.ts'

/** A student of the current term with the addresses and names that messages use. */
export interface Recipient {
  studentId: number
  name: string
  phone: string
  email: string
  /** The student's account; null without one. */
  subject: string | null
  loginEmail: string | null
  disabled: boolean
  sectionId: number
  /** `7-B` */
  sectionName: string
  /** In which the family is written to: its own choice, else the school's. */
  language: Language
  /** The name of the school in messages: the class's own name for it where the school has several names. */
  schoolName: string
}

/** The students a message is for, by the audience modes of the specification, section 9. */
export interface Audience {
  audience: number
  sectionIds: readonly number[]
  studentIds: readonly number[]
}

/** Returns the name of the school in messages, as SQL over its `classes`. */
export function messageSchoolName(school: School) {
  return school.manySchoolNames
    ? sql<string>`coalesce(nullif(classes.sms_suffix, ''), ${school.name}::text)`
    : sql<string>`${school.name}::text`
}

/** Returns the language in which a family is written to, as SQL over `students as s`. */
function familyLanguage(school: School) {
  return sql<Language>`case when s.language = any(${languages}::text[]) then s.language else ${languageOfSchool(school)}::text end`
}

/**
 * Reads the languages for the reader of a message, the preferred one first: that of its students' family, else of the
 * account that it goes to, and the school's.
 */
export async function languagesOfReader(
  db: Db | Tx,
  school: School,
  { id, subject }: { id: number; subject: string | null },
): Promise<Language[]> {
  const { rows } = await sql<{ language: string }>`
    select language from (
      select s.language, 1 as place, s.id from message_students l
      join students s on s.school_id = ${school.id} and s.id = l.student_id
      where l.school_id = ${school.id} and l.message_id = ${id}
      union all
      select language, 2, 0 from logins where subject = ${subject}::uuid
    ) known where language <> '' order by place, id`.execute(db)
  return [...rows.map((row) => row.language).filter(isLanguage), languageOfSchool(school)]
}

/**
 * Selects the students of an audience in the current term that the viewer may see, in the school's order. Includes
 * disabled students. Ids the viewer may not see are left out without an error.
 */
export function recipientsOfAudience(
  db: Db | Tx,
  school: School,
  viewer: Viewer,
  { audience, sectionIds, studentIds }: Audience,
) {
  const chosenSections = audience === audiences.sections ? sql`sections.id = any(${sectionIds}::bigint[])` : sql`true`
  const chosenStudents = audience === audiences.students ? sql`e.student_id = any(${studentIds}::bigint[])` : sql`true`
  return db
    .selectFrom(
      sql<Recipient>`(
    with place as (
      select sections.id as section_id, sections.sr, sections.class_id, ${classSr} as class_sr,
        classes.name || '-' || sections.name as section_name, ${messageSchoolName(school)} as school_name
      from sections
      join terms on terms.school_id = ${school.id} and terms.id = sections.term_id and terms.current
      join classes on classes.school_id = ${school.id} and classes.id = sections.class_id
      where sections.school_id = ${school.id} and ${visibleSection(viewer)} and ${chosenSections}
    )
    select s.id as student_id, s.name, s.phone, s.email, s.subject, s.login_email, s.disabled,
      place.section_id, place.section_name, place.school_name, ${familyLanguage(school)} as language
    from place
    cross join lateral (
      select e.student_id, e.roll_sort from enrolments e
      where e.school_id = ${school.id} and e.section_id = place.section_id and ${chosenStudents}
    ) e
    cross join lateral (
      select * from students where school_id = ${school.id} and id = e.student_id
    ) s
    order by ${schoolOrder('place')}, e.roll_sort, e.student_id)`.as<'l'>('l'),
    )
    .selectAll()
}

/** Selects those of the sections that are in the current term and visible to the viewer. */
export function visibleCurrentSections(db: Db | Tx, schoolId: number, viewer: Viewer, sectionIds: readonly number[]) {
  return db
    .selectFrom('sections')
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'sections.termId'))
    .select('sections.id')
    .where('sections.schoolId', '=', schoolId)
    .where('terms.current', '=', true)
    .where(sql<boolean>`sections.id = any(${sectionIds}::bigint[])`)
    .where(visibleSection(viewer))
}

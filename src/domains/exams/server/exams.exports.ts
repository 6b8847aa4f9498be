import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { plural, t } from '#shared/texts.ts'
import type { SectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'
import type { AfterClassChange } from '#domains/classes/server/sectionHooks.exports.ts'
import type { StudentHooks } from '#domains/students/server/studentHooks.exports.ts'
import { countOfSections } from './countOfSections.ts'

/**
 * Scores, remarks and what holistic cards say go with a deleted student; a published report card keeps the student.
 * Scores keep an import of students from being undone, and a student from coming to another class of the term, where
 * they would have no place.
 */
export const scoresOfStudents: StudentHooks = {
  afterPlacements: async ({ db, schoolId }, placements) => {
    const moved = placements.filter(({ fromClassId }) => fromClassId !== null)
    await refuseOutOfClass(
      db,
      schoolId,
      moved.map(({ termId, studentId }) => ({ termId, studentId })),
    )
    return []
  },
  beforeDeletion: async (db, schoolId, studentIds) => {
    for (const table of [
      'scoreChanges',
      'scores',
      'studentRemarks',
      'holisticEntries',
      'reexaminationChanges',
      'reexaminationScores',
    ] as const)
      await db
        .deleteFrom(table)
        .where('schoolId', '=', schoolId)
        .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
        .execute()
  },
  countDependents: async (db, schoolId, studentIds) => {
    const { count } = await db
      .selectFrom('scores')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('schoolId', '=', schoolId)
      .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
      .executeTakeFirstOrThrow()
    return [count, t`${plural(count, { one: '# score of an exam', other: '# scores of exams' })}`]
  },
}

/** Published results keep a section from being deleted, also withdrawn ones. */
export const publicationsOfSections: SectionDependents = {
  textOf: (count) => t`${plural(count, { one: '# publication of results', other: '# publications of results' })}`,
  countOfSections: countOfSections('resultPublications'),
  messages: {
    section: {
      get result_publications_school_id_term_id_section_id_fkey() {
        return t`Results of this section were published. They keep it from being deleted.`
      },
    },
  },
}

/** Refuses a section with scores in another class. Opens its sheets, which are those of the class that it leaves. */
export const refuseSectionWithScores: AfterClassChange = async ({ db, schoolId }, { sectionId, termId }) => {
  // Whoever is entering a score of one of them finishes first, and whoever comes later finds the section moved.
  const places = await db
    .selectFrom('enrolments')
    .select('studentId')
    .where('schoolId', '=', schoolId)
    .where('sectionId', '=', sectionId)
    .orderBy('studentId')
    .forNoKeyUpdate()
    .execute()
  await refuseOutOfClass(
    db,
    schoolId,
    places.map(({ studentId }) => ({ termId, studentId })),
  )
  await db.deleteFrom('scoreLocks').where('schoolId', '=', schoolId).where('sectionId', '=', sectionId).execute()
}

/** @throws Refusal CONFLICT when a student has scores in another class of the term than the student is in now */
async function refuseOutOfClass(
  db: Tx,
  schoolId: number,
  places: readonly { termId: number; studentId: number }[],
): Promise<void> {
  if (places.length === 0) return
  const { rows } = await sql<{ name: string; className: string; count: number }>`
    select students.name, classes.name as class_name, count(*)::int as count
    from unnest(${places.map(({ termId }) => termId)}::bigint[], ${places.map(({ studentId }) => studentId)}::bigint[])
      as moved (term_id, student_id)
    join scores on scores.school_id = ${schoolId} and scores.student_id = moved.student_id and scores.term_id = moved.term_id
    join assessed_subjects a on a.school_id = ${schoolId} and a.id = scores.assessed_subject_id
    join enrolments e on e.school_id = ${schoolId} and e.term_id = moved.term_id and e.student_id = moved.student_id
    join sections on sections.school_id = ${schoolId} and sections.id = e.section_id
    join classes on classes.school_id = ${schoolId} and classes.id = a.class_id
    join students on students.school_id = ${schoolId} and students.id = moved.student_id
    where a.class_id <> sections.class_id
    group by students.name, students.id, classes.name order by students.name, students.id limit 1`.execute(db)
  const [first] = rows
  if (!first) return
  const { name, className, count } = first
  const scores = t`${plural(count, { one: '# score', other: '# scores' })}`
  throw new Refusal(
    'CONFLICT',
    t`${name} has ${scores} in class ${className}. Clear them there before the student comes to another class.`,
  )
}

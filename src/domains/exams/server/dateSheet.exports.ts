import { sql } from 'kysely'
import { plural, t } from '#shared/texts.ts'
import type { SectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'

export { FamilyExamType } from './dateSheet.graphql.ts'
export { announcedExams, papersOfStudents } from './dateSheet.sql.ts'
export { type FamilyExam, familyExams } from './familyExams.ts'

/** Papers that name a section. Those of its whole class do not keep it. */
export const papersOfSections: SectionDependents = {
  textOf: (count) => t`${plural(count, { one: '# exam paper', other: '# exam papers' })}`,
  countOfSections: async (db, schoolId, sectionIds) => {
    const { count } = await db
      .selectFrom('examPaperSections')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('schoolId', '=', schoolId)
      .where(sql<boolean>`section_id = any(${sectionIds}::bigint[])`)
      .executeTakeFirstOrThrow()
    return count
  },
  messages: {
    section: {
      get exam_paper_sections_school_id_section_id_fkey() {
        return t`An exam has papers for this section alone. They keep it from being deleted.`
      },
    },
  },
}

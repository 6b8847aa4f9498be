import { plural, t } from '#shared/texts.ts'
import type { SectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'
import { countOfSections } from './countOfSections.ts'

export { FamilyExamType } from './dateSheet.graphql.ts'
export { announcedExams, papersOfStudents } from './dateSheet.sql.ts'
export { type FamilyExam, familyExams } from './familyExams.ts'

/** Papers that name a section. Those of its whole class do not keep it. */
export const papersOfSections: SectionDependents = {
  textOf: (count) => t`${plural(count, { one: '# exam paper', other: '# exam papers' })}`,
  countOfSections: countOfSections('examPaperSections'),
  messages: {
    section: {
      get exam_paper_sections_school_id_section_id_fkey() {
        return t`An exam has papers for this section alone. They keep it from being deleted.`
      },
    },
  },
}

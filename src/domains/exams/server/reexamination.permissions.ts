import { action } from '#platform/action.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'
import type { ReexaminationRow } from './reexamination.sql.ts'
import type { SectionRow } from './scores.permissions.ts'

const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' } as const

export const reexaminationActions = {
  /** Queries narrow the rows: a TEACHER sees the own sections and the subjects that are the own ones to enter. */
  view: action<undefined>('reexaminations.view', staff),
  /** Lets a repeated request get its stored answer. Each new score also needs `enter`. */
  submit: action<SectionRow>('reexaminations.enter', staff),
  /** As `publishingActions.publish`, which makes the cards. */
  publish: action<ReexaminationRow>('results.publish', { ...staff, roles: ['SUPERADMIN', 'ADMIN'] }),
  enter: action<ReexaminationRow>('reexaminations.enter', {
    ...staff,
    rule: ({ viewer, row: { subjectName, teachers, teaches, publishedAt } }) => {
      if (viewer.role !== 'TEACHER') return null
      const names = joinWithAnd(teachers)
      if (!teaches)
        return names === ''
          ? t`Only the teachers of ${subjectName} enter its scores`
          : t`Only ${names} may enter scores of ${subjectName}`
      return publishedAt === null ? null : t`This result is published. The office changes it, with a reason.`
    },
  }),
}

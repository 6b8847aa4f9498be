import { action } from '#platform/action.ts'
import { undoAction } from '#platform/imports.ts'
import { Refusal } from '#platform/refusal.ts'
import { showMoment } from '#shared/dates.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'
import type { SheetRow } from './scores.sql.ts'

/** Who looks at scores. Queries narrow the rows: an ADMIN limited to classes sees these, a TEACHER what is taught. */
const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' } as const
const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'exams' } as const

/** The row of an action on several sheets of a section. */
export interface SectionRow {
  schoolId: number
}

/** What decides who may enter the scores of a sheet. */
export type EnteredSheet = Pick<
  SheetRow,
  'schoolId' | 'subjectName' | 'part' | 'className' | 'sectionName' | 'locked' | 'teachers' | 'teaches'
>

/** Returns who has locked a sheet, for whoever wants to enter scores. */
function sheetIsLocked({ subjectName, part, className, sectionName, locked }: EnteredSheet): Refusal {
  const [name, at] = [locked?.byName ?? '', showMoment(locked?.at)]
  return new Refusal(
    'CONFLICT',
    t`${subjectName} of ${className}-${sectionName}, ${part}, was locked by ${name} on ${at}. The office changes it, with a reason.`,
  )
}

export const scoreActions = {
  view: action<undefined>('scores.view', staff),
  /** Lets a repeated request get its stored answer from a sheet that was locked since. A new one also needs `enter`. */
  submit: action<SheetRow>('scores.enter', staff),
  enter: action<EnteredSheet>('scores.enter', {
    ...staff,
    rule: ({ viewer, row }) => {
      if (viewer.role === 'TEACHER' && !row.teaches) return onlyTeachers(row)
      return row.locked ? sheetIsLocked(row) : null
    },
  }),
  /** A file of several sheets, each of which also needs `enter`. */
  import: action<SectionRow>('scores.import', staff),
  undoImport: undoAction('scores.undoImport', staff.roles, { flag: staff.flag }),
  submitCorrection: action<SheetRow>('scores.correct', office),
  correct: action<SheetRow>('scores.correct', {
    ...office,
    rule: ({ row }) => (row.locked ? null : t`This is not locked. Enter the scores without a reason.`),
  }),
  /** Class teachers too, of the own sections: the rows are narrowed to these. */
  remind: action<SectionRow | undefined>('scores.remind', staff),
  lock: action<SectionRow>('scores.lock', office),
  unlock: action<SectionRow>('scores.unlock', office),
}

function onlyTeachers({ subjectName, teachers }: EnteredSheet): string {
  const names = joinWithAnd(teachers)
  return names === ''
    ? t`Only the teachers of ${subjectName} enter its scores`
    : t`Only ${names} may enter scores of ${subjectName}`
}

export const resultActions = {
  /** Queries narrow the rows to the sections that the viewer sees: a TEACHER those of the own sections. */
  view: action<undefined>('results.view', staff),
}

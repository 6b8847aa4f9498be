import { action } from '#platform/action.ts'
import { Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'

/** What decides about an exam. */
export interface ExamTarget {
  /** Whether it has papers of classes that the viewer, an ADMIN limited to classes, may not see. */
  otherClasses: boolean
  announced: boolean
  papers: number
}

/** SUPERADMIN and ADMIN plan exams. A limited ADMIN plans those that are about the own classes alone. */
const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'exams' } as const

/** Returns why a limited ADMIN may not change an exam. */
function refuseOtherClasses({ row }: { row: ExamTarget }): string | null {
  return row.otherClasses ? t`This exam has papers of classes that you may not see` : null
}

function refuse(message: string): Refusal {
  return new Refusal('CONFLICT', message)
}

export const examActions = {
  view: action<undefined>('exam.view', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' }),
  viewOwn: action<undefined>('exam.viewOwn', { roles: ['STUDENT'], flag: 'exams' }),
  tickets: action<undefined>('exam.tickets', office),
  save: action<ExamTarget>('exam.save', { ...office, rule: refuseOtherClasses }),
  delete: action<ExamTarget>('exam.delete', {
    ...office,
    rule: ({ row }) =>
      refuseOtherClasses({ row }) ??
      (row.announced ? refuse(t`Families see this exam. Withdraw its announcement before you delete it.`) : null),
  }),
  announce: action<ExamTarget>('exam.announce', {
    ...office,
    rule: ({ row }) =>
      refuseOtherClasses({ row }) ??
      (row.papers === 0 ? refuse(t`This exam has no papers yet. Add its date sheet first.`) : null),
  }),
  withdraw: action<ExamTarget>('exam.withdraw', {
    ...office,
    rule: ({ row }) => refuseOtherClasses({ row }) ?? (row.announced ? null : refuse(t`This exam is not announced.`)),
  }),
}

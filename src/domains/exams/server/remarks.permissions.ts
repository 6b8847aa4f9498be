import { action } from '#platform/action.ts'
import { t } from '#shared/texts.ts'
import type { RemarkRow, RemarkSection } from './remarks.sql.ts'

const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'exams' } as const
const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' } as const

export const remarkActions = {
  list: action<undefined>('remark.list', staff),
  save: action<Pick<RemarkRow, 'schoolId'>>('remark.save', {
    ...office,
    general: ({ viewer }) =>
      viewer.classIds ? t`You are limited to some classes, and the list of remarks is shared by all classes` : null,
  }),
  delete: action<Pick<RemarkRow, 'schoolId'>>('remark.delete', {
    ...office,
    general: ({ viewer }) =>
      viewer.classIds ? t`You are limited to some classes, and the list of remarks is shared by all classes` : null,
  }),
  view: action<undefined>('remark.view', staff),
  /** A TEACHER writes remarks in the own sections, as their class teacher. The rows are narrowed to these. */
  choose: action<RemarkSection>('remark.choose', staff),
}

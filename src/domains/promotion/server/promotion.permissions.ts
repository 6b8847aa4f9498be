import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Promotion } from './promotion.sql.ts'

/** Something of a school that is not about one batch. */
export interface OfSchool {
  schoolId: number
}

const staff = { roles: ['SUPERADMIN', 'ADMIN'] } as const

export const limitedToClasses = 'You are limited to some classes, and cannot promote a school'
export const underWay = 'This is under way: it goes on by itself.'

/** Why what is left of a batch is not carried out once the school has another current term. */
export function yearIsOver({ toTermName }: Pick<Promotion, 'toTermName'>): string {
  return `${toTermName} is not the current term any more. What is left of this is not carried out.`
}

function wholeSchool({ viewer }: { viewer: Viewer }): string | null {
  return viewer.classIds ? limitedToClasses : null
}

/** Promotion is SUPERADMIN's and ADMIN's (specification, section 6), of the whole school; reversing it is SUPERADMIN's. */
export const promotionActions = {
  view: action<undefined>('promotion.view', { ...staff, general: wholeSchool }),
  promote: action<OfSchool>('promotion.promote', { ...staff, general: wholeSchool }),
  continue: action<Promotion>('promotion.continue', {
    ...staff,
    general: wholeSchool,
    rule: ({ row }) => {
      const { state, failed } = row
      if (state === 'QUEUED' || state === 'RUNNING') return underWay
      if (state === 'REVERSED') return 'This was reversed.'
      if (state === 'DONE' && failed === 0) return 'Nothing is left to be done.'
      return row.toCurrentTerm ? null : yearIsOver(row)
    },
  }),
  previewReversal: action<undefined>('promotion.previewReversal', { roles: ['SUPERADMIN'] }),
  reverse: action<Promotion>('promotion.reverse', {
    roles: ['SUPERADMIN'],
    rule: ({ row }) => {
      if (row.state === 'QUEUED' || row.state === 'RUNNING') return underWay
      return row.state === 'REVERSED' ? 'This was reversed already.' : null
    },
  }),
}

import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'
import type { Promotion } from './promotion.sql.ts'

/** The row of an action that is not about one batch. */
export interface SchoolRow {
  schoolId: number
}

const staff = { roles: ['SUPERADMIN', 'ADMIN'] } as const

export const limitedToClasses = () => t`You are limited to some classes and cannot promote the whole school`
export const underWay = () => t`This promotion is under way and continues by itself.`

/** Returns why the rest of a batch is not carried out after the school has changed its current term. */
export function termChangedMessage({ toTermName }: Pick<Promotion, 'toTermName'>): string {
  return t`${toTermName} is not the current term any more. The rest of this promotion is not carried out.`
}

function refuseLimitedAdmin({ viewer }: { viewer: Viewer }): string | null {
  return viewer.classIds ? limitedToClasses() : null
}

/**
 * SUPERADMIN, and ADMIN without a limit to classes, may promote (specification, section 6). Only SUPERADMIN may
 * reverse.
 */
export const promotionActions = {
  view: action<undefined>('promotion.view', { ...staff, general: refuseLimitedAdmin }),
  promote: action<SchoolRow>('promotion.promote', { ...staff, general: refuseLimitedAdmin }),
  continue: action<Promotion>('promotion.continue', {
    ...staff,
    general: refuseLimitedAdmin,
    rule: ({ row }) => {
      const { state, failed } = row
      if (state === 'QUEUED' || state === 'RUNNING') return underWay()
      if (state === 'REVERSED') return t`This promotion was reversed.`
      if (state === 'DONE' && failed === 0) return t`This promotion is complete.`
      return row.toCurrentTerm ? null : termChangedMessage(row)
    },
  }),
  previewReversal: action<undefined>('promotion.previewReversal', { roles: ['SUPERADMIN'] }),
  reverse: action<Promotion>('promotion.reverse', {
    roles: ['SUPERADMIN'],
    rule: ({ row }) => {
      if (row.state === 'QUEUED' || row.state === 'RUNNING') return underWay()
      return row.state === 'REVERSED' ? t`This promotion was already reversed.` : null
    },
  }),
}

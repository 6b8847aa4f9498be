import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { loginKinds } from '../messaging.schema.ts'
import type { Template } from './templates.sql.ts'

interface OfSchool {
  schoolId: number
}

/** What a person sends. */
interface Order extends OfSchool {
  kind: string
  audience: number
}

const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const
const superadmin = { roles: ['SUPERADMIN'] } as const

const wholeSchool = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : 'You are limited to some classes, and this is about the whole school'

/**
 * Texts are registered with the operators in the name of the school and are the SUPERADMIN's, as the login templates are; how a kind
 * goes, an ADMIN of the whole school decides. An ADMIN limited to classes writes to their students.
 */
export const templateActions = {
  list: action<OfSchool | undefined>('messageTemplate.list', office),
  save: action<OfSchool | null>('messageTemplate.save', superadmin),
  delete: action<Template>('messageTemplate.delete', superadmin),
  listKinds: action<OfSchool | undefined>('messageKind.list', office),
  setKind: action<OfSchool | undefined>('messageKind.set', { ...office, general: wholeSchool }),
  /** Whether somebody may send at all; `send` decides about what. */
  askToSend: action<OfSchool | undefined>('message.send', office),
  send: action<Order>('message.send', {
    ...office,
    rule: ({ viewer, row }) => {
      if (viewer.role !== 'SUPERADMIN' && (loginKinds as readonly string[]).includes(row.kind))
        return 'Login details are sent by the super administrator'
      return row.audience === 0 ? wholeSchool({ viewer }) : null
    },
  }),
  listBatches: action<OfSchool | undefined>('messageBatch.list', office),
}

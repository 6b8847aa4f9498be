import { t } from '#shared/texts.ts'
import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { loginKinds } from '../messaging.schema.ts'
import type { Template } from './templates.sql.ts'

interface SchoolScope {
  schoolId: number
}

/** A batch that a person wants to send. */
interface Order extends SchoolScope {
  kind: string
  audience: number
}

const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const
const superadmin = { roles: ['SUPERADMIN'] } as const

const requireWholeSchool = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : t`You are limited to some classes, and this is about the whole school`

/**
 * Only a SUPERADMIN may change templates, because they are registered with the operators in the school's name. An ADMIN
 * of the whole school sets which kinds are sent and how. A class-limited ADMIN sends to students of those classes.
 */
export const templateActions = {
  list: action<SchoolScope | undefined>('messageTemplate.list', office),
  save: action<SchoolScope | null>('messageTemplate.save', superadmin),
  delete: action<Template>('messageTemplate.delete', superadmin),
  listKinds: action<SchoolScope | undefined>('messageKind.list', office),
  setKind: action<SchoolScope | undefined>('messageKind.set', { ...office, general: requireWholeSchool }),
  /** Whether the viewer may send any batch; `send` decides about a given one. */
  sendAny: action<SchoolScope | undefined>('message.send', office),
  send: action<Order>('message.send', {
    ...office,
    rule: ({ viewer, row }) => {
      if (viewer.role !== 'SUPERADMIN' && (loginKinds as readonly string[]).includes(row.kind))
        return t`Login details are sent by the super administrator`
      return row.audience === 0 ? requireWholeSchool({ viewer }) : null
    },
  }),
  listBatches: action<SchoolScope | undefined>('messageBatch.list', office),
}

import { action } from '#platform/action.ts'
import type { Facts } from '#platform/action.ts'
import type { MessageKind, MessageState } from '../messaging.rules.ts'
import { loginKinds } from '../messaging.schema.ts'

/** What decides about a message. */
interface Message {
  schoolId: number
  kind: MessageKind
  state: MessageState
  withdrawnAt: Date | null
}

const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

function loginsAreOthers({ viewer, row }: Facts<Message>): string | null {
  return viewer.role !== 'SUPERADMIN' && loginKinds.includes(row.kind)
    ? 'Login details are sent by the super administrator'
    : null
}

/** Rows are narrowed where they are read: an ADMIN limited to classes and a TEACHER find those about their sections' students. */
export const messageActions = {
  list: action<undefined>('message.list', office),
  listOfStudent: action<undefined>('message.listOfStudent', { roles: [...office.roles, 'TEACHER'] }),
  cancel: action<Message>('message.cancel', {
    ...office,
    rule: (facts) => loginsAreOthers(facts) ?? (facts.row.state === 'QUEUED' ? null : 'It does not wait any more'),
  }),
  retry: action<Message>('message.retry', {
    ...office,
    rule: (facts) =>
      loginsAreOthers(facts) ??
      (facts.row.state === 'FAILED' || facts.row.state === 'UNKNOWN'
        ? facts.row.withdrawnAt && 'What it said is true no more'
        : 'Only what failed, or may have failed, is sent again'),
  }),
}

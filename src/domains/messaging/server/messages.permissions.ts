import { t } from '#shared/texts.ts'
import { action } from '#platform/action.ts'
import type { RuleContext } from '#platform/action.ts'
import type { MessageKind, MessageState } from '../messaging.rules.ts'
import { loginKinds } from '../messaging.schema.ts'

/** The fields of a message that permissions depend on. */
interface Message {
  schoolId: number
  kind: MessageKind
  state: MessageState
  withdrawnAt: Date | null
}

const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

function loginRefusal({ viewer, row }: RuleContext<Message>): string | null {
  return viewer.role !== 'SUPERADMIN' && loginKinds.includes(row.kind)
    ? t`Login details are sent by the super administrator`
    : null
}

/** A class-limited ADMIN and a TEACHER see only messages about their students. The SQL that reads them filters. */
export const messageActions = {
  list: action<undefined>('message.list', office),
  listOfStudent: action<undefined>('message.listOfStudent', { roles: [...office.roles, 'TEACHER'] }),
  cancel: action<Message>('message.cancel', {
    ...office,
    rule: (facts) => loginRefusal(facts) ?? (facts.row.state === 'QUEUED' ? null : t`It is no longer queued`),
  }),
  retry: action<Message>('message.retry', {
    ...office,
    rule: (facts) =>
      loginRefusal(facts) ??
      (facts.row.state === 'FAILED' || facts.row.state === 'UNKNOWN'
        ? facts.row.withdrawnAt && t`What it says is no longer true`
        : t`Only failed or unknown messages can be sent again`),
  }),
}

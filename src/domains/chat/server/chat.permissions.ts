import { t } from '#shared/texts.ts'
import { action } from '#platform/action.ts'
import { whyNotWrite } from '../chat.rules.ts'
import type { MessageRow, ThreadRow } from './chat.sql.ts'

/**
 * FEES and ATTENDANT take no part in chats. `visibleThread` decides which conversations a person may see; all others
 * are not found.
 */
const participants = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'STUDENT'], flag: 'chat' } as const
const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'chat' } as const
const moderators = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'chat' } as const

export const chatActions = {
  read: action<undefined>('chat.read', participants),
  contacts: action<undefined>('chat.contacts', staff),
  open: action<undefined>('chatThread.open', participants),
  /**
   * Lets a repeated request return its stored message whatever has changed since. `send` decides about a new message.
   */
  submit: action<ThreadRow>('chatMessage.send', participants),
  send: action<ThreadRow>('chatMessage.send', { ...participants, rule: ({ viewer, row }) => whyNotWrite(row, viewer.role) }),
  markRead: action<ThreadRow>('chatThread.markRead', participants),
  setClosed: action<ThreadRow>('chatThread.setClosed', moderators),
  remove: action<MessageRow>('chatMessage.remove', {
    ...moderators,
    rule: ({ row }) => (row.removedAt === null ? null : t`This message was removed by ${row.removedByName ?? ''} already.`),
  }),
}

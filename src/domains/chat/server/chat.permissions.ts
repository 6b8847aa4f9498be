import { action } from '#platform/action.ts'
import { whyNotWrite } from '../chat.rules.ts'
import type { MessageRow, ThreadRow } from './chat.sql.ts'

/**
 * Staff of a section and its families; FEES and ATTENDANT have no part in it. Which conversations are a person's own, `visibleThread`
 * says: all others are not found.
 */
const talking = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'STUDENT'], flag: 'chat' } as const
const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'chat' } as const
const moderating = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'chat' } as const

export const chatActions = {
  read: action<undefined>('chat.read', talking),
  contacts: action<undefined>('chat.contacts', staff),
  open: action<undefined>('chatThread.open', talking),
  /** What was stored already is answered again whatever has changed since; what is new is up to `send`. */
  askToSend: action<ThreadRow>('chatMessage.send', talking),
  send: action<ThreadRow>('chatMessage.send', { ...talking, rule: ({ viewer, row }) => whyNotWrite(row, viewer.role) }),
  markRead: action<ThreadRow>('chatThread.markRead', talking),
  setClosed: action<ThreadRow>('chatThread.setClosed', moderating),
  remove: action<MessageRow>('chatMessage.remove', {
    ...moderating,
    rule: ({ row }) => (row.removedAt === null ? null : `This message was removed by ${row.removedByName ?? ''} already.`),
  }),
}

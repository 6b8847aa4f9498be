import { randomUUID } from 'node:crypto'
import type { Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const talkers = ['superadmin', 'admin', 'limitedAdmin', 'teacher', 'student'] as const satisfies readonly Who[]
const staff = ['superadmin', 'admin', 'limitedAdmin', 'teacher'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const notTheirs = ['teacher', 'student'] as const satisfies readonly Who[]

const written = (threadId: Extra[string] | undefined) => ({ input: { key: randomUUID(), threadId, text: 'Good morning' } })

/** Rights in conversations: those of the student in 7-A, whom the teacher teaches, and of the one in 8-A. */
export const chatExpectations: Readonly<Record<string, Expectation>> = {
  chatUnread: { who: talkers, noRow: true },
  chatThreads: { who: talkers, noRow: true, variables: () => ({ input: {} }) },
  chatThread: {
    who: talkers,
    notTheirs,
    variables: ({ extra }) => ({ input: { id: extra.thread7 } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.thread8 } }),
  },
  chatMessages: {
    who: talkers,
    notTheirs,
    variables: ({ extra }) => ({ input: { threadId: extra.thread7 } }),
    outOfClass: ({ extra }) => ({ input: { threadId: extra.thread8 } }),
  },
  chatAttachment: {
    who: talkers,
    notTheirs,
    variables: ({ extra }) => ({ input: { messageId: extra.chatMessage7 } }),
    outOfClass: ({ extra }) => ({ input: { messageId: extra.chatMessage8 } }),
  },
  chatContacts: { who: staff, noRow: true, variables: () => ({ input: {} }) },
  openChatThread: {
    who: talkers,
    notTheirs,
    variables: ({ student7A }) => ({ input: { studentId: student7A } }),
    outOfClass: ({ student8A }) => ({ input: { studentId: student8A } }),
  },
  sendChatMessage: {
    who: talkers,
    notTheirs,
    variables: ({ extra }) => written(extra.thread7),
    outOfClass: ({ extra }) => written(extra.thread8),
  },
  markChatRead: {
    who: talkers,
    notTheirs,
    variables: ({ extra }) => ({ input: { threadId: extra.thread7, messageId: extra.chatMessage7 } }),
    outOfClass: ({ extra }) => ({ input: { threadId: extra.thread8, messageId: extra.chatMessage8 } }),
  },
  removeChatMessage: {
    who: office,
    variables: ({ extra }) => ({ input: { id: extra.chatMessage7, reason: 'Not for here' } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.chatMessage8, reason: 'Not for here' } }),
  },
  setChatThreadClosed: {
    who: office,
    variables: ({ extra }) => ({ input: { id: extra.thread7, closed: true } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.thread8, closed: true } }),
  },
}

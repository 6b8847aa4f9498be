import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

/** Rights on messages: who sees their state, and may cancel or retry them. */
export const messageExpectations: Readonly<Record<string, Expectation>> = {
  messages: { who: office, noRow: true, variables: () => ({ input: {} }) },
  messagesOfStudent: {
    who: [...office, 'teacher'],
    notTheirs: ['teacher'],
    variables: ({ student7A }) => ({ input: { studentId: student7A } }),
    outOfClass: ({ student8A }) => ({ input: { studentId: student8A } }),
  },
  cancelMessage: {
    who: office,
    variables: ({ extra }) => ({ input: { id: extra.waiting7 } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.waiting8 } }),
  },
  retryMessage: {
    who: office,
    variables: ({ extra }) => ({ input: { id: extra.failed7 } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.failed8 } }),
  },
}

/** Adds a queued and a failed message, about a student of 7-A and one of 8-A. */
export async function addMessages(db: Tx, { id: schoolId, student7A, student8A }: TestSchool): Promise<Extra> {
  const added = async (studentId: number, state: 'QUEUED' | 'FAILED') => {
    const { phone } = await db
      .selectFrom('students')
      .select('phone')
      .where('schoolId', '=', schoolId)
      .where('id', '=', studentId)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('messages')
      .values({
        schoolId,
        kind: 'FEE_REMINDER',
        event: `${state}/${studentId}`,
        phone,
        params: '{}',
        channels: ['SMS'],
        channel: 'SMS',
        state,
        failure: state === 'FAILED' ? 'Not delivered.' : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('messageStudents').values({ schoolId, messageId: id, studentId }).execute()
    if (state === 'QUEUED')
      await sql`insert into message_queue (school_id, message_id, channel, due_at)
        select school_id, id, channel, due_at from messages where school_id = ${schoolId} and id = ${id}`.execute(db)
    return id
  }
  return {
    waiting7: await added(student7A, 'QUEUED'),
    failed7: await added(student7A, 'FAILED'),
    waiting8: await added(student8A, 'QUEUED'),
    failed8: await added(student8A, 'FAILED'),
  }
}

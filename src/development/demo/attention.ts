import { findCasesIn } from '#domains/attention/server/attention.exports.ts'
import { currentSchool } from '#platform/database/currentSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'

/** What was done about the first cases of each school: calls and notes, with the day to look again after today. */
const done: readonly {
  kind: 'CALL' | 'NOTE'
  ago: number
  person: string
  said: string
  agreed: string
  again: number | null
}[] = [
  {
    kind: 'CALL',
    ago: 2,
    person: 'Mother',
    said: 'High fever since Monday. The doctor advises a few days of rest.',
    agreed: 'The certificate comes with the child',
    again: 0,
  },
  {
    kind: 'CALL',
    ago: 1,
    person: 'Father',
    said: 'The family was in the village for a wedding. They come back on Sunday.',
    agreed: 'Back in class on Monday; takes the notes from a classmate',
    again: 3,
  },
  {
    kind: 'NOTE',
    ago: 3,
    person: '',
    said: 'Two calls without an answer. The neighbour passes the word on.',
    agreed: '',
    again: null,
  },
]

/**
 * Finds the cases that follow from the demo's own registers, as the job would have found them in the last weeks, and
 * notes calls about the first.
 */
export async function addCases(db: Tx, { schoolId, now }: { schoolId: number; now: Date }): Promise<void> {
  const today = schoolDay(now)
  const school = await db.selectFrom('schools').selectAll().where('id', '=', schoolId).executeTakeFirstOrThrow()
  for (const ago of [14, 7, 3, 0]) await findCasesIn(db, school, addDays(today, -ago))
  const open = await db
    .selectFrom('attentionCases')
    .innerJoin('users', (on) => on.on('users.schoolId', '=', currentSchool).onRef('users.id', '=', 'attentionCases.ownerId'))
    .select(['attentionCases.id', 'studentId', 'openedOn', 'users.name', 'users.subject'])
    .where('attentionCases.schoolId', '=', schoolId)
    .where('closedAt', 'is', null)
    .orderBy('attentionCases.id')
    .limit(done.length)
    .execute()
  for (const [place, { id: caseId, studentId, name, subject }] of open.entries()) {
    const { ago, again, ...entry } = done[place] ?? {
      ago: 0,
      again: null,
      kind: 'NOTE' as const,
      person: '',
      said: '',
      agreed: '',
    }
    const lookAgainOn: Day | null = again === null ? null : addDays(today, again)
    await db
      .insertInto('attentionEntries')
      .values({
        schoolId,
        caseId,
        studentId,
        ...entry,
        day: addDays(today, -ago),
        lookAgainOn,
        writtenBy: subject ?? '00000000-0000-0000-0000-000000000000',
        writtenByName: name,
      })
      .execute()
    await db
      .updateTable('attentionCases')
      .set({ lookAgainOn })
      .where('schoolId', '=', schoolId)
      .where('id', '=', caseId)
      .execute()
  }
}

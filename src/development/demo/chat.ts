import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, indiaOffset, schoolDay } from '#shared/dates.ts'

/** A message by the section's teacher or the family, some days ago, at a time of the school day. */
type Said = readonly [by: 'teacher' | 'family', daysAgo: number, time: string, text: string]

const toSection: readonly Said[] = [
  ['teacher', 12, '09:05', 'Welcome to our section. You find what concerns all of us here.'],
  ['teacher', 5, '15:40', 'Parent-teacher meeting on Saturday at 10:00, room 4. Please bring the progress book.'],
  ['teacher', 1, '14:10', 'Please send a water bottle and a cap for the sports day practice this week.'],
]

/** Conversations by the family's position in its section. */
const toFamilies: readonly (readonly Said[])[] = [
  [
    ['family', 4, '08:12', 'Good morning. We will be away on Friday for a family function.'],
    ['teacher', 4, '12:35', 'Thank you for telling me. The worksheet of that day is on page 42.'],
    ['family', 4, '17:50', 'Thank you, we will do it at home.'],
    ['teacher', 1, '15:05', 'The reading has become very good this month. Please keep at ten minutes every evening.'],
    ['family', 1, '18:20', 'We are happy to hear that! Should we begin with the next book?'],
  ],
  [
    ['teacher', 3, '13:00', 'The notebook for Mathematics was not with us today. Please look for it at home.'],
    ['family', 3, '19:30', 'Found it, it will come tomorrow.'],
  ],
  [['family', 2, '11:45', 'Is the bus of route 2 late again this afternoon?']],
]

/** Adds conversations of the first two sections with their families; the latest messages are of yesterday. */
export async function addChat(db: Tx, { schoolId, termId, now }: { schoolId: number; termId: number; now: Date }): Promise<void> {
  const sections = await db
    .selectFrom('sections')
    .innerJoin('sectionTeachers as t', (on) => onSameSchool(on, 't.sectionId', 'sections.id'))
    .innerJoin('users', (on) => onSameSchool(on, 'users.id', 't.userId'))
    .select(['sections.id', 'users.subject', 'users.name'])
    .where('sections.schoolId', '=', schoolId)
    .where('sections.termId', '=', termId)
    .orderBy('sections.sr')
    .limit(2)
    .execute()
  const places = []
  for (const { id, subject, name } of sections) {
    const families = await db
      .selectFrom('enrolments')
      .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
      .select(['students.id', 'students.subject', 'students.name'])
      .where('enrolments.schoolId', '=', schoolId)
      .where('enrolments.sectionId', '=', id)
      .orderBy('enrolments.rollSort')
      .limit(toFamilies.length)
      .execute()
    places.push({ id, families, teacher: { subject: subject ?? '', name } })
  }
  // The conversation with the latest message comes last, because lists are ordered by id.
  for (const order of [1, 2, null, 0] as const)
    for (const { id, families, teacher } of places) {
      const people = { teacher, now }
      const family = order === null ? undefined : families[order]
      if (order === null) await addThread(db, { schoolId, sectionId: id }, toSection, { ...people, families })
      else if (family)
        await addThread(db, { schoolId, studentId: family.id }, toFamilies[order] ?? [], { ...people, families: [family] })
    }
}

interface People {
  teacher: { subject: string; name: string }
  families: readonly { subject: string | null; name: string }[]
  now: Date
}

async function addThread(
  db: Tx,
  thread: { schoolId: number; sectionId?: number; studentId?: number },
  said: readonly Said[],
  { teacher, families, now }: People,
): Promise<void> {
  const { schoolId } = thread
  const { id: threadId } = await db.insertInto('chatThreads').values(thread).returning('id').executeTakeFirstOrThrow()
  const family = families[0] ?? teacher
  const rows = await db
    .insertInto('chatMessages')
    .values(
      said.map(([by, daysAgo, time, text]) => {
        const writer = by === 'teacher' ? teacher : family
        return {
          schoolId,
          threadId,
          author: by === 'teacher' ? 'STAFF' : 'FAMILY',
          text,
          writtenBy: writer.subject ?? '',
          writtenByName: writer.name,
          writtenByRole: by === 'teacher' ? 'TEACHER' : 'STUDENT',
          at: new Date(`${addDays(schoolDay(now), -daysAgo)}T${time}:00${indiaOffset}`),
        }
      }),
    )
    .returning(['id', 'author', 'version'])
    .execute()
  const last = rows.at(-1)
  if (!last) return
  await db
    .updateTable('chatThreads')
    .set({ lastMessageId: last.id, lastAuthor: last.author, version: last.version })
    .where('schoolId', '=', schoolId)
    .where('id', '=', threadId)
    .execute()
  // Everybody has read what came before their own last message. The first two families have read all of a section's
  // conversation.
  const readTo = (author: string) => rows.findLast((row) => row.author === author)?.id
  const reads = thread.sectionId
    ? [...families.slice(0, 2), teacher].map(({ subject }) => ({ subject, lastReadId: last.id }))
    : [
        { subject: family.subject, lastReadId: readTo('FAMILY') },
        { subject: teacher.subject, lastReadId: readTo('STAFF') },
      ]
  await db
    .insertInto('chatReads')
    .values(
      reads.flatMap(({ subject, lastReadId }) =>
        subject && lastReadId ? [{ schoolId, threadId, subject, lastReadId, following: true }] : [],
      ),
    )
    .execute()
}

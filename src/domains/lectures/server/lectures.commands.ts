import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { command, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { studentsOfSections } from '#domains/students/server/students.exports.ts'
import { t } from '#shared/texts.ts'
import { elapsedSeconds, lectureEnd, allowedMinutes } from '../lectures.rules.ts'
import { endLecturesInput, type StartItem, startLecturesInput } from '../lectures.schema.ts'
import { liveSchool } from './liveSchool.ts'
import { lectureActions } from './lectures.permissions.ts'
import { groupByBatch } from './lectures.queries.ts'
import {
  lastReadPages,
  type LectureRow,
  lectureRows,
  lockBatches,
  taughtBooks,
  taughtSections,
  taughtSubjects,
} from './lectures.sql.ts'

/**
 * Starts lectures of all chosen items as one batch, with one register each. Every student of the section is absent
 * until the first presence. A repeated key returns the started batch. NOT_FOUND for an item that is not the teacher's.
 * BAD_INPUT for a length that the school does not offer, or a term that is not the current one.
 */
export const startLectures = command({
  action: lectureActions.start,
  input: startLecturesInput,
  conflicts: {
    marks_school_id_student_id_fkey: {
      path: 'items',
      get message() {
        return t`A student was deleted at this moment. Please start again.`
      },
    },
  },
  run: (running) =>
    runOncePerKey(
      running,
      lectureActions.start.name,
      running.input,
      () => insertLectures(running),
      (ids) => startedBatch(running, ids),
    ),
})

type Starting = CommandContext<z.output<typeof startLecturesInput>, undefined>

async function insertLectures(running: Starting) {
  const { db, school, schoolId, viewer, input } = running
  const minutes = input.minutes ?? school.defaultMins
  if (!allowedMinutes(school).includes(minutes)) throw badInput('minutes', t`Choose one of the lengths of the school`)
  await mustBeCurrentTerm(db, schoolId, input.termId)
  await mustTeach(running)
  const startedAt = new Date()
  const closesAt = new Date(startedAt.getTime() + minutes * 60_000)
  const students = Map.groupBy(
    await studentsOfSections(
      db,
      schoolId,
      [...new Set(input.items.map((item) => item.sectionId))],
      schoolDay(startedAt),
    ).execute(),
    (student) => student.sectionId,
  )
  const { rows: numbers } = await sql<{ id: number }>`select nextval('register_ids') as id
    from generate_series(1, ${input.items.length}::int)`.execute(db)
  const lectures = input.items.map((item, index) => ({
    ...item,
    id: numbers[index]?.id ?? 0,
    students: students.get(item.sectionId) ?? [],
  }))
  await db
    .insertInto('registers')
    .values(
      lectures.map((lecture) => ({
        schoolId,
        id: lecture.id,
        termId: input.termId,
        sectionId: lecture.sectionId,
        subjectId: lecture.subjectId || null,
        day: schoolDay(startedAt),
        session: 'LECTURE',
        absent: lecture.students.length,
        takenAt: startedAt,
        deviceAt: input.deviceAt ?? null,
        takenBy: viewer.subject,
        takenByName: viewer.name,
      })),
    )
    .execute()
  const batch = randomUUID()
  await db
    .insertInto('lectures')
    .values(
      lectures.map((lecture) => ({
        schoolId,
        registerId: lecture.id,
        batch,
        bookId: lecture.bookId || null,
        userId: ownUserId(running),
        teacherName: viewer.name,
        zoomLink: viewer.zoom?.link ?? '',
        startedAt,
        closesAt,
      })),
    )
    .execute()
  const marks = lectures.flatMap((lecture) => lecture.students.map((student) => ({ lecture: lecture.id, student: student.id })))
  await sql`insert into marks (school_id, register_id, student_id, value)
    select ${schoolId}::bigint, register_id, student_id, 'A'
      from unnest(${marks.map((mark) => mark.lecture)}::bigint[], ${marks.map((mark) => mark.student)}::bigint[])
        as m (register_id, student_id)
      returning school_id`.execute(db)
  const ids = lectures.map((lecture) => lecture.id)
  return { result: await startedBatch(running, ids), ids, fields: ['register', 'lecture', 'marks'] }
}

/** A SUPERADMIN has no user row in the school. */
function ownUserId({ viewer }: Starting): number | null {
  return viewer.role === 'SUPERADMIN' ? null : viewer.userId
}

async function startedBatch({ db, schoolId }: Starting, ids: readonly number[]) {
  const rows = await lectureRows(db, schoolId).where(sql<boolean>`lectures.register_id = any(${ids}::bigint[])`).execute()
  const [batch] = groupByBatch(rows)
  if (!batch) throw notFound()
  return batch
}

async function mustBeCurrentTerm(db: Tx, schoolId: number, termId: number): Promise<void> {
  const term = await db
    .selectFrom('terms')
    .select('current')
    .where('schoolId', '=', schoolId)
    .where('id', '=', termId)
    .executeTakeFirst()
  if (!term) throw notFound()
  if (!term.current) throw badInput('termId', t`Lectures are held in the current term`)
}

/** @throws Refusal NOT_FOUND for an item that the viewer does not teach, BAD_INPUT for a duplicate */
async function mustTeach({ db, schoolId, viewer, input }: Starting): Promise<void> {
  const sections = await taughtSections(db, viewer, schoolId, input.termId).execute()
  const subjects = await taughtSubjects(db, viewer, schoolId, input.termId).execute()
  const books = await taughtBooks(db, viewer, schoolId, input.termId).execute()
  const taughtKeys = new Set([
    ...sections.map((row) => itemKey({ ...row, sectionId: row.id, subjectId: 0, bookId: 0 })),
    ...subjects.map((row) => itemKey({ ...row, subjectId: row.id, bookId: 0 })),
    ...books.map((row) => itemKey({ ...row, bookId: row.id })),
  ])
  const keys = input.items.map(itemKey)
  if (!keys.every((key) => taughtKeys.has(key))) throw notFound()
  const duplicate = keys.findIndex((key, index) => keys.indexOf(key) !== index)
  if (duplicate >= 0) throw badInput(`items.${duplicate}`, t`This is chosen twice`)
}

function itemKey({ classId, sectionId, subjectId, bookId }: Omit<StartItem, 'multiselect'>): string {
  return [classId, sectionId, subjectId, bookId].join()
}

function badInput(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }] satisfies Problem[])
}

/** The end of a batch, its length in seconds, and the books whose progress the teacher enters next. */
export interface EndedLectures {
  endedAt: Date
  seconds: number
  books: { bookId: number; attId: number; name: string; pages: number; lastTo: number }[]
}

/**
 * Ends lectures with their whole batch. Lectures that have already ended keep their end. Seconds are counted by the
 * server, not the page.
 */
export const endLectures = command<typeof endLecturesInput, LectureRow[], EndedLectures>({
  action: lectureActions.end,
  input: endLecturesInput,
  load: async ({ db, viewer, schoolId, input }) => {
    const rows = await lockBatches(db, viewer, schoolId, input.ids)
    return input.ids.every((id) => rows.some((row) => row.id === id)) ? rows : undefined
  },
  run: async (running) => {
    const { db, call, schoolId, input, row: lectures } = running
    const ids = lectures.map((lecture) => lecture.id)
    return runOncePerKey(
      running,
      lectureActions.end.name,
      input,
      async () => {
        const now = new Date()
        for (const lecture of lectures.filter((row) => row.endedAt === null)) {
          const endedAt = lectureEnd(lecture, now) ?? now
          await db
            .updateTable('lectures')
            .set({ endedAt, endedHow: endedAt < now ? 'TIME' : 'TEACHER', endedDeviceAt: input.deviceAt ?? null })
            .where('schoolId', '=', schoolId)
            .where('registerId', '=', lecture.id)
            .execute()
        }
        const after = () => liveSchool(call.database, schoolId).invalidate(ids)
        return { result: await endedLectures(running, ids), ids, fields: ['endedAt'], afterCommit: after }
      },
      (stored) => endedLectures(running, stored),
    )
  },
})

async function endedLectures(
  { db, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId'>,
  ids: readonly number[],
): Promise<EndedLectures> {
  const lectures = await lectureRows(db, schoolId).where(sql<boolean>`lectures.register_id = any(${ids}::bigint[])`).execute()
  const lastPageByBook = new Map(
    (
      await lastReadPages(
        db,
        schoolId,
        lectures.flatMap((lecture) => lecture.bookId ?? []),
      ).execute()
    ).map((row) => [row.bookId, row.toPage]),
  )
  const ends = lectures.map((lecture) => lecture.endedAt ?? lecture.closesAt)
  const endedAt = new Date(Math.max(...ends.map((end) => end.getTime())))
  const startedAt = lectures[0]?.startedAt ?? endedAt
  return {
    endedAt,
    seconds: elapsedSeconds(startedAt, endedAt),
    books: lectures.flatMap(({ id, bookId, bookName, pages }) =>
      bookId === null
        ? []
        : [{ bookId, attId: id, name: bookName ?? '', pages: pages ?? 0, lastTo: lastPageByBook.get(bookId) ?? 0 }],
    ),
  }
}

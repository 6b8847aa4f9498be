import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { command, type Running } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { once } from '#platform/once.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { studentsOfSections } from '#domains/students/server/students.exports.ts'
import { elapsedSeconds, endOf, minutesToChoose } from '../lectures.rules.ts'
import { endLecturesInput, type StartItem, startLecturesInput } from '../lectures.schema.ts'
import { liveSchool } from './live.ts'
import { lectureActions } from './lectures.permissions.ts'
import { batches } from './lectures.queries.ts'
import {
  lastPages,
  type LectureRow,
  lectureRows,
  lockBatches,
  taughtBooks,
  taughtSections,
  taughtSubjects,
} from './lectures.sql.ts'

/**
 * Starts lectures of all chosen items together: one register each, in which every enabled student of the section is absent until
 * she comes. NOT_FOUND for an item that is not the teacher's, BAD_INPUT for a length the school does not have or a term that is
 * not the current one. The same key again answers the lectures that were started.
 */
export const startLectures = command({
  action: lectureActions.start,
  input: startLecturesInput,
  conflicts: {
    marks_school_id_student_id_fkey: { path: 'items', message: 'A student was deleted at this moment. Please start again.' },
  },
  run: (running) =>
    once(
      running,
      lectureActions.start.name,
      running.input,
      () => start(running),
      (ids) => started(running, ids),
    ),
})

type Starting = Running<z.output<typeof startLecturesInput>, undefined>

async function start(running: Starting) {
  const { db, school, schoolId, viewer, input } = running
  const minutes = input.minutes ?? school.defaultMins
  if (!minutesToChoose(school).includes(minutes)) throw badInput('minutes', 'Choose one of the lengths of the school')
  await mustBeCurrent(db, schoolId, input.termId)
  await mustTeach(running)
  const startedAt = new Date()
  const closesAt = new Date(startedAt.getTime() + minutes * 60_000)
  const students = Map.groupBy(
    await studentsOfSections(db, schoolId, [...new Set(input.items.map((item) => item.sectionId))]).execute(),
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
  return { result: await started(running, ids), ids, fields: ['register', 'lecture', 'marks'] }
}

/** A SUPERADMIN has no user row in the school. */
function ownUserId({ viewer }: Starting): number | null {
  return viewer.role === 'SUPERADMIN' ? null : viewer.userId
}

async function started({ db, schoolId }: Starting, ids: readonly number[]) {
  const rows = await lectureRows(db, schoolId).where(sql<boolean>`lectures.register_id = any(${ids}::bigint[])`).execute()
  const [batch] = batches(rows)
  if (!batch) throw notFound()
  return batch
}

async function mustBeCurrent(db: Tx, schoolId: number, termId: number): Promise<void> {
  const term = await db
    .selectFrom('terms')
    .select('current')
    .where('schoolId', '=', schoolId)
    .where('id', '=', termId)
    .executeTakeFirst()
  if (!term) throw notFound()
  if (!term.current) throw badInput('termId', 'Lectures are held in the current term')
}

/** @throws Refusal NOT_FOUND for an item that is not the viewer's to teach, BAD_INPUT for one that is chosen twice */
async function mustTeach({ db, schoolId, viewer, input }: Starting): Promise<void> {
  const sections = await taughtSections(db, viewer, schoolId, input.termId).execute()
  const subjects = await taughtSubjects(db, viewer, schoolId, input.termId).execute()
  const books = await taughtBooks(db, viewer, schoolId, input.termId).execute()
  const own = new Set([
    ...sections.map((row) => nameOf({ ...row, sectionId: row.id, subjectId: 0, bookId: 0 })),
    ...subjects.map((row) => nameOf({ ...row, subjectId: row.id, bookId: 0 })),
    ...books.map((row) => nameOf({ ...row, bookId: row.id })),
  ])
  const names = input.items.map(nameOf)
  if (!names.every((name) => own.has(name))) throw notFound()
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice >= 0) throw badInput(`items.${twice}`, 'This is chosen twice')
}

function nameOf({ classId, sectionId, subjectId, bookId }: Omit<StartItem, 'multiselect'>): string {
  return [classId, sectionId, subjectId, bookId].join()
}

function badInput(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }] satisfies Problem[])
}

/** What the end of lectures answers: when it was, after how many seconds, and the books whose progress is to be entered. */
export interface Ended {
  endedAt: Date
  seconds: number
  books: { bookId: number; attId: number; name: string; pages: number; lastTo: number }[]
}

/**
 * Ends lectures, and all that were started together with them; what has ended already stays as it is. The seconds are the
 * server's, whatever the page has counted.
 */
export const endLectures = command<typeof endLecturesInput, LectureRow[], Ended>({
  action: lectureActions.end,
  input: endLecturesInput,
  load: async ({ db, viewer, schoolId, input }) => {
    const rows = await lockBatches(db, viewer, schoolId, input.ids)
    return input.ids.every((id) => rows.some((row) => row.id === id)) ? rows : undefined
  },
  run: async (running) => {
    const { db, call, schoolId, input, row: lectures } = running
    const ids = lectures.map((lecture) => lecture.id)
    return once(
      running,
      lectureActions.end.name,
      input,
      async () => {
        const now = new Date()
        for (const lecture of lectures.filter((one) => one.endedAt === null)) {
          const endedAt = endOf(lecture, now) ?? now
          await db
            .updateTable('lectures')
            .set({ endedAt, endedHow: endedAt < now ? 'TIME' : 'TEACHER', endedDeviceAt: input.deviceAt ?? null })
            .where('schoolId', '=', schoolId)
            .where('registerId', '=', lecture.id)
            .execute()
        }
        const after = () => liveSchool(call.database, schoolId).outdated(ids)
        return { result: await ended(running, ids), ids, fields: ['endedAt'], after }
      },
      (stored) => ended(running, stored),
    )
  },
})

async function ended(
  { db, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'schoolId'>,
  ids: readonly number[],
): Promise<Ended> {
  const lectures = await lectureRows(db, schoolId).where(sql<boolean>`lectures.register_id = any(${ids}::bigint[])`).execute()
  const last = new Map(
    (
      await lastPages(
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
      bookId === null ? [] : [{ bookId, attId: id, name: bookName ?? '', pages: pages ?? 0, lastTo: last.get(bookId) ?? 0 }],
    ),
  }
}

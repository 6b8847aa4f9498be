import { z } from 'zod'
import { query } from '#platform/command.ts'
import { sharedRead } from '#platform/database/sharedRead.ts'
import type { UnchangedPoll } from '#platform/graphql/endpoint.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { lectureTitle, minutesToChoose } from '../lectures.rules.ts'
import { attendInput, lecturesChoice, lecturesSeen, teachableOf } from '../lectures.schema.ts'
import { liveSchool } from './live.ts'
import type { LiveBatch } from './liveBatch.ts'
import { lectureActions } from './lectures.permissions.ts'
import { type LectureRow, lectureRows, liveOfSection, taughtBooks, taughtSections, taughtSubjects } from './lectures.sql.ts'

/** What a teacher may start in a term: her sections, subjects and books, and for how long. */
export const viewTeachable = query({
  action: lectureActions.teachable,
  input: teachableOf,
  run: async ({ db, read, viewer, school, schoolId, input }) => {
    const [sections, subjects, books] = await read(
      taughtSections(db, viewer, schoolId, input.termId),
      taughtSubjects(db, viewer, schoolId, input.termId),
      taughtBooks(db, viewer, schoolId, input.termId),
    )
    return {
      sections: sections.map((row) => ({
        classId: row.classId,
        sectionId: row.id,
        subjectId: 0,
        bookId: 0,
        ...lectureTitle({ ...row, subjectName: null, bookName: null }),
      })),
      subjects: subjects.map((row) => ({
        classId: row.classId,
        sectionId: row.sectionId,
        subjectId: row.id,
        bookId: 0,
        ...lectureTitle({ ...row, bookName: null }),
      })),
      books: books.map((row) => ({
        classId: row.classId,
        sectionId: row.sectionId,
        subjectId: row.subjectId,
        bookId: row.id,
        ...lectureTitle(row),
      })),
      minutes: minutesToChoose(school),
      defaultMinutes: school.defaultMins,
    }
  },
})

/** Lectures that were started together. */
export interface Batch {
  batch: string
  startedAt: Date
  closesAt: Date
  zoomLink: string
  lectures: LectureRow[]
}

/** Rows as batches, in their order. */
export function batches(rows: readonly LectureRow[]): Batch[] {
  return [...Map.groupBy(rows, (row) => row.batch)].map(([batch, lectures]) => {
    const { startedAt, closesAt, zoomLink } = lectures[0] as LectureRow
    return { batch, startedAt, closesAt, zoomLink, lectures }
  })
}

/** The live lectures the viewer has started, to resume them. */
export const listMyLiveLectures = query({
  action: lectureActions.mine,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }) => {
    const [rows] = await read(
      lectureRows(db, schoolId)
        .where('registers.takenBy', '=', viewer.subject)
        .where('lectures.endedAt', 'is', null)
        .where('lectures.closesAt', '>', new Date()),
    )
    return batches(rows)
  },
})

/** The students of lectures that were started together, by section and roll. */
export const listLectureStudents = query({
  action: lectureActions.watch,
  input: lecturesChoice,
  run: async ({ call, viewer, schoolId, input }) => (await ownBatch(call.database, viewer, schoolId, input.ids)).students,
})

/** How lectures that were started together stand now. `marks` and whose they are: null when nothing has changed since the version `seen`. */
export const viewLecturesNow = query({
  action: lectureActions.watch,
  input: lecturesSeen,
  run: async ({ call, viewer, schoolId, input }) => {
    const batch = await ownBatch(call.database, viewer, schoolId, input.ids)
    const serverNow = new Date()
    const { marks, version: ofMarks } = batch.shown(serverNow)
    const live = batch.isLive(serverNow)
    const version = `${ofMarks}.${live ? 1 : 0}`
    return {
      live,
      startedAt: batch.startedAt,
      serverNow,
      version,
      ...(version === input.seen
        ? { marks: null, studentIds: null }
        : { marks, studentIds: batch.students.map((student) => student.id) }),
    }
  },
})

/** @throws Refusal NOT_FOUND unless all ids are of one batch of the viewer's */
async function ownBatch(
  database: Parameters<typeof liveSchool>[0],
  viewer: Viewer,
  schoolId: number,
  ids: readonly number[],
): Promise<LiveBatch> {
  const batch = await liveSchool(database, schoolId).batch(ids[0] ?? 0)
  const own = batch && (viewer.role === 'SUPERADMIN' || batch.userId === viewer.userId)
  if (!own || !ids.every((id) => batch.lectureIds.includes(id))) throw notFound()
  return batch
}

/** A lecture as a student sees it in the list. */
export interface LiveLecture {
  id: number
  className: string
  sectionName: string
  subjectName: string | null
  teacherName: string
  startedAt: Date
  studentIds: readonly number[]
}

const liveLectures = sharedRead<LiveLecture[]>(5000)

/** The live lectures of a student's section that she has a mark in; those that were started together are one. */
export const listLiveLectures = query({
  action: lectureActions.live,
  input: z.object({}),
  run: async ({ db, read, call, viewer, schoolId }) => {
    const { studentId, place } = viewer
    if (studentId === null || !place) return []
    const all = await liveLectures(call.database, `${schoolId} ${place.sectionId}`, async () => {
      const [rows] = await read(liveOfSection(db, schoolId, place.sectionId, new Date()))
      return [...Map.groupBy(rows, (row) => row.batch).values()].map((lectures) => {
        const { id, className, sectionName, teacherName, startedAt } = lectures[0] as (typeof rows)[number]
        const subjects = [...new Set(lectures.flatMap((lecture) => lecture.subjectName ?? []))]
        return {
          id,
          className,
          sectionName,
          teacherName,
          startedAt,
          subjectName: subjects.join(', ') || null,
          studentIds: lectures.flatMap((lecture) => lecture.studentIds),
        }
      })
    })
    return all.filter((lecture) => lecture.studentIds.includes(studentId))
  },
})

/**
 * A student is there: the first time marks her, P or L by the server's clock, and it keeps her active. It is asked again and
 * again, so it is no command: what it changes is written for all students together (live.ts).
 */
export const attendLecture = query({
  action: lectureActions.attend,
  input: attendInput,
  run: async ({ call, viewer, schoolId, input }) => {
    const school = liveSchool(call.database, schoolId)
    const { studentId } = viewer
    if (studentId === null) throw notFound()
    const polledAt = new Date()
    school.attend(input.id, studentId, polledAt)
    const batch = await school.batch(input.id)
    if (!batch?.has(studentId)) throw notFound()
    // The lecture may not have been known before.
    school.attend(input.id, studentId, polledAt)
    const serverNow = new Date()
    const { names, version: ofNames } = batch.present()
    const [live, myMark] = [batch.isLive(serverNow), batch.mark(studentId)]
    const version = `${ofNames}.${live ? 1 : 0}${myMark}`
    return {
      live,
      myMark,
      startedAt: batch.startedAt,
      serverNow,
      zoomLink: batch.zoomLink,
      version,
      present: version === input.seen ? null : names,
    }
  },
})

/** The polls of live lectures. A version covers everything that an answer may change in; presence is noted by asking. */
export const lecturePolls: Readonly<Record<string, UnchangedPoll>> = {
  lecturesNow: async (call, schoolId, input) => (await viewLecturesNow(call, schoolId, input)).marks === null,
  attendLecture: async (call, schoolId, input) => (await attendLecture(call, schoolId, input)).present === null,
}

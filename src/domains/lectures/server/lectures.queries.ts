import { z } from 'zod'
import { query } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { sharedRead } from '#platform/database/sharedRead.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { lectureTitle, allowedMinutes } from '../lectures.rules.ts'
import { attendInput, lecturesChoice, lecturesSeen, teachableView } from '../lectures.schema.ts'
import { liveSchool } from './liveSchool.ts'
import type { LiveBatch } from './liveBatch.ts'
import { lectureActions } from './lectures.permissions.ts'
import {
  type LectureRow,
  lectureRows,
  liveLecturesOfSection,
  taughtBooks,
  taughtSections,
  taughtSubjects,
} from './lectures.sql.ts'

/** Returns the sections, subjects and books for which a teacher may start lectures in a term, and the lengths. */
export const viewTeachable = query({
  action: lectureActions.teachable,
  input: teachableView,
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
      minutes: allowedMinutes(school),
      defaultMinutes: school.defaultMins,
    }
  },
})

/** Lectures that were started together. */
export interface LectureBatch {
  batch: string
  startedAt: Date
  closesAt: Date
  zoomLink: string
  lectures: LectureRow[]
}

/** Groups lectures by batch, keeping their order. */
export function groupByBatch(rows: readonly LectureRow[]): LectureBatch[] {
  return [...Map.groupBy(rows, (row) => row.batch)].map(([batch, lectures]) => {
    const { startedAt, closesAt, zoomLink } = lectures[0] as LectureRow
    return { batch, startedAt, closesAt, zoomLink, lectures }
  })
}

/** Returns the live batches that the viewer has started and can resume. */
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
    return groupByBatch(rows)
  },
})

/** Returns the students of a batch, by section and roll. */
export const listLectureStudents = query({
  action: lectureActions.watch,
  input: lecturesChoice,
  run: async ({ call, viewer, schoolId, input }) => (await ownBatch(call.database, viewer, schoolId, input.ids)).students,
})

/**
 * Returns the current state of a batch. `marks` and `studentIds` are null if nothing has changed since version `seen`.
 */
export const viewLecturesNow = query({
  action: lectureActions.watch,
  input: lecturesSeen,
  run: async ({ call, viewer, schoolId, input }) => {
    const batch = await ownBatch(call.database, viewer, schoolId, input.ids)
    const serverNow = new Date()
    const { marks, version: marksVersion } = batch.currentMarks(serverNow)
    const live = batch.isLive(serverNow)
    const version = `${marksVersion}.${live ? 1 : 0}`
    return {
      live,
      startedAt: batch.startedAt,
      serverNow,
      version,
      ...(version === input.seen ? { marks: null, studentIds: null } : { marks, studentIds: batch.studentIds }),
    }
  },
})

/** @throws Refusal NOT_FOUND unless all ids belong to one batch of the viewer */
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

/** A live lecture in a student's list. */
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

/** Returns live lectures of the student's section in which the student has a mark. A batch is one lecture. */
export const listLiveLectures = query({
  action: lectureActions.live,
  input: z.object({}),
  run: async ({ db, read, call, viewer, schoolId }) => {
    const { studentId, place } = viewer
    if (studentId === null || !place) return []
    const all = await liveLectures(call.database, `${schoolId} ${place.sectionId}`, async () => {
      const [rows] = await read(liveLecturesOfSection(db, schoolId, place.sectionId, new Date()))
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
 * Records a student's presence and returns the lecture's state. The first presence sets the mark, P or L by the
 * server's clock; further ones keep the student active. It is a query and no command, because it is polled:
 * `liveSchool.ts` writes the changes of all students together.
 */
export const attendLecture = query({
  action: lectureActions.attend,
  input: attendInput,
  run: async ({ call, viewer, schoolId, input }) => {
    const { studentId } = viewer
    if (studentId === null) throw notFound()
    const batch = await recordPresence(call.database, schoolId, { id: input.id, studentId, polledAt: new Date() })
    const serverNow = new Date()
    const { names, version: namesVersion } = batch.presentNames()
    const [live, myMark] = [batch.isLive(serverNow), batch.markOf(studentId)]
    const version = `${namesVersion}.${live ? 1 : 0}${myMark}`
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

/**
 * Records that a student was there at a moment, and returns the lecture's batch.
 * @throws Refusal NOT_FOUND when the lecture has no such student
 */
export async function recordPresence(
  database: Database,
  schoolId: number,
  { id, studentId, polledAt }: { id: number; studentId: number; polledAt: Date },
): Promise<LiveBatch> {
  const school = liveSchool(database, schoolId)
  school.attend(id, studentId, polledAt)
  const batch = await school.batch(id)
  if (!batch?.hasStudent(studentId)) throw notFound()
  // Records it again, in case the lecture was not loaded at the first call.
  school.attend(id, studentId, polledAt)
  return batch
}

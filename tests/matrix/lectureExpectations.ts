import { randomUUID } from 'node:crypto'
import { schoolDay } from '#shared/dates.ts'
import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const teaching = ['superadmin', 'teacher'] as const satisfies readonly Who[]
const student = ['student'] as const satisfies readonly Who[]
const gate = ['superadmin', 'admin', 'limitedAdmin', 'attendant'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

const start = (termId: number, classId: number, sectionId: number) => ({
  input: { key: randomUUID(), termId, items: [{ classId, sectionId, subjectId: '0', bookId: '0', multiselect: false }] },
})

/**
 * Rights on lectures (a TEACHER on the own ones, a STUDENT on those of the own section) and at the gate. The lecture in
 * 8-A is another teacher's.
 */
export const lectureExpectations: Readonly<Record<string, Expectation>> = {
  teachable: { who: teaching, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  myLiveLectures: { who: teaching, noRow: true },
  startLectures: {
    who: teaching,
    notTheirs: ['teacher'],
    variables: ({ termId, class7, section7A }) => start(termId, class7, section7A),
    outOfClass: ({ termId, class8, section8A }) => start(termId, class8, section8A),
  },
  lectureStudents: {
    who: teaching,
    notTheirs: ['teacher'],
    variables: ({ extra }) => ({ input: { ids: [extra.lecture7] } }),
    outOfClass: ({ extra }) => ({ input: { ids: [extra.lecture8] } }),
  },
  lecturesNow: {
    who: teaching,
    notTheirs: ['teacher'],
    variables: ({ extra }) => ({ input: { ids: [extra.lecture7] } }),
    outOfClass: ({ extra }) => ({ input: { ids: [extra.lecture8] } }),
  },
  endLectures: {
    who: teaching,
    notTheirs: ['teacher'],
    variables: ({ extra }) => ({ input: { key: randomUUID(), ids: [extra.lecture7] } }),
    outOfClass: ({ extra }) => ({ input: { key: randomUUID(), ids: [extra.lecture8] } }),
  },
  setLectureMark: {
    who: teaching,
    notTheirs: ['teacher'],
    variables: ({ extra, student7A }) => ({
      input: { key: randomUUID(), id: extra.lecture7, studentId: student7A, value: 'L' },
    }),
    outOfClass: ({ extra, student8A }) => ({
      input: { key: randomUUID(), id: extra.lecture8, studentId: student8A, value: 'L' },
    }),
  },
  saveBooksProgress: {
    who: teaching,
    notTheirs: ['teacher'],
    variables: ({ extra }) => ({
      input: { key: randomUUID(), progress: [{ attId: extra.lecture7, bookId: extra.lectureBook7, from: 1, to: 9 }] },
    }),
    outOfClass: ({ extra }) => ({
      input: { key: randomUUID(), progress: [{ attId: extra.lecture8, bookId: extra.lectureBook8, from: 1, to: 9 }] },
    }),
  },
  liveLectures: { who: student, noRow: true },
  attendLecture: {
    who: student,
    notTheirs: ['student'],
    variables: ({ extra }) => ({ input: { id: extra.lecture7 } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.lecture8 } }),
  },
  gateViewerCan: { who: gate, noRow: true },
  gateBoard: { who: gate, noRow: true, variables: () => ({ input: { day: schoolDay(new Date()) } }) },
  recordScans: {
    who: gate,
    noRow: true,
    variables: () => ({ input: { scans: [{ key: randomUUID(), code: 'CARD', means: 'QR', direction: 'BOTH', waitedMs: 0 }] } }),
  },
  gateDevices: { who: office, noRow: true },
  addGateDevice: {
    who: office,
    notLimited: true,
    noRow: true,
    variables: () => ({ input: { name: 'Back gate', direction: 'OUT' } }),
  },
  revokeGateDevice: { who: office, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.gateDevice } }) },
}

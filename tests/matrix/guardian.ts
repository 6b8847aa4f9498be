import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { TestSchool } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'
import { randomUUID } from 'node:crypto'
import { addDays, schoolDay } from '#shared/dates.ts'
import { ownPlace } from '#shared/ownPlace.ts'

type School = TestSchool & { extra: Extra }

/** The phone of a guardian whose only child is in class 7 of the own school, among the child's other phones. */
export const guardianPhone = '9000000001'

/** The token of the guardian's session. */
export const guardianToken = 'g'.repeat(43)

/** Signs the guardian in, and adds what was told about both children of each school. */
export async function addGuardian(owner: pg.Client, own: School, other: School): Promise<void> {
  await owner.query('update students set phones = array_append(phones, $3) where school_id = $1 and id = $2', [
    own.id,
    own.student7A,
    guardianPhone,
  ])
  await owner.query('insert into student_phones (school_id, student_id, phone) values ($1, $2, $3)', [
    own.id,
    own.student7A,
    guardianPhone,
  ])
  await owner.query(
    `insert into guardian_sessions (token_hash, phone, device, expires_at) values ($1, $2, 'Phone', now() + interval '1 day')`,
    [createHash('sha256').update(guardianToken).digest(), guardianPhone],
  )
  for (const school of [own, other])
    for (const [name, studentId] of [
      ['leaveNote7', school.student7A],
      ['leaveNote8', school.student8A],
    ] as const) {
      const { rows } = await owner.query<{ id: string }>(
        `insert into leave_notes (school_id, student_id, key, from_day, to_day, reason, phone)
         values ($1, $2, $3, $4, $4, 'A wedding', '9876543210') returning id`,
        [school.id, studentId, randomUUID(), addDays(schoolDay(new Date()), 5)],
      )
      school.extra[name] = Number(rows[0]?.id)
    }
}

const note = (studentId: number) => {
  const day = addDays(schoolDay(new Date()), 1)
  return { key: randomUUID(), studentId, fromDay: day, toDay: day, reason: 'Ill' }
}

/** For guardians who are signed in: other families' children, and other schools, are not there. */
const guardians = { who: ['guardian'], guardian: true, notTheirs: ['guardian'] } as const

/** An operation on the child of class 7, with further input. */
const ofChild = (more: object): Expectation => ({
  ...guardians,
  variables: ({ id, student7A }) => ({ place: ownPlace(id), input: { studentId: student7A, ...more } }),
  wrongLink: (own, other) => ({ place: ownPlace(own.id), input: { studentId: other.student7A, ...more } }),
  noRow: true,
  outOfClass: ({ id, student8A }) => ({ place: ownPlace(id), input: { studentId: student8A, ...more } }),
})

export const guardianExpectations: Readonly<Record<string, Expectation>> = {
  familyHome: { who: ['guardian'], guardian: true, platform: true },
  addLeaveNote: {
    ...guardians,
    variables: ({ id, student7A }) => ({ place: ownPlace(id), input: note(student7A) }),
    wrongLink: (own, other) => ({ place: ownPlace(own.id), input: note(other.student7A) }),
    noRow: true,
    outOfClass: ({ id, student8A }) => ({ place: ownPlace(id), input: note(student8A) }),
  },
  familyReportCard: {
    ...guardians,
    variables: ({ id, student7A, extra }) => ({ place: ownPlace(id), input: { studentId: student7A, id: extra.card7 } }),
    wrongLink: (own, other) => ({ place: ownPlace(own.id), input: { studentId: own.student7A, id: other.extra.card7 } }),
    noRow: true,
    outOfClass: ({ id, student7A, extra }) => ({ place: ownPlace(id), input: { studentId: student7A, id: extra.card8 } }),
  },
  familyChat: ofChild({}),
  familyChatAttachment: {
    ...guardians,
    variables: ({ id, student7A, extra }) => ({
      place: ownPlace(id),
      input: { studentId: student7A, messageId: extra.chatMessage7 },
    }),
    wrongLink: (own, other) => ({
      place: ownPlace(own.id),
      input: { studentId: own.student7A, messageId: other.extra.chatMessage7 },
    }),
    noRow: true,
    outOfClass: ({ id, student7A, extra }) => ({
      place: ownPlace(id),
      input: { studentId: student7A, messageId: extra.chatMessage8 },
    }),
  },
  sendFamilyMessage: ofChild({ key: randomUUID(), text: 'Good morning' }),
  markFamilyChatRead: ofChild({ messageId: 1 }),
  attendFamilyLecture: {
    ...guardians,
    variables: ({ id, student7A, extra }) => ({ place: ownPlace(id), input: { studentId: student7A, id: extra.lecture7 } }),
    wrongLink: (own, other) => ({ place: ownPlace(own.id), input: { studentId: own.student7A, id: other.extra.lecture7 } }),
    noRow: true,
    outOfClass: ({ id, student7A, extra }) => ({ place: ownPlace(id), input: { studentId: student7A, id: extra.lecture8 } }),
  },
  withdrawLeaveNote: {
    ...guardians,
    variables: ({ id, extra }) => ({ place: ownPlace(id), input: { id: extra.leaveNote7 } }),
    wrongLink: (own, other) => ({ place: ownPlace(own.id), input: { id: other.extra.leaveNote7 } }),
    noRow: true,
    outOfClass: ({ id, extra }) => ({ place: ownPlace(id), input: { id: extra.leaveNote8 } }),
  },
}

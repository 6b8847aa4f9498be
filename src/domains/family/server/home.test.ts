import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#platform/command.ts'
import { listStudentPhones } from '#platform/guardians/studentPhones.ts'
import { openGuardianSession } from '#platform/guardians/sessions.ts'
import { addLeaveNote, listLeaveNotes, withdrawLeaveNote } from '#domains/attendance/server/leaveNotes.commands.ts'
import { viewRegister } from '#domains/attendance/server/registers.queries.ts'
import { viewFamily } from '#domains/onlinefees/server/family.queries.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { asOwner } from '#tests/asOwner.ts'
import { addRegister } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { viewHome } from './home.queries.ts'

const mother = '9800000011'
const father = '9800000012'
const today = schoolDay(new Date())

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await setStudent(world.own, world.own.student7A, { phone: mother, phones: [father], disabled: false })
  await setStudent(world.own, world.own.student8A, { phone: '9800000013', phones: [], disabled: false })
  await setStudent(world.other, world.other.student7A, { phone: mother, phones: [], disabled: false })
  await setStudent(world.other, world.other.student8A, { phone: '9800000014', phones: [], disabled: false })
})

function setStudent(school: TestSchool, id: number, values: { phone?: string; phones?: string[]; disabled?: boolean }) {
  return world.database.transaction(school.id, async (db) => {
    await db.updateTable('students').set(values).where('schoolId', '=', school.id).where('id', '=', id).execute()
    await listStudentPhones(db, school.id, [id])
  })
}

/** A call from a device on which a guardian has signed in just now. */
async function guardian(phone: string): Promise<Call> {
  return { ...(await world.call('anonymous')), guardianToken: await openGuardianSession(world.database.kysely, phone, 'Phone') }
}

async function childrenOf(call: Call): Promise<string[]> {
  const { schools } = await viewHome(call)
  return schools.flatMap(({ place, children }) => children.map(({ id }) => `${place} ${id}`))
}

const own = () => `${ownPlace(world.own.id)} ${world.own.student7A}`
const other = () => `${ownPlace(world.other.id)} ${world.other.student7A}`

const word = (studentId: number, changes: object = {}) => ({
  key: randomUUID(),
  studentId,
  fromDay: today,
  toDay: today,
  reason: 'Ill, with fever',
  ...changes,
})

async function codeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  )
}

test('a guardian sees the children with the phone, in all schools', async () => {
  expect(await childrenOf(await guardian(mother))).toEqual([own(), other()])
  expect(await childrenOf(await guardian(father))).toEqual([own()])
})

test('nobody who is not signed in as a guardian sees anything', async () => {
  for (const who of ['anonymous', 'student', 'admin', 'superadmin'] as const)
    expect(await codeOf(viewHome(await world.call(who)))).toBe('SIGNED_OUT')
  expect(await codeOf(viewHome({ ...(await world.call('anonymous')), guardianToken: 'x'.repeat(43) }))).toBe('SIGNED_OUT')
  expect(await codeOf(viewFamily(await world.call('admin'), ownPlace(world.own.id)))).toBe('SIGNED_OUT')
})

test('a phone that moves to another family loses the first at once, and has the second on a device that proves it anew', async () => {
  const call = await guardian(mother)
  expect(await childrenOf(call)).toEqual([own(), other()])
  await setStudent(world.own, world.own.student7A, { phone: '9800000015' })
  await setStudent(world.own, world.own.student8A, { phone: mother })
  expect(await childrenOf(call)).toEqual([other()])
  expect(await childrenOf(await guardian(mother))).toEqual([`${ownPlace(world.own.id)} ${world.own.student8A}`, other()])
  expect(await codeOf(addLeaveNote(call, ownPlace(world.own.id), word(world.own.student7A)))).toBe('NOT_FOUND')
})

test('a disabled child is not there, and a school without a child is not either', async () => {
  const call = await guardian(mother)
  await setStudent(world.other, world.other.student7A, { disabled: true })
  expect(await childrenOf(call)).toEqual([own()])
  expect(await codeOf(addLeaveNote(call, ownPlace(world.other.id), word(world.other.student7A)))).toBe('NOT_FOUND')
})

test('a place is the fees of one school, with the children that have the phone among others', async () => {
  const { school, children } = await viewFamily(await guardian(father), ownPlace(world.own.id))
  expect({ id: school.id, children: children.map(({ id }) => id) }).toEqual({ id: world.own.id, children: [world.own.student7A] })
  expect((await viewFamily(await guardian(father), ownPlace(world.other.id))).children).toEqual([])
  expect(await codeOf(viewFamily(await guardian(father), '~zzzzzzzz'))).toBe('NOT_FOUND')
  expect(await codeOf(viewFamily(await guardian(father), '~'))).toBe('NOT_FOUND')
})

describe('a word to the teacher', () => {
  const sheet = async (who: 'teacher' | 'admin' = 'teacher') => {
    const { rows } = await viewRegister(await world.call(who), world.own.id, {
      sectionId: world.own.section7A,
      day: today,
      session: 'DAY',
    })
    return rows.map(({ leaveReason }) => leaveReason)
  }

  test('is beside the child in the register, until it is taken back', async () => {
    const call = await guardian(father)
    const place = ownPlace(world.own.id)
    const input = word(world.own.student7A)
    const { id } = await addLeaveNote(call, place, input)
    expect((await addLeaveNote(call, place, input)).id).toBe(id)
    expect(await sheet()).toEqual(['Ill, with fever'])
    const view = { sectionId: world.own.section7A, day: today }
    expect(await listLeaveNotes(await world.call('teacher'), world.own.id, view)).toMatchObject([
      { studentId: world.own.student7A, reason: 'Ill, with fever' },
    ])
    expect(await listLeaveNotes(await world.call('teacher'), world.own.id, { ...view, sectionId: world.own.section8A })).toEqual(
      [],
    )
    const { schools } = await viewHome(call)
    expect(schools[0]?.children[0]?.leaveNotes).toMatchObject([{ id, reason: 'Ill, with fever' }])
    await withdrawLeaveNote(call, place, { id })
    await withdrawLeaveNote(call, place, { id })
    expect(await sheet()).toEqual([null])
  })

  test('is refused for another child, twice for a day, and for days that are not to come', async () => {
    const call = await guardian(mother)
    const place = ownPlace(world.own.id)
    const tell = (studentId: number, changes = {}, at = place) => codeOf(addLeaveNote(call, at, word(studentId, changes)))
    expect(await tell(world.own.student8A)).toBe('NOT_FOUND')
    expect(await tell(world.other.student7A)).toBe('NOT_FOUND')
    expect(await tell(world.own.student7A, { fromDay: addDays(today, -1) })).toBe('BAD_INPUT')
    expect(await tell(world.own.student7A, { fromDay: addDays(today, 2), toDay: addDays(today, 1) })).toBe('BAD_INPUT')
    expect(await tell(world.own.student7A, { toDay: addDays(today, 40) })).toBe('BAD_INPUT')
    expect(await tell(world.own.student7A, { reason: ' ' })).toBe('BAD_INPUT')
    const { id } = await addLeaveNote(call, place, word(world.own.student7A, { toDay: addDays(today, 3) }))
    expect(await tell(world.own.student7A, { fromDay: addDays(today, 3), toDay: addDays(today, 4) })).toBe('CONFLICT')
    await withdrawLeaveNote(call, place, { id })
  })

  test('is told ten times a day, whatever days it is about, and taken back or not', async () => {
    const call = await guardian(mother)
    const place = ownPlace(world.own.id)
    await asOwner(world.ownerUrl, 'delete from leave_notes')
    const tell = (days: number) => {
      const day = addDays(today, days)
      return addLeaveNote(call, place, word(world.own.student7A, { fromDay: day, toDay: day }))
    }
    for (let days = 0; days < 10; days++) {
      const { id } = await tell(days)
      if (days % 2 === 0) await withdrawLeaveNote(call, place, { id })
    }
    expect(await codeOf(tell(11))).toBe('RATE_LIMITED')
    expect(await codeOf(tell(0))).toBe('RATE_LIMITED')
    await asOwner(world.ownerUrl, 'delete from leave_notes')
  })

  test('of two guardians at once, one tells', async () => {
    const place = ownPlace(world.own.id)
    const day = { fromDay: addDays(today, 10), toDay: addDays(today, 10) }
    const callers = [await guardian(mother), await guardian(father)]
    const answers = await Promise.all(callers.map((call) => codeOf(addLeaveNote(call, place, word(world.own.student7A, day)))))
    expect(answers.toSorted()).toEqual(['CONFLICT', 'ok'])
  })
})

test('the attendance of the term: its share, the last absences, and when today was taken', async () => {
  const { own: school } = world
  await world.database.transaction(school.id, async (db) => {
    for (const [ago, value] of [
      [3, 'P'],
      [2, 'A'],
      [1, 'L'],
      [0, 'A'],
    ] as const)
      await addRegister(db, school, { sectionId: school.section7A, day: addDays(today, -ago) }, [
        { studentId: school.student7A, value },
      ])
  })
  const { schools } = await viewHome(await guardian(father))
  const [child] = schools[0]?.children ?? []
  expect(child).toMatchObject({ taken: 4, present: 2, late: 1, markToday: 'A', takenTodayAt: expect.any(Date) })
  expect(child?.absences.map(({ day, value }) => [day, value])).toEqual([
    [today, 'A'],
    [addDays(today, -1), 'L'],
    [addDays(today, -2), 'A'],
  ])
})

test('messages to the phone about the own children alone, and incidents that were told', async () => {
  const { own: school } = world
  const schoolId = school.id
  await world.database.transaction(schoolId, async (db) => {
    const message = async (event: string, kind: string, values: object, studentIds: number[]) => {
      const { id } = await db
        .insertInto('messages')
        .values({
          schoolId,
          kind,
          event,
          phone: mother,
          params: JSON.stringify({}),
          text: event,
          channels: ['SMS'],
          channel: 'SMS',
          state: 'DELIVERED',
          sentAt: new Date(),
          ...values,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('messageStudents')
        .values(studentIds.map((studentId) => ({ schoolId, messageId: id, studentId })))
        .execute()
    }
    const { student7A, student8A } = school
    await message('A notice', 'NOTICE', {}, [student7A])
    await message('With another family', 'NOTICE', {}, [student7A, student8A])
    await message('Of the father', 'NOTICE', { phone: father }, [student7A])
    await message('Not sent', 'NOTICE', { state: 'QUEUED', sentAt: null }, [student7A])
    await message('A code', 'SIGN_IN_CODE', {}, [student7A])
  })
  const textsOf = async (phone: string) => {
    const { schools } = await viewHome(await guardian(phone))
    return schools[0]?.children[0]?.messages.map(({ text }) => text)
  }
  expect(await textsOf(mother)).toEqual(['A notice'])
  expect(await textsOf(father)).toEqual(['Of the father'])
})

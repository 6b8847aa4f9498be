import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRegister } from '#domains/attendance/server/registers.sql.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { listCheques, listEntries } from '#domains/fees/server/entries.queries.ts'
import { entryIds, entryPage, entrySums } from '#domains/fees/server/entries.sql.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { studentCount, studentPage } from '#domains/students/server/studentList.sql.ts'
import { schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addTestFees, aPayment, paidBy } from './world/fees.ts'
import { addStudents } from './world/rows.ts'
import { type TestSchool, type TestWorld, testWorld } from './world/testWorld.ts'

/*
 * Lists whose statements are compiled once, asked by two schools in turn, with any filters in any order. What they
 * answer is compared with rows that the test filters itself; `testWorld` also has every statement compared with one
 * built anew.
 */

interface Paid {
  id: number
  studentId: number
  amount: number
  mode: string
  state: string
  clerk: string
}

interface Student {
  id: number
  name: string
  roll: string
  sectionId: number
}

let world: TestWorld
const paid = new Map<number, Paid[]>()
const students = new Map<number, Student[]>()
const viewers = new Map<number, Viewer>()
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
  for (const school of [world.own, world.other]) {
    viewers.set(school.id, await viewerOf('admin', school))
    const { donation } = await addTestFees(world, school)
    const payments: Paid[] = []
    for (const [at, [who, mode]] of clerksAndModes.entries()) {
      const studentId = at % 3 === 0 ? school.student8A : school.student7A
      const call = await world.call(who, school)
      const { fees } = await viewFeeAccount(call, school.id, { termId: school.termId, studentId })
      const version = fees.find(({ id }) => id === donation)?.version ?? ''
      const amount = 100 + at + school.id * 1000
      const input = aPayment(school, [{ feeId: donation, version }], amount, { ...paidBy(mode), studentId })
      const { id, state } = await collectPayment(call, school.id, input)
      payments.push({ id, studentId, amount, mode, state, clerk: call.viewer?.subject ?? '' })
    }
    paid.set(school.id, payments)
    const more = ['Meera Joshi', 'Ravi Shinde', 'Meera Kale'].map((name, at) => ({ name, roll: String(at + 2) }))
    const added = await addStudents(world, school, school.section7B, more)
    students.set(school.id, [
      { id: school.student7A, name: 'Asha Patil', roll: '1', sectionId: school.section7A },
      { id: school.student8A, name: 'Rohan Patil', roll: '1', sectionId: school.section8A },
      ...more.map((student, at) => ({ ...student, id: added[at] ?? 0, sectionId: school.section7B })),
    ])
  }
})

afterAll(() => world.close())

const clerksAndModes = [
  ['fees', 'CASH'],
  ['admin', 'CASH'],
  ['fees', 'CHEQUE'],
  ['admin', 'CHEQUE'],
  ['admin', 'UPI'],
  ['fees', 'CHEQUE'],
  ['fees', 'UPI'],
  ['admin', 'CASH'],
] as const

async function viewerOf(who: 'admin', school: TestSchool): Promise<Viewer> {
  const { viewer } = await world.call(who, school)
  if (!viewer) throw new Error('There is no such person')
  return viewer
}

const schools = fc.constantFrom<'own' | 'other'>('own', 'other')
const at = fc.nat({ max: clerksAndModes.length - 1 })
const page = { pageSize: fc.integer({ min: 1, max: 9 }), page: fc.nat({ max: 3 }) }

/** A record with some of these keys, in any order. */
const inAnyOrder = <Values extends object>(model: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> }) =>
  fc
    .record(model, { requiredKeys: [] })
    .chain((record) =>
      fc
        .shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length })
        .map((entries) => Object.fromEntries(entries) as Partial<Values>),
    )

test('the entries of a school answer what was asked, whatever was asked before', async () => {
  const asked = inAnyOrder({
    mode: fc.constantFrom('CASH' as const, 'CHEQUE' as const, 'UPI' as const),
    state: fc.constantFrom('COLLECTED' as const, 'CLEARING' as const),
    clerk: at,
    section: fc.constantFrom<'section7A' | 'section8A'>('section7A', 'section8A'),
    upTo: at,
    after: at,
    from: fc.constant(today),
    to: fc.constant(today),
    sort: fc.constantFrom('DATE' as const, 'RECEIPT' as const, 'AMOUNT' as const),
    descending: fc.boolean(),
    term: fc.constant(true),
    ...page,
  })
  await fc.assert(
    fc.asyncProperty(schools, asked, async (which, filters) => {
      const school = world[which]
      const all = paid.get(school.id) ?? []
      const nth = (place: number | undefined) => (place === undefined ? undefined : all[place])
      const [clerk, upTo, after] = [filters.clerk, filters.upTo, filters.after].map(nth)
      const values = {
        mode: filters.mode,
        state: filters.state,
        clerk: clerk?.clerk,
        section: filters.section && school[filters.section],
        upTo: upTo?.id,
        after: after?.id,
        from: filters.from,
        to: filters.to,
        sort: filters.sort,
        descending: filters.descending,
        term: school.termId,
        page: filters.page,
        pageSize: filters.pageSize,
      }
      const names = { clerk: 'clerk', section: 'sectionId', upTo: 'upToId', after: 'afterId', term: 'termId' } as Record<
        string,
        string
      >
      const view = Object.fromEntries(
        Object.keys(filters).map((key) => [names[key] ?? key, values[key as keyof typeof values]]),
      ) as Parameters<typeof entryPage>[3]
      const studentId = filters.section && (filters.section === 'section7A' ? school.student7A : school.student8A)
      const matching = all.filter(
        (payment) =>
          (filters.mode === undefined || payment.mode === filters.mode) &&
          (filters.state === undefined || payment.state === filters.state) &&
          (clerk === undefined || payment.clerk === clerk.clerk) &&
          (studentId === undefined || payment.studentId === studentId) &&
          (upTo === undefined || payment.id <= upTo.id) &&
          (after === undefined || payment.id > after.id),
      )
      const { descending = filters.sort === undefined, page: number = 0, pageSize = 20 } = filters
      // Every order of this test is the order in which the payments were taken.
      const ordered = descending ? matching.toReversed() : matching
      const viewer = viewers.get(school.id) as Viewer
      const { database } = world
      const [rows, ids, [sums]] = await database.read(
        school.id,
        [entryPage, entryIds, entrySums].map((list) => list(database.kysely, school.id, viewer, view)) as unknown as [
          ReturnType<typeof entryPage>,
          ReturnType<typeof entryIds>,
          ReturnType<typeof entrySums>,
        ],
      )
      const onPage = ordered.slice(number * pageSize, (number + 1) * pageSize).map(({ id }) => id)
      expect(rows.map(({ id }) => id)).toEqual(onPage)
      expect(ids.map(({ id }) => id)).toEqual(onPage)
      expect(sums).toMatchObject({
        total: matching.length,
        collected: sumMoney(matching.filter(({ state }) => state === 'COLLECTED').map(({ amount }) => amount)),
        clearing: sumMoney(matching.filter(({ state }) => state === 'CLEARING').map(({ amount }) => amount)),
      })
    }),
    { numRuns: 400 },
  )
})

test('the cheques to clear and the entries of that state do not answer for each other', async () => {
  for (const school of [world.own, world.other]) {
    const call = await world.call('admin', school)
    const all = paid.get(school.id) ?? []
    const upToId = all.at(-1)?.id
    const cheques = all.filter(({ state }) => state === 'CLEARING').map(({ id }) => id)
    for (const list of [listCheques, listEntries, listCheques]) {
      const view = list === listEntries ? { state: 'CLEARING', upToId } : { upToId }
      const { rows, total } = await list(call, school.id, view)
      expect(rows.map(({ id }) => id)).toEqual(cheques.toReversed())
      expect(total).toBe(cheques.length)
    }
  }
})

test('the students of a school answer what was asked, whatever was asked before', async () => {
  const asked = inAnyOrder({
    search: fc.constantFrom('', 'Meera', 'Patil', 'meera 2', '1', 'Ravi Shinde', 'nobody'),
    sectionId: fc.constantFrom('section7A' as const, 'section7B' as const),
    classId: fc.constantFrom('class7' as const, 'class8' as const),
    disabled: fc.boolean(),
    sort: fc.constantFrom('SECTION' as const, 'ROLL' as const, 'NAME' as const),
    descending: fc.boolean(),
    ...page,
  })
  await fc.assert(
    fc.asyncProperty(schools, asked, async (which, filters) => {
      const school = world[which]
      const view = {
        ...Object.fromEntries(
          Object.entries(filters).map(([key, value]) => [
            key,
            key === 'sectionId' || key === 'classId' ? school[value as 'section7A'] : value,
          ]),
        ),
        termId: school.termId,
      } as Parameters<typeof studentPage>[3]
      const sections = { class7: [school.section7A, school.section7B], class8: [school.section8A] }
      const words = (filters.search ?? '').toLowerCase().split(' ').filter(Boolean)
      const matching = (students.get(school.id) ?? []).filter(
        ({ name, roll, sectionId }) =>
          (filters.sectionId === undefined || sectionId === school[filters.sectionId]) &&
          (filters.classId === undefined || sections[filters.classId].includes(sectionId)) &&
          filters.disabled !== true &&
          words.every((word) => roll === word || name.toLowerCase().includes(word)),
      )
      const { page: number = 0, pageSize = 20 } = filters
      const viewer = viewers.get(school.id) as Viewer
      const { database } = world
      const [rows, [count]] = await database.read(school.id, [
        studentPage(database.kysely, school.id, viewer, view),
        studentCount(database.kysely, school.id, viewer, view),
      ])
      const shown = rows.map(({ id }) => id)
      expect(count?.total).toBe(matching.length)
      expect(shown).toHaveLength(Math.max(0, Math.min(pageSize, matching.length - number * pageSize)))
      expect(matching.map(({ id }) => id)).toEqual(expect.arrayContaining(shown))
    }),
    { numRuns: 300 },
  )
})

test('a register is that of the section, whatever was asked before', async () => {
  const asked = fc
    .constantFrom<'section7A' | 'section7B' | 'section8A'>('section7A', 'section7B', 'section8A')
    .chain((section) =>
      fc
        .shuffledSubarray(['sectionId', 'day', 'session', 'starts', 'subjectId'] as const, { minLength: 5 })
        .map((keys) => ({ section, keys })),
    )
  await fc.assert(
    fc.asyncProperty(schools, asked, fc.boolean(), async (which, { section, keys }, seated) => {
      const school = world[which]
      const values = { sectionId: school[section], day: today, session: 'DAY', starts: undefined, subjectId: null }
      const ref = Object.fromEntries(keys.map((key) => [key, values[key]])) as unknown as Parameters<typeof readRegister>[3]
      const viewer = viewers.get(school.id) as Viewer
      const { database } = world
      const [[register]] = await database.read(school.id, [readRegister(database.kysely, school.id, viewer, ref, seated)])
      const seats = (students.get(school.id) ?? []).filter(({ sectionId }) => sectionId === school[section])
      expect(register).toMatchObject({
        sectionId: school[section],
        session: 'DAY',
        studentIds: seated ? seats.map(({ id }) => id) : [],
      })
    }),
    { numRuns: 60 },
  )
})

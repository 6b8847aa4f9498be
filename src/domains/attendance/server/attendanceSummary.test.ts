import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, end, plans, start, writePlan } from '#tests/world/randomRegisters.ts'
import { addStudents, addSubject } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { deleteStudent, setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { countedSessions, weekdayOf } from '../attendance.rules.ts'
import { addHolidays, deleteHoliday, listHolidays } from './holidays.commands.ts'
import { correctMark } from './registers.commands.ts'
import { viewAttendanceSummary } from './reports.queries.ts'

let world: TestWorld
/** Sees every row, and is connected once: hundreds of statements follow. */
let owner: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  const { own } = world
  await addStudents(world, own, own.section7A, 5)
  await addStudents(world, own, own.section7B, 3, 20)
  for (const [sr, name] of ['Maths', 'Science'].entries())
    await addSubject(world, own, { sectionId: own.section7A, name, sr: sr + 1, days: [1], starts: '09:00', ends: '10:00' })
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

interface MarkRow {
  registerId: string
  studentId: string
  value: string
  live: boolean
  lecture: boolean
}

/** What a user does between two looks at the figures; `nth` chooses the mark, student, section or day. */
const changes = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'correct',
      'correct',
      'deleteRegister',
      'deleteStudent',
      'move',
      'disable',
      'holiday',
      'noHoliday',
      'rename',
    ),
    nth: fc.nat(1000),
  }),
  { maxLength: 4 },
)
type Change = { kind: string; nth: number }

test('are those of counting every mark, whatever was changed', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plans, changes, fc.tuple(fc.nat(27), fc.nat(27)), async (plan, done, [one, other]) => {
      await writePlan(world, plan)
      const spans = [
        [start, end],
        [days[Math.min(one, other)] ?? start, days[Math.max(one, other)] ?? end],
      ] as const
      for (const change of [undefined, ...done]) {
        if (change) await carryOut(change)
        for (const [from, to] of spans) expect(await shown(from, to)).toEqual(await counted(plan.attType, from, to))
      }
      expect((await checkData(world.database)).findings.filter(({ check }) => check.startsWith('registers-count'))).toEqual([])
    }),
    { numRuns: 20 },
  )
})

async function shown(from: string, to: string) {
  const admin = await world.call('admin')
  const { sections, total } = await viewAttendanceSummary(admin, world.own.id, { termId: world.own.termId, from, to })
  const sums = ({ students, taken, present, absent, late }: (typeof sections)[number] | typeof total) => ({
    students,
    taken,
    present,
    absent,
    late,
  })
  return {
    sections: sections.map((section) => ({ name: section.sectionName, ...sums(section) })),
    total: sums(total),
  }
}

async function select<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await owner.query<Row & pg.QueryResultRow>(text, [...values])).rows
}

/** Goes through all rows of the school, as the owner. */
async function counted(attType: string, from: string, to: string) {
  const rows = <Row extends object>(text: string) => select<Row>(text, [world.own.id])
  const sections = await rows<{ id: string; name: string }>(
    `select s.id, c.name || '-' || s.name as name from sections s join classes c on c.school_id = s.school_id and c.id = s.class_id
      where s.school_id = $1 order by s.id`,
  )
  const students = await rows<{ sectionId: string }>(
    `select e.section_id as "sectionId" from enrolments e join students s on s.school_id = e.school_id and s.id = e.student_id
      where e.school_id = $1 and not s.disabled`,
  )
  const registers = await rows<{ id: string; sectionId: string; day: string; session: string; live: boolean }>(
    `select r.id, section_id as "sectionId", day::text, session,
        exists (select from lectures l where l.school_id = $1 and l.register_id = r.id and l.ended_at is null and l.closes_at > now()) as live
      from registers r where school_id = $1`,
  )
  const marks = Map.groupBy(
    await rows<{ registerId: string; value: string }>(
      'select register_id as "registerId", value from marks where school_id = $1',
    ),
    (mark) => mark.registerId,
  )
  const holidays = (await rows<{ day: string }>('select day::text from holidays where school_id = $1')).map(({ day }) => day)
  const sums = sections.map(({ id, name }) => {
    const counting = registers.filter(
      ({ sectionId, day, session, live }) =>
        sectionId === id &&
        day >= from &&
        day <= to &&
        (countedSessions(attType) as readonly string[]).includes(session) &&
        !holidays.includes(day) &&
        !live,
    )
    const values = counting.flatMap((register) => marks.get(register.id) ?? []).map((mark) => mark.value)
    return {
      name,
      students: students.filter(({ sectionId }) => sectionId === id).length,
      taken: counting.filter(({ session, day }) => session !== 'LECTURE' && weekdayOf(day) !== 0).length,
      present: values.filter((value) => value === 'P').length,
      absent: values.filter((value) => value === 'A').length,
      late: values.filter((value) => value === 'L').length,
    }
  })
  const total = { students: 0, taken: 0, present: 0, absent: 0, late: 0 }
  for (const { name: _, ...section } of sums)
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += section[key]
  return { sections: sums, total }
}

async function carryOut({ kind, nth }: Change): Promise<void> {
  const { id, termId, section7A, section7B, section8A } = world.own
  const admin = await world.call('admin')
  const pick = <Thing>(things: readonly Thing[]): Thing | undefined => things[nth % Math.max(1, things.length)]
  const day = days[nth % days.length] ?? start
  const sectionId = [section7A, section7B, section8A][nth % 3] ?? section7A
  const [student] = await select<{ studentId: string }>(
    'select student_id as "studentId" from enrolments where school_id = $1 order by student_id offset $2::int % 10 limit 1',
    [id, nth],
  )
  const studentId = Number(student?.studentId)
  if (kind === 'correct') {
    const marks = await select<MarkRow>(
      `select m.register_id as "registerId", m.student_id as "studentId", m.value,
          exists (select from lectures l where l.school_id = $1 and l.register_id = m.register_id and l.ended_at is null) as live
        from marks m where school_id = $1 order by register_id, student_id`,
      [id],
    )
    const mark = pick(marks.filter(({ live }) => !live))
    if (!mark) return
    const value = (['P', 'A', 'L'] as const)[nth % 3]
    const input = {
      key: randomUUID(),
      registerId: Number(mark.registerId),
      studentId: Number(mark.studentId),
      was: mark.value,
      value,
      note: '',
    }
    await correctMark(admin, id, input)
  }
  // No command does it: an erased term and a restored backup take whole registers away.
  if (kind === 'deleteRegister') {
    const register = pick(
      await select<{ id: string }>(`select id from registers where school_id = $1 and session <> 'LECTURE' order by id`, [id]),
    )
    for (const table of ['mark_changes', 'marks'])
      await select(`delete from ${table} where school_id = $1 and register_id = $2`, [id, register?.id])
    await select('delete from registers where school_id = $1 and id = $2', [id, register?.id])
  }
  if (kind === 'deleteStudent') {
    const [added = 0] = await addStudents(world, world.own, sectionId, 1, 90)
    const [register] = await select<{ id: string; value: string }>(
      `update registers set absent = absent + 1 where school_id = $1 and id =
         (select id from registers where school_id = $1 and section_id = $2 order by id limit 1) returning id`,
      [id, sectionId],
    )
    if (register)
      await select(`insert into marks (school_id, register_id, student_id, value) values ($1, $2, $3, 'A')`, [
        id,
        register.id,
        added,
      ])
    await deleteStudent(await world.call('superadmin'), id, { id: added })
  }
  if (kind === 'move')
    await select('update enrolments set section_id = $3 where school_id = $1 and student_id = $2', [id, studentId, sectionId])
  if (kind === 'disable') {
    const [known] = await select<{ disabled: boolean }>('select disabled from students where school_id = $1 and id = $2', [
      id,
      studentId,
    ])
    await setStudentDisabled(admin, id, { id: studentId, disabled: !known?.disabled })
  }
  const holidays = await listHolidays(admin, id, { from: start, to: end })
  if (kind === 'holiday' && !holidays.some((holiday) => holiday.day === day))
    await addHolidays(admin, id, { from: day, to: day, name: 'Fair' })
  if (kind === 'noHoliday') {
    const holiday = pick(holidays)
    if (holiday) await deleteHoliday(admin, id, { id: holiday.id })
  }
  if (kind === 'rename')
    await select(`update sections set name = 'S' || $3::int where school_id = $1 and id = $2 and term_id = $4`, [
      id,
      sectionId,
      nth,
      termId,
    ])
}

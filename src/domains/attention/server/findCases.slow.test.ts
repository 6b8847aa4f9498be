import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weekdayOf } from '#domains/attendance/attendance.rules.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import { asOwner } from '#tests/asOwner.ts'
import { expectedFindings } from '#tests/attentionCounts.ts'
import { clearAttendance } from '#tests/world/attendance.ts'
import { plans, start, writePlan } from '#tests/world/randomRegisters.ts'
import { addFeeCategory, addFees, addRegister, addStudents, addSubject, assignFees, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { ruleNames, type RuleSetting, settingsOf } from '../attention.rules.ts'
import { findAllCases } from './attentionJob.ts'
import { findCases } from './findCases.ts'

let world: TestWorld
let children: number[]
const runSql = <Row extends object>(text: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, text, values)
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  children = [own.student7A, ...(await addStudents(world, own, own.section7A, 5))]
  await addStudents(world, own, own.section7B, 3, 20)
  for (const [sr, name] of ['Maths', 'Science'].entries())
    await addSubject(world, own, { sectionId: own.section7A, name, sr: sr + 1, days: [1], starts: '09:00', ends: '10:00' })
})
beforeEach(async () => {
  await clearAttendance(world, world.own)
  await clearCases()
  await setSchool(world, world.own, { attType: 'DAILY' })
})
afterAll(() => world.close())

async function clearCases(): Promise<void> {
  await runSql('delete from attention_cases')
  await runSql('delete from attention_sweeps')
  await runSql('delete from attention_rules')
}

async function school() {
  return world.database.kysely.selectFrom('schools').selectAll().where('id', '=', world.own.id).executeTakeFirstOrThrow()
}

const sweep = async (day: Day) => findCases(world.database, await school(), day)

async function storeRules(rules: readonly RuleSetting[]): Promise<void> {
  for (const { rule, enabled, threshold } of rules)
    await runSql(
      `insert into attention_rules (school_id, rule, enabled, threshold, changed_by_name) values ($1, $2, $3, $4, 'Head')`,
      world.own.id,
      rule,
      enabled,
      threshold,
    )
  await runSql('update attention_sweeps set swept_on = null')
}

const standing = async () =>
  (
    await runSql<{ key: string }>(
      `select a.student_id || ' ' || a.rule || ' ' || case a.rule when 'ABSENT_RUN' then '' else a.value::text end as key
       from attention_reasons a where a.school_id = $1 and a.gone_on is null`,
      world.own.id,
    )
  )
    .map(({ key }) => key)
    .toSorted()

const broken = async () => {
  const checks = ['open-cases-have-reasons', 'cases-are-closed-for-a-reason', 'reasons-are-of-their-case']
  const found: string[] = []
  for (const name of checks) {
    const text = readFileSync(`db/checks/${name}.sql`, 'utf8')
    const { rows } = await world.database.transaction(world.own.id, (db) => sql.raw(text).execute(db))
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Compares the standing reasons with the second count, day by day. */
async function compareDays(attType: string, rules: readonly RuleSetting[], days: readonly Day[]): Promise<void> {
  const mirror = new Map<string, number>()
  for (const day of days) {
    await sweep(day)
    const expected = await expectedFindings(world, attType, day, rules)
    for (const { studentId, rule, opens, gone, value } of expected) {
      const key = `${studentId} ${rule}`
      if (mirror.has(key) ? gone : !opens) mirror.delete(key)
      else mirror.set(key, value)
    }
    expect(await standing(), `on ${day}`).toEqual(
      [...mirror].map(([key, value]) => `${key} ${key.endsWith('ABSENT_RUN') ? '' : value}`).toSorted(),
    )
  }
  expect(await broken()).toEqual([])
}

test('over random worlds a second count finds the same children on every day, of every type of attendance', {
  timeout: 300_000,
}, async () => {
  // Low limits, because a month has few days.
  const rules = settingsOf([
    { rule: 'LOW_SHARE', enabled: true, threshold: 70 },
    { rule: 'FALL', enabled: true, threshold: 6 },
    { rule: 'WEEKDAY', enabled: true, threshold: 3 },
    { rule: 'ABSENT_RUN', enabled: true, threshold: 2 },
  ])
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      await clearCases()
      await writePlan(world, plan)
      await storeRules(rules)
      await compareDays(
        plan.attType,
        rules,
        [10, 17, 21, 24, 26, 27].map((days) => addDays(start, days)),
      )
    }),
    { numRuns: 6 },
  )
  await runSql('update students set disabled = false, date_of_admission = null where school_id = $1', world.own.id)
  await runSql(
    'update enrolments set section_id = $2 where school_id = $1 and student_id = any($3)',
    world.own.id,
    world.own.section7A,
    children,
  )
})

/** What a child is like: how often it is absent in the first and the second half, on Mondays, and in by the gate. */
const habits = fc.record({
  early: fc.constantFrom(0, 0, 10, 30),
  late: fc.constantFrom(0, 10, 40, 60),
  mondays: fc.constantFrom(0, 0, 90),
  ill: fc.option(fc.record({ from: fc.nat(70), days: fc.integer({ min: 2, max: 7 }) }), { nil: null }),
  scanned: fc.constantFrom(0, 0, 40),
  paid: fc.nat(3),
})
const worlds = fc.record({ seed: fc.integer({ min: 1, max: 2 ** 30 }), habits: fc.array(habits, { minLength: 6, maxLength: 6 }) })

const fine = { early: 0, late: 0, mondays: 0, ill: null, scanned: 0, paid: 3 }
const everyRule = {
  seed: 64,
  habits: [
    { ...fine, early: 30, late: 60 },
    { ...fine, late: 60 },
    { ...fine, mondays: 90 },
    { ...fine, ill: { from: 50, days: 7 } },
    { ...fine, late: 40, scanned: 40 },
    { ...fine, paid: 0 },
  ],
}

test('over full terms with gate and fees a second count finds the same children, and all rules find some', {
  timeout: 300_000,
}, async () => {
  const { own } = world
  await setSchool(world, own, { attType: 'DAILY', qrcode: true, feesModule: true })
  const first = addDays(today, -84)
  const days = Array.from({ length: 84 }, (_, nth) => addDays(first, nth)).filter((day) => weekdayOf(day) !== 0)
  const category = await addFeeCategory(world, own, { name: 'Tuition by age' })
  const fees = await addFees(world, own, category, [
    { name: 'One', amount: 100_000, dueOn: addDays(today, -130) },
    { name: 'Two', amount: 50_000, dueOn: addDays(today, -75) },
    { name: 'Three', amount: 25_000, dueOn: addDays(today, -40) },
  ])
  await assignFees(world, own, category, children)
  const rules = settingsOf([{ rule: 'OVERDUE', enabled: true, threshold: 60 }])
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(worlds, async ({ seed, habits: kinds }) => {
      await clearCases()
      await clearAttendance(world, own)
      await runSql("delete from collected_lines where school_id = $1 and status = 'DISCOUNT'", own.id)
      let state = seed
      const chance = (percent: number) => (state = (state * 48_271) % 2_147_483_647) % 100 < percent
      await world.database.transaction(own.id, async (db) => {
        for (const [nth, day] of days.entries()) {
          const marks = children.map((studentId, place) => {
            const { early, late, mondays, ill } = kinds[place]!
            const isIll = ill !== null && nth >= ill.from && nth < ill.from + ill.days
            const often = weekdayOf(day) === 1 && mondays > 0 ? mondays : nth < 50 ? early : late
            return { studentId, value: isIll || chance(often) ? 'A' : chance(5) ? 'L' : 'P' }
          })
          await addRegister(db, own, { sectionId: own.section7A, day }, marks)
        }
        await db
          .insertInto('gateScans')
          .values(
            days.flatMap((day) =>
              children.flatMap((studentId, place) =>
                chance(kinds[place]!.scanned) || place === 0
                  ? [
                      {
                        schoolId: own.id,
                        key: crypto.randomUUID(),
                        studentId,
                        day,
                        direction: chance(70) ? 'IN' : 'OUT',
                        at: new Date(`${day}T03:00:00Z`),
                        arrivedAt: new Date(`${day}T03:00:01Z`),
                        scannedBy: crypto.randomUUID(),
                        scannedByName: 'Guard',
                        means: 'QR',
                      },
                    ]
                  : [],
              ),
            ),
          )
          .execute()
        const lines = children.flatMap((studentId, place) =>
          fees.slice(0, kinds[place]!.paid).map((feeId, fee) => ({
            schoolId: own.id,
            termId: own.termId,
            studentId,
            feeId,
            status: 'DISCOUNT',
            amount: [100_000, 50_000, 25_000][fee] ?? 0,
            feeName: 'Tuition',
            collectedOn: today,
            createdBy: crypto.randomUUID(),
            createdByName: 'Clerk',
            comment: 'Paid by trust',
          })),
        )
        if (lines.length > 0) await db.insertInto('collectedLines').values(lines).execute()
      })
      await storeRules(rules)
      await compareDays(
        'DAILY',
        rules,
        [40, 55, 60, 66, 70, 74, 78, 81, 84].map((nth) => addDays(first, nth)),
      )
      for (const { rule } of await runSql<{ rule: string }>('select distinct rule from attention_reasons')) seen.add(rule)
    }),
    // The first world has a child for every rule.
    { numRuns: 4, examples: [[everyRule]] },
  )
  expect([...seen].toSorted()).toEqual([...ruleNames].toSorted())
})

describe('a simulated term', () => {
  /** Stores the marks of the first child on the school days from a day on, the others being present. */
  const first = addDays(today, -119)
  const days = Array.from({ length: 120 }, (_, nth) => addDays(first, nth)).filter((day) => weekdayOf(day) !== 0)
  const take = (day: Day, value: string) =>
    addRegister(
      world,
      world.own,
      { sectionId: world.own.section7A, day },
      children.map((studentId, place) => ({ studentId, value: place === 0 ? value : 'P' })),
    )
  const cases = () =>
    runSql<{ opened: Day; closed: Day | null; rules: string; gone: string }>(
      `select c.opened_on::text as opened, c.closed_on::text as closed,
         (select string_agg(rule, ',' order by rule) from attention_reasons a where a.case_id = c.id) as rules,
         (select string_agg(value::text, ',' order by rule) from attention_reasons a where a.case_id = c.id) as gone
       from attention_cases c where c.school_id = $1 order by c.id`,
      world.own.id,
    )
  const only = (rule: string, threshold: number) =>
    storeRules(
      settingsOf([]).map((setting) => (setting.rule === rule ? { ...setting, threshold } : { ...setting, enabled: false })),
    )

  test('around the limit a case opens once and closes once, with its day and figure', async () => {
    await only('LOW_SHARE', 75)
    // 7 of 10; then it moves between 74 and 77 for weeks; then it reaches 77 and stays between 75 and 77.
    const marks = [...'PPAPPAPAPP', ...'PPPAPPPAPPPAPPPPAPPPAPPPAPPPPAPPPAPPP', ...'PAPPPAPPPAPPPAPPPAPPP']
    const shares: number[] = []
    for (const [nth, mark] of marks.entries()) {
      await take(days[nth]!, mark)
      await sweep(days[nth]!)
      const soFar = marks.slice(0, nth + 1)
      shares.push(Math.round((soFar.filter((one) => one !== 'A').length * 1000) / soFar.length))
    }
    const opened = shares.findIndex((share, nth) => nth >= 9 && share < 750)
    const closed = shares.findIndex((share, nth) => nth > opened && share >= 770)
    const after = shares.slice(closed + 1)
    expect(Math.min(...after)).toBeGreaterThanOrEqual(750)
    expect(Math.max(...after)).toBeLessThan(770)
    // Without the distance between both limits it would have come and gone several times.
    const crossings = shares.filter((share, nth) => nth > 9 && share < 750 !== shares[nth - 1]! < 750).length
    expect(crossings).toBeGreaterThan(2)
    expect(await cases()).toEqual([
      { opened: days[opened], closed: days[closed], rules: 'LOW_SHARE', gone: String(shares[closed]) },
    ])
  })

  test('a day back at school does not end a run of absences; two do, and the next run is a case of its own', async () => {
    await only('ABSENT_RUN', 3)
    for (const [nth, mark] of [...'PAAAPAAPPAAPAAAA'].entries()) {
      await take(days[nth]!, mark)
      await sweep(days[nth]!)
    }
    expect(await cases()).toEqual([
      { opened: days[3], closed: days[8], rules: 'ABSENT_RUN', gone: '3' },
      { opened: days[14], closed: null, rules: 'ABSENT_RUN', gone: '4' },
    ])
  })

  test('a case closed by hand does not come back for the same streak, and does for the next', async () => {
    await only('ABSENT_RUN', 3)
    for (const [nth, mark] of [...'AAAAA'].entries()) {
      await take(days[nth]!, mark)
      await sweep(days[nth]!)
      if (nth === 2)
        await runSql(
          `update attention_cases set closed_on = opened_on, closed_at = now(), closed_by = gen_random_uuid(), closed_by_name = 'Head', close_reason = 'In hospital'`,
        )
    }
    expect(await cases()).toHaveLength(1)
    for (const [nth, mark] of [...'PPAAA'].entries()) {
      await take(days[nth + 5]!, mark)
      await sweep(days[nth + 5]!)
    }
    expect((await cases()).map(({ opened, closed }) => [opened, closed])).toEqual([
      [days[2], days[2]],
      [days[9], null],
    ])
    expect(await broken()).toEqual([])
  })

  test('a child who leaves, a rule that is switched off, and a term that ends close cases', async () => {
    await only('ABSENT_RUN', 3)
    for (const [nth, mark] of [...'AAA'].entries()) await take(days[nth]!, mark)
    const why = async () =>
      (await runSql<{ why: string | null }>('select gone_why as why from attention_reasons order by id')).map((row) => row.why)
    await sweep(days[2]!)
    await runSql('update students set disabled = true where id = $1', children[0])
    await sweep(days[3]!)
    expect(await why()).toEqual(['LEFT'])
    await runSql('update students set disabled = false where id = $1', children[0])
    await sweep(days[4]!)
    await runSql('update attention_rules set enabled = false')
    await sweep(days[5]!)
    expect(await why()).toEqual(['LEFT', 'OFF'])
    await runSql('update attention_rules set enabled = true')
    await runSql("update attention_rules set enabled = false where rule <> 'ABSENT_RUN'")
    await sweep(days[6]!)
    await runSql('update terms set current = false where school_id = $1', world.own.id)
    await sweep(days[7]!)
    expect(await why()).toEqual(['LEFT', 'OFF', 'TERM'])
    await runSql('update terms set current = true where id = $1', world.own.termId)
    expect((await cases()).every(({ closed }) => closed !== null)).toBe(true)
    expect(await broken()).toEqual([])
  })

  test('a new reason joins the open case and brings a waiting one back', async () => {
    for (const [nth, mark] of [...'PPPPPPPAAA'].entries()) await take(days[nth]!, mark)
    await sweep(days[9]!)
    expect((await cases()).map(({ rules }) => rules)).toEqual(['ABSENT_RUN,LOW_SHARE'])
    await runSql('update attention_cases set look_again_on = now()::date + 7, owner_id = owner_id')
    await runSql("delete from attention_reasons where rule = 'LOW_SHARE'")
    await sweep(days[10]!)
    expect((await cases()).map(({ rules }) => rules)).toEqual(['ABSENT_RUN,LOW_SHARE'])
    expect(await runSql('select look_again_on as day, owner_id as owner from attention_cases')).toEqual([
      { day: null, owner: world.own.users.teacher },
    ])
  })
})

describe('the job', () => {
  const absent = (day: Day) =>
    addRegister(
      world,
      world.own,
      { sectionId: world.own.section7A, day },
      children.map((studentId, place) => ({ studentId, value: place === 0 ? 'A' : 'P' })),
    )

  test('several jobs at once make one case, and a second run changes nothing', async () => {
    for (const back of [3, 2, 1]) await absent(addDays(today, -back))
    const found = await Promise.all(Array.from({ length: 6 }, () => sweep(today)))
    expect(found.filter((count) => count > 0)).toEqual([1])
    expect(await sweep(today)).toBe(0)
    expect(await sweep(addDays(today, 1))).toBe(0)
    expect(await runSql('select from attention_cases')).toHaveLength(1)
  })

  test('a saved register is looked at within minutes, without looking at the whole school again', async () => {
    await sweep(today)
    for (const back of [3, 2, 1]) await absent(addDays(today, -back))
    expect(await findAllCases(world.database, new Date())).toBe(1)
    expect(await runSql('select opened_on::text as day from attention_cases')).toEqual([{ day: today }])
    // Corrected: the child was there.
    await runSql("update marks set value = 'P' where school_id = $1 and student_id = $2", world.own.id, children[0])
    await runSql('update registers set changed_at = now() where school_id = $1', world.own.id)
    await findAllCases(world.database, new Date())
    expect(await runSql('select closed_on::text as day from attention_cases')).toEqual([{ day: today }])
  })
})

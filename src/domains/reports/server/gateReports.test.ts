import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearAttendance } from '#tests/world/attendance.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addDays, indiaOffset, schoolDay } from '#shared/dates.ts'
import type { ReportModel } from '../report.model.ts'
import type { ReportType } from '../reportTypes.ts'
import { makeReport } from './makeReport.ts'

let world: TestWorld
let students: number[]
const today = schoolDay(new Date())
const start = addDays(today, -3)

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  students = [own.student7A, ...(await addStudents(world, own, own.section7A, 2))]
})
afterAll(() => world.close())

async function report(reportType: ReportType, more: Record<string, unknown> = {}): Promise<ReportModel> {
  const settings = { reportType, section: String(world.own.section7A), currentTerm: world.own.termId, start, end: today, ...more }
  return makeReport(await world.call('admin'), world.own.id, settings)
}

interface PlannedScan {
  student: number
  day: number
  minute: number
  direction: 'IN' | 'OUT'
  reader: boolean
}

const plans: fc.Arbitrary<PlannedScan[]> = fc.uniqueArray(
  fc.record({
    student: fc.nat(2),
    day: fc.nat(2),
    minute: fc.integer({ min: 6 * 60, max: 18 * 60 }),
    direction: fc.constantFrom('IN' as const, 'OUT' as const),
    reader: fc.boolean(),
  }),
  { minLength: 5, maxLength: 30, selector: (scan) => `${scan.student} ${scan.day} ${scan.minute}` },
)

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

async function storeScans(scans: readonly PlannedScan[]): Promise<void> {
  const { id: schoolId } = world.own
  await clearAttendance(world, world.own)
  await world.database.transaction(schoolId, async (db) => {
    const device =
      (await db.selectFrom('gateDevices').select('id').where('schoolId', '=', schoolId).executeTakeFirst()) ??
      (await db
        .insertInto('gateDevices')
        .values({ schoolId, name: 'Main gate', direction: 'BOTH', keyHash: Buffer.from('a') })
        .returning('id')
        .executeTakeFirstOrThrow())
    await db
      .insertInto('gateScans')
      .values(
        scans.map((scan) => {
          const day = addDays(start, scan.day)
          return {
            schoolId,
            key: randomUUID(),
            studentId: students[scan.student] ?? 0,
            day,
            direction: scan.direction,
            means: 'QR',
            at: new Date(`${day}T${clock(scan.minute)}:00${indiaOffset}`),
            ...(scan.reader ? { deviceId: device.id, scannedByName: '' } : { scannedBy: randomUUID(), scannedByName: 'Ravi' }),
          }
        }),
      )
      .execute()
  })
}

test('entries, exits and averages agree with a count of the scans', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      await storeScans(plan)
      const scansOf = (student: number, day: number) =>
        plan.filter((scan) => scan.student === student && scan.day === day).sort((a, b) => a.minute - b.minute)
      const days = [0, 1, 2].flatMap((day) =>
        [0, 1, 2].flatMap((student) => {
          const scans = scansOf(student, day)
          if (scans.length === 0) return []
          const ins = scans.filter((scan) => scan.direction === 'IN')
          const outs = scans.filter((scan) => scan.direction === 'OUT')
          let inside = 0
          for (let index = 1; index < scans.length; index++)
            if (scans[index - 1]!.direction === 'IN' && scans[index]!.direction === 'OUT')
              inside += scans[index]!.minute - scans[index - 1]!.minute
          return [
            {
              student,
              day: addDays(start, day),
              in: ins[0]?.minute,
              out: outs.at(-1)?.minute,
              inside,
              open: scans.at(-1)!.direction === 'IN',
              devices: [...new Set(scans.map((scan) => (scan.reader ? 'Main gate' : 'Ravi')))].join(', '),
            },
          ]
        }),
      )
      const time = (minute: number | undefined) => (minute === undefined ? null : clock(minute))
      const detailedReport = await report('qrentryexit')
      expect(detailedReport.facts.find((fact) => fact.label === 'Working days')?.value).toBe(
        String(new Set(days.map((row) => row.day)).size),
      )
      const detailed = detailedReport.blocks[0]
      expect(detailed?.rows.map((row) => [row.cells[0], ...row.cells.slice(3)])).toEqual(
        days.map((row) => [row.day, time(row.in), time(row.out), row.inside, row.open ? 'Missing' : '', row.devices]),
      )
      const meanTime = (minutes: readonly (number | undefined)[]) => {
        const known = minutes.filter((minute) => minute !== undefined)
        return known.length === 0 ? null : clock(Math.round(known.reduce((sum, minute) => sum + minute, 0) / known.length))
      }
      const condensed = (await report('qrentryexitCondensed', { lateAfter: '10:30' })).blocks[0]
      expect(condensed?.rows.map((row) => row.cells.slice(3))).toEqual(
        [0, 1, 2].map((student) => {
          const studentDays = days.filter((row) => row.student === student)
          const ins = studentDays.map((row) => row.in)
          return [
            ins.filter((minute) => minute !== undefined).length,
            meanTime(ins),
            meanTime(studentDays.map((row) => row.out)),
            ins.filter((minute) => minute !== undefined && minute > 10 * 60 + 30).length,
            studentDays.filter((row) => row.open).length,
          ]
        }),
      )
    }),
    { numRuns: 15 },
  )
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearAttendance, today } from '#tests/world/attendance.ts'
import { addSubject, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { schoolById } from '#platform/school.ts'
import { addDays } from '#shared/dates.ts'
import { termAttendance } from './termAttendance.exports.ts'

let world: TestWorld
let owner: pg.Client
let subjects: { own: number; other: number }

beforeAll(async () => {
  world = await testWorld()
  const subject = { name: 'Maths', sr: 1, days: [1], starts: '09:00', ends: '10:00' }
  subjects = {
    own: await addSubject(world, world.own, { sectionId: world.own.section7A, ...subject }),
    other: await addSubject(world, world.own, { sectionId: world.own.section7B, ...subject }),
  }
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

/** Sessions; a time stands for a subject's slot. */
const kinds = ['DAY', 'MORNING', 'AFTERNOON', '09:00', '11:00'] as const
const counted: Record<string, readonly string[]> = {
  DAILY: ['DAY'],
  DUAL: ['MORNING', 'AFTERNOON'],
  SUBJECTWISE: ['09:00', '11:00'],
}
/** A register some days ago, of the student's or another section, with or without the student's mark. */
const register = fc.record({
  ago: fc.integer({ min: 1, max: 6 }),
  kind: fc.constantFrom(...kinds),
  own: fc.boolean(),
  mark: fc.constantFrom('P', 'A', 'L', null),
})

test.each(['DAILY', 'DUAL', 'SUBJECTWISE'] as const)(
  '%s: days and presence equal a plain count over the registers',
  async (attType) => {
    await setSchool(world, world.own, { attType })
    const { id: schoolId, termId, section7A, section7B, student7A } = world.own
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(register, { maxLength: 24, selector: ({ ago, kind, own }) => `${ago} ${kind} ${own}` }),
        fc.option(fc.integer({ min: 0, max: 7 })),
        fc.option(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))),
        async (registers, admitted, between) => {
          await clearAttendance(world, world.own)
          const admission = admitted === null ? null : addDays(today, -admitted)
          await owner.query('update students set date_of_admission = $2 where id = $1', [student7A, admission])
          for (const { ago, kind, own, mark } of registers) {
            const ofSubject = kind.includes(':')
            const { rows } = await owner.query<{ id: string }>(
              `insert into registers (school_id, term_id, section_id, day, session, subject_id, starts, taken_by, taken_by_name)
              values ($1, $2, $3, $4, $5, $6, $7::time, $8, 'A Teacher') returning id`,
              [
                schoolId,
                termId,
                own ? section7A : section7B,
                addDays(today, -ago),
                ofSubject ? 'SUBJECT' : kind,
                ...(ofSubject ? [own ? subjects.own : subjects.other, kind] : [null, null]),
                randomUUID(),
              ],
            )
            if (mark !== null)
              await owner.query('insert into marks (school_id, register_id, student_id, value) values ($1, $2, $3, $4)', [
                schoolId,
                rows[0]?.id,
                student7A,
                mark,
              ])
          }
          const school = (await schoolById(world.database, schoolId))!
          const enrolment = { termId, studentId: student7A }
          const [[answer]] = await world.database.read(schoolId, [
            termAttendance(
              world.database.kysely,
              school,
              enrolment,
              between && { from: addDays(today, -between[0]), to: addDays(today, -between[1]) },
            ),
          ] as const)

          const taken = registers.filter(
            ({ ago, kind, own, mark }) =>
              counted[attType]?.includes(kind) &&
              (own || mark !== null) &&
              (admitted === null || ago <= admitted) &&
              (between === null || (ago <= between[0] && ago >= between[1])),
          )
          const days = Map.groupBy(taken, ({ ago }) => ago)
          const present = [...days.values()].map((ofDay) => {
            const attended = ofDay.filter(({ mark }) => mark === 'P' || mark === 'L').length
            return attType === 'SUBJECTWISE' ? Math.min(attended, 1) : attended / ofDay.length
          })
          expect(answer?.workingDays).toBe(days.size)
          // To one decimal.
          const off = (answer?.daysPresent ?? -1) - present.reduce((sum, share) => sum + share, 0)
          expect(Math.abs(off)).toBeLessThan(0.0501)
        },
      ),
      { numRuns: 25 },
    )
  },
)

import { addOpeningFees, openingCategory } from '#domains/fees/server/openingDues.sql.ts'
import { insertAssignments } from '#domains/fees/server/assignments.sql.ts'
import type { Tx } from '#platform/database/connect.ts'
import { showSchoolYear } from '#shared/schoolYears.ts'
import type { Clerk, DemoStudent } from './fees.ts'

/** Every how many students one owes something of a year before Shala, and the first of them. */
const [every, first] = [97, 41]
const owed = [450_000, 125_000, 80_050, 600_000]

function duesOf(year: number) {
  const name = showSchoolYear(year)
  return { year, name: `Dues of ${name}`, slug: `dues-of-${name}` }
}

/** Adds what some students owed when the school started with Shala: of the year before that, some of two years. */
export async function addOpeningDues(
  db: Tx,
  { schoolId, termId, year, head }: { schoolId: number; termId: number; year: number; head: Clerk },
  students: readonly DemoStudent[],
): Promise<void> {
  const term = await db
    .selectFrom('terms')
    .select(['schoolId', 'id', 'name', 'startsOn'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', termId)
    .executeTakeFirstOrThrow()
  const category = await openingCategory(db, term, [], 'Dues from before Shala')
  const fees = await addOpeningFees(db, term, category, [duesOf(year - 3), duesOf(year - 2)])
  const owing = students.filter(({ index }) => index % every === first)
  const pairs = owing.map(({ id: studentId }) => ({ studentId, feeCategoryId: category }))
  await insertAssignments(db, schoolId, termId, pairs, 'hand')
  const lines = owing.flatMap(({ id: studentId }, place) =>
    // Every second one owes something of both years.
    fees.slice(place % 2 === 0 ? 1 : 0).map((fee) => ({
      schoolId,
      termId,
      studentId,
      feeId: fee.id,
      feeName: fee.name,
      amount: -(owed[(place + fee.year) % owed.length] ?? 0),
      status: 'OPENING',
      comment: 'From the old fee register',
      collectedOn: `${year - 1}-04-02`,
      createdBy: head.subject,
      createdByName: head.name,
    })),
  )
  await db.insertInto('collectedLines').values(lines).execute()
}

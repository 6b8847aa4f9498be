import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { feesOfAssigned, followConcessions } from '#domains/fees/server/concessionLines.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { Clerk, DemoStudent } from './fees.ts'

/** Every how many students one has the concession; the first of them. */
const given = [
  { name: 'RTE', share: 10_000, needsDocument: false, every: 61, first: 7, reason: 'Admitted under the RTE quota' },
  { name: 'Staff child', share: 5000, needsDocument: false, every: 91, first: 23, reason: 'Parent teaches here' },
  { name: 'Sibling', share: 1000, needsDocument: false, every: 27, first: 11, reason: 'Brother or sister in the school' },
  { name: 'Scholarship', share: 2500, needsDocument: true, every: 0, first: 0, reason: '' },
] as const

interface DemoConcessions {
  schoolId: number
  termId: number
  /** The person who gives them. */
  head: Clerk
  /** The person who asks for a discount. */
  clerk: Clerk
}

/**
 * Adds the kinds of concessions that many schools give, and gives most of them to some students. They take off what is
 * still pending.
 */
export async function addConcessions(db: Tx, demo: DemoConcessions, students: readonly DemoStudent[]) {
  const { schoolId, termId, head } = demo
  const by = { createdBy: head.subject, createdByName: head.name }
  for (const { every, first, reason, ...kind } of given) {
    const { id: kindId } = await db
      .insertInto('concessionKinds')
      .values({ schoolId, forSiblings: kind.name === 'Sibling', ...kind })
      .returning('id')
      .executeTakeFirstOrThrow()
    const chosen = every === 0 ? [] : students.filter((_, index) => index % every === first)
    if (chosen.length === 0) continue
    const rows = chosen.map(({ id: studentId }) => ({
      schoolId,
      termId,
      studentId,
      kindId,
      share: kind.share,
      startsOn: '2026-04-01',
      reason,
      ...by,
    }))
    await db.insertInto('concessions').values(rows).execute()
  }
  const categories = await db
    .selectFrom('feeCategories')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .execute()
  const feeIds = await feesOfAssigned(
    db,
    schoolId,
    categories.map((category) => category.id),
  )
  await followConcessions(db, head, { schoolId, feeIds }, 'A concession was given')
  await addRequest(db, demo)
}

/** Adds a discount that a clerk asks for: half of the last fee that one of the students has not paid anything of. */
async function addRequest(db: Tx, { schoolId, termId, clerk }: DemoConcessions): Promise<void> {
  await sql`
    insert into discount_requests (school_id, term_id, student_id, fee_ids, amount, reason, request_key, created_by, created_by_name)
    select fees.school_id, fees.term_id, assignment.student_id, array[fees.id], fees.amount / 2, 'Father has lost his work', ${randomUUID()},
      ${clerk.subject}, ${clerk.name}
    from fees
    join student_fee_categories assignment on assignment.school_id = fees.school_id and assignment.fee_category_id = fees.fee_category_id
    where fees.school_id = ${schoolId} and fees.term_id = ${termId} and fees.fixed_amount and fees.deleted_at is null and not exists (
      select from collected_lines line where line.school_id = fees.school_id and line.term_id = fees.term_id and line.fee_id = fees.id
        and line.student_id = assignment.student_id)
    order by assignment.student_id, fees.id desc limit 1`.execute(db)
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { concessionAmounts } from '#domains/fees/concession.rules.ts'
import type { Tx } from '#platform/database/connect.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import type { AskedDemoFee, DemoAccount } from './books.ts'
import type { Clerk, DemoMoney } from './fees.ts'
import { moments } from './moments.ts'
import { storeAll } from './store.ts'

/** Every how many students one has the concession; the first of them. */
const given = [
  { name: 'RTE', share: 10_000, needsDocument: false, every: 61, first: 7, reason: 'Admitted under the RTE quota' },
  { name: 'Staff child', share: 5000, needsDocument: false, every: 91, first: 23, reason: 'Parent teaches here' },
  { name: 'Sibling', share: 1000, needsDocument: false, every: 27, first: 13, reason: 'Brother or sister in the school' },
  { name: 'Scholarship', share: 2500, needsDocument: true, every: 0, first: 0, reason: '' },
] as const

interface DemoConcession {
  id: number
  termId: number
  studentId: number
  kindId: number
  share: number
  startsOn: Day
}

/**
 * Adds the kinds of concessions that many schools give, and gives most of them to some students at the start of each
 * term, before anything is paid. Their lines are in the accounts from then on.
 */
export async function addConcessions(db: Tx, demo: DemoMoney, accounts: readonly DemoAccount[]): Promise<void> {
  const { schoolId, now, before, current } = demo
  const head = demo.clerks.at(-1) as Clerk
  const by = { createdBy: head.subject, createdByName: head.name }
  const kinds = await db
    .insertInto('concessionKinds')
    .values(
      given.map(({ name, share, needsDocument }) => ({ schoolId, name, share, needsDocument, forSiblings: name === 'Sibling' })),
    )
    .returning('id')
    .execute()
  const momentOf = moments(now)
  const today = schoolDay(now)
  const dayOf = (startsOn: Day) => (startsOn < today ? startsOn : today)
  const rows = [before, current].flatMap((term) =>
    given.flatMap(({ every, first, reason, share }, place) =>
      term.students
        .filter(({ index }) => every > 0 && index % every === first)
        .map(({ id: studentId }) => ({
          schoolId,
          termId: term.id,
          studentId,
          kindId: kinds[place]?.id,
          share,
          startsOn: term.startsOn,
          reason,
          createdAt: momentOf(dayOf(term.startsOn)),
          ...by,
        })),
    ),
  )
  const stored = await storeAll<DemoConcession>(db, 'concessions', rows, ['id', 'termId', 'studentId', 'share', 'startsOn'])
  const grantsOf = Map.groupBy(stored, ({ studentId }) => studentId)
  const lines = accounts.flatMap((account) => {
    const grants = grantsOf.get(account.studentId) ?? []
    return account.fees.flatMap((fee) => takenOff(fee, grants).map((line) => ({ account, ...line })))
  })
  for (const { account, fee, amount } of lines)
    account.lines.push({ feeId: fee.id, fee, amount, status: 'CONCESSION', waived: null })
  await storeAll(
    db,
    'collectedLines',
    lines.map(({ account, fee, amount, grant }) => ({
      schoolId,
      termId: fee.termId,
      studentId: account.studentId,
      feeId: fee.id,
      feeName: fee.name,
      month: fee.month,
      amount,
      status: 'CONCESSION',
      concessionId: grant.id,
      collectedOn: dayOf(grant.startsOn),
      createdAt: momentOf(dayOf(grant.startsOn)),
      comment: '',
      ...by,
    })),
  )
}

/** Returns what the concessions of a fee's term take off it while nothing else is on it. */
function takenOff(fee: AskedDemoFee, grants: readonly DemoConcession[]) {
  const rates = grants
    .filter(({ termId }) => termId === fee.termId)
    .map((grant) => ({ ...grant, amount: null, feeCategoryIds: null, feeIds: null, endsOn: null, endedOn: null }))
  return [...concessionAmounts(fee, rates, 0)].flatMap(([id, amount]) =>
    rates.filter((grant) => grant.id === id).map((grant) => ({ fee, amount, grant })),
  )
}

/** Adds a discount that a clerk asks for: half of the last fee that one of the students has not paid anything of. */
export async function addDiscountRequest(db: Tx, { schoolId, current, clerks }: DemoMoney): Promise<void> {
  const clerk = clerks[0] as Clerk
  await sql`
    insert into discount_requests (school_id, term_id, student_id, fee_ids, amount, reason, request_key, created_by, created_by_name)
    select fees.school_id, fees.term_id, assignment.student_id, array[fees.id], fees.amount / 2, 'Father has lost his work', ${randomUUID()},
      ${clerk.subject}, ${clerk.name}
    from fees
    join student_fee_categories assignment on assignment.school_id = current_school() and assignment.fee_category_id = fees.fee_category_id
    where fees.school_id = ${schoolId} and fees.term_id = ${current.id} and fees.fixed_amount and fees.deleted_at is null and not exists (
      select from collected_lines line where line.school_id = current_school() and line.term_id = fees.term_id and line.fee_id = fees.id
        and line.student_id = assignment.student_id)
    order by assignment.student_id, fees.id desc limit 1`.execute(db)
}

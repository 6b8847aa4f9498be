import { compareFees } from '#domains/fees/account.rules.ts'
import { schoolYearMonths } from '#domains/fees/months.ts'
import { lateFeeColumns } from '#domains/fees/server/lateFees.ts'
import { bankAccountContext } from '#domains/schools/server/bankAccounts.commands.ts'
import type { Tx } from '#platform/database/connect.ts'
import { seal } from '#platform/sealed.ts'
import { addDays, addMonths, type Day } from '#shared/dates.ts'
import type { AskedDemoFee, DemoAccount } from './books.ts'
import type { DemoMoney, DemoTerm } from './fees.ts'
import { amountIn } from './prices.ts'
import { storeAll } from './store.ts'

/** Adds the bank accounts and the fees of both terms, and returns each student's account. */
export async function addFees(db: Tx, demo: DemoMoney): Promise<DemoAccount[]> {
  const bank = await addBankAccounts(db, demo)
  const before = await addFeesOfTerm(db, demo, demo.before, bank)
  const current = await addFeesOfTerm(db, demo, demo.current, bank)
  return demo.current.students.map(({ id }) => ({
    studentId: id,
    fees: [...(before.get(id) ?? []), ...(current.get(id) ?? [])].sort(compareFees),
    lines: [],
  }))
}

async function addBankAccounts(db: Tx, { schoolId, school, secretKey }: DemoMoney): Promise<Map<string, number>> {
  const bank = new Map<string, number>()
  for (const account of school.bankAccounts) {
    const { id } = await db
      .insertInto('bankAccounts')
      .values({
        schoolId,
        ...account,
        keyId: 'demo',
        keySecretSealed: seal('no gateway', secretKey, bankAccountContext('key_secret', schoolId)),
        miscSealed: seal('', secretKey, bankAccountContext('misc', schoolId)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    bank.set(account.name, id)
  }
  return bank
}

/** Adds the fee categories of a term, and returns the fees by student. */
async function addFeesOfTerm(
  db: Tx,
  demo: DemoMoney,
  term: DemoTerm,
  bank: ReadonlyMap<string, number>,
): Promise<Map<number, AskedDemoFee[]>> {
  const { schoolId, school } = demo
  const termId = term.id
  const classRows = await db
    .selectFrom('classes')
    .select(['id', 'name'])
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .execute()
  const wanted = school.feeCategories.filter(({ classes }) => !classes || classRows.some((row) => classes.includes(row.name)))
  const stored = await db
    .insertInto('feeCategories')
    .values(
      wanted.map(({ name, account, classes, every, lateFee = null }) => ({
        schoolId,
        termId,
        name,
        bankAccountId: (account && bank.get(account)) || null,
        allClasses: !classes && !every,
        ...lateFeeColumns(lateFee),
      })),
    )
    .returning(['id', 'bankAccountId'])
    .execute()
  const categories = wanted.map((category, place) => ({ ...category, ...(stored[place] as (typeof stored)[number]) }))
  await storeAll(
    db,
    'feeCategoryClasses',
    categories.flatMap(({ id, classes = [] }) =>
      classRows
        .filter(({ name }) => classes.includes(name))
        .map((row) => ({ schoolId, termId, feeCategoryId: id, classId: row.id })),
    ),
  )
  const rows = categories.flatMap(({ id, fees }) =>
    fees
      .flatMap(({ months, ...fee }) =>
        (months === 'ALL' ? schoolYearMonths : (months ?? [null])).map((month) => ({ ...fee, month })),
      )
      .map(({ name, slug, amount, month }, index) => ({
        schoolId,
        termId,
        feeCategoryId: id,
        name,
        slug,
        month,
        dueOn: month === null ? oneTimeDueOn(term) : null,
        amount: amountIn(term, demo, amount ?? 0),
        fixedAmount: amount !== null,
        sr: index + 1,
      })),
  )
  const fees = await storeAll<Omit<AskedDemoFee, 'termId' | 'bankAccountId' | 'dueOn' | 'lateFee'>>(db, 'fees', rows, [
    'id',
    'feeCategoryId',
    'name',
    'month',
    'amount',
    'fixedAmount',
    'sr',
  ])
  const byId = new Map(categories.map((category) => [category.id, category]))
  const asked = fees.map((fee): AskedDemoFee => {
    const { bankAccountId = null, lateFee = null } = byId.get(fee.feeCategoryId) ?? {}
    return { ...fee, termId, bankAccountId, lateFee, dueOn: dueOnOf(fee.month, term) }
  })
  const assigned = term.students.map(({ id, index, className }) => ({
    studentId: id,
    paid: categories.filter(({ classes, every }) => (!classes || classes.includes(className)) && index % (every ?? 1) === 0),
  }))
  await storeAll(
    db,
    'studentFeeCategories',
    assigned.flatMap(({ studentId, paid }) =>
      paid.map(({ id, every }) => ({ schoolId, termId, studentId, feeCategoryId: id, byRule: !every })),
    ),
  )
  const ofCategory = Map.groupBy(asked, (fee) => fee.feeCategoryId)
  return new Map(assigned.map(({ studentId, paid }) => [studentId, paid.flatMap(({ id }) => ofCategory.get(id) ?? [])]))
}

/** Returns the day by which one-time fees are to be paid: the 30th of June. */
function oneTimeDueOn({ startsOn }: DemoTerm): Day {
  return addDays(addMonths(startsOn, 3), -1)
}

/** Returns the due date of a fee: the schools' fee date, the 5th, of its month. */
function dueOnOf(month: string | null, term: DemoTerm): Day {
  if (month === null) return oneTimeDueOn(term)
  return addDays(
    addMonths(
      term.startsOn,
      schoolYearMonths.findIndex((one) => one === month),
    ),
    4,
  )
}

import { compareFees } from '#domains/fees/account.rules.ts'
import { schoolYearMonths } from '#domains/fees/months.ts'
import { receiptYear } from '#domains/fees/receipts.rules.ts'
import { bankAccountContext } from '#domains/schools/server/bankAccounts.commands.ts'
import type { Tx } from '#platform/database/connect.ts'
import { seal } from '#platform/sealed.ts'
import { addDays, type Day, indiaOffset, schoolDay } from '#shared/dates.ts'
import { counterModes } from '#shared/paymentModes.ts'
import type { AskedDemoFee, DemoAccount, DemoBooks, DemoLine } from './books.ts'
import { dueOnOf, feeYear, oneTimeDueOn } from './feeYear.ts'
import type { Inventor } from './invent.ts'
import type { DemoSchool } from './schools.ts'
import { payOnline } from './online.ts'
import { payInOtherWays } from './otherWays.ts'
import { storeAll } from './store.ts'

/** A user who collects fees. */
export interface Clerk {
  subject: string
  name: string
}

/** A student with the columns that a receipt stores. */
export interface DemoStudent {
  id: number
  name: string
  registerNo: string
  phone: string
  roll: string
  className: string
  sectionName: string
}

/** The school, the term, the moment and the clerks of the demo's money. */
export interface DemoMoney {
  schoolId: number
  termId: number
  school: DemoSchool
  secretKey: string
  now: Date
  invent: Inventor
  /** The first collects most of the money; the last deletes payments and gives discounts. */
  clerks: readonly Clerk[]
}

/** Adds fee categories with their students, a fee year of payments, and the school's expenses. */
export async function addMoney(db: Tx, demo: DemoMoney, students: readonly DemoStudent[]): Promise<void> {
  const accounts = await addFees(db, demo, students)
  await storeBooks(db, demo, feeYear(accounts, schoolDay(demo.now), demo.invent), new Map(students.map((one) => [one.id, one])))
  await addExpenses(db, demo)
}

async function addFees(db: Tx, demo: DemoMoney, students: readonly DemoStudent[]): Promise<DemoAccount[]> {
  const { schoolId, termId, school, secretKey } = demo
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
  const categories = await db
    .insertInto('feeCategories')
    .values(
      school.feeCategories.map(({ name, account }) => ({
        schoolId,
        termId,
        name,
        bankAccountId: (account && bank.get(account)) || null,
      })),
    )
    .returning(['id', 'bankAccountId'])
    .execute()
  const rows = school.feeCategories.flatMap((category, place) =>
    category.fees
      .flatMap(({ months, ...fee }) =>
        (months === 'ALL' ? schoolYearMonths : (months ?? [null])).map((month) => ({ ...fee, month })),
      )
      .map(({ name, slug, amount, month }, index) => ({
        schoolId,
        termId,
        feeCategoryId: categories[place]?.id ?? 0,
        name,
        slug,
        month,
        dueOn: month === null ? oneTimeDueOn : null,
        amount: amount ?? 0,
        fixedAmount: amount !== null,
        sr: index + 1,
      })),
  )
  const stored = await storeAll<Omit<AskedDemoFee, 'bankAccountId' | 'dueOn'> & { feeCategoryId: number }>(db, 'fees', rows, [
    'id',
    'feeCategoryId',
    'name',
    'month',
    'amount',
    'fixedAmount',
    'sr',
  ])
  const accountOf = new Map(categories.map(({ id, bankAccountId }) => [id, bankAccountId]))
  const fees = stored.map((fee) => ({
    ...fee,
    bankAccountId: accountOf.get(fee.feeCategoryId) ?? null,
    dueOn: dueOnOf(fee.month),
  }))
  const accounts = students.map((student, index) => {
    const paid = school.feeCategories.flatMap(({ classes, every }, place) => {
      const pays = (!classes || classes.includes(student.className)) && index % (every ?? 1) === 0
      return pays ? [categories[place]?.id ?? 0] : []
    })
    return { student, paid }
  })
  await storeAll(
    db,
    'studentFeeCategories',
    accounts.flatMap(({ student, paid }) =>
      paid.map((feeCategoryId) => ({ schoolId, termId, studentId: student.id, feeCategoryId })),
    ),
  )
  return accounts.map(({ student, paid }) => ({
    studentId: student.id,
    fees: fees.filter((fee) => paid.includes(fee.feeCategoryId)).toSorted(compareFees),
    lines: [],
  }))
}

/** Returns the moments of a day's entries: one after another from ten in the morning, and today before now. */
function moments(now: Date): (day: Day) => Date {
  const today = schoolDay(now)
  const entered = new Map<Day, number>()
  return (day) => {
    const place = entered.get(day) ?? 0
    entered.set(day, place + 1)
    if (day !== today) return new Date(Date.parse(`${day}T10:00:00${indiaOffset}`) + place * 150_000)
    const midnight = Date.parse(`${day}T00:00:00${indiaOffset}`)
    // The first entry is at most five hours old; each next one takes a fortieth of the remaining time, so that none is
    // in the future.
    const first = Math.max(midnight, now.getTime() - 5 * 3_600_000)
    return new Date(now.getTime() - (now.getTime() - first) * 0.975 ** place)
  }
}

async function storeBooks(db: Tx, demo: DemoMoney, books: DemoBooks, students: ReadonlyMap<number, DemoStudent>): Promise<void> {
  const { schoolId, termId, school, now, invent, clerks } = demo
  const momentOf = moments(now)
  const office = clerks.at(-1) as Clerk
  const of = ({ subject, name }: Clerk) => ({ createdBy: subject, createdByName: name })
  const last = new Map<string, number>()
  const payments = books.payments.map((payment, index) => {
    const { account, day, mode, amount, state, settledOn, deleted } = payment
    const reference = counterModes[mode].reference?.field
    const student = students.get(account.studentId) as DemoStudent
    const year = receiptYear(day)
    const receiptNo = (last.get(year) ?? 0) + 1
    last.set(year, receiptNo)
    const clerk = invent.below(4) === 0 ? office : (clerks[0] as Clerk)
    const createdAt = momentOf(day)
    const deletion = {
      deletedAt: deleted && new Date(createdAt.getTime() + (now.getTime() - createdAt.getTime() > 3_600_000 ? 600_000 : 0)),
      deletedBy: deleted && office.subject,
      deletedByName: deleted && office.name,
      deleteReason: deleted?.reason ?? null,
    }
    const common = { schoolId, termId, studentId: student.id, collectedOn: day, createdAt, ...of(clerk), ...deletion }
    const row = {
      ...common,
      amount,
      mode,
      state,
      settledOn,
      chequeNo: reference === 'chequeNo' ? String(100_000 + ((index * 7919) % 900_000)) : '',
      txnId: reference === 'txnId' ? `${day.replaceAll('-', '').slice(2)}${String(100_000 + ((index * 104_729) % 900_000))}` : '',
      receiptPrefix: String(school.settings.receiptPrefix ?? ''),
      receiptYear: year,
      receiptNo,
      studentName: student.name,
      sectionName: `${student.className}-${student.sectionName}`,
      roll: student.roll,
      registerNo: student.registerNo,
      settledBy: settledOn && office.subject,
      settledByName: settledOn && office.name,
      onlineRef: null as string | null,
      transferKind: null,
      cardLast4: null,
      bankName: '',
      instrumentOn: null,
      orderId: null as number | null,
    }
    return { payment, row: { ...row, mode: String(mode) }, common, lines: payment.lines }
  })
  await payOnline(db, demo, payments, students)
  payInOtherWays(payments.map(({ row }) => row))
  const stored = await storeAll<{ id: number; receiptYear: string; receiptNo: number }>(
    db,
    'payments',
    payments.map(({ row }) => row),
    ['id', 'receiptYear', 'receiptNo'],
  )
  const ids = new Map(stored.map((row) => [`${row.receiptYear}/${row.receiptNo}`, row.id]))
  const line = ({ fee, amount, status }: DemoLine) => ({ feeId: fee.id, feeName: fee.name, month: fee.month, amount, status })
  await storeAll(
    db,
    'collectedLines',
    payments.flatMap(({ row, common, lines }) =>
      lines.map((one) => ({
        ...common,
        ...line(one),
        bankAccountId: one.fee.bankAccountId,
        paymentId: ids.get(`${row.receiptYear}/${row.receiptNo}`),
        comment: '',
      })),
    ),
  )
  await storeAll(
    db,
    'collectedLines',
    books.discounts.map((discount) => ({
      schoolId,
      termId,
      studentId: discount.account.studentId,
      collectedOn: discount.day,
      createdAt: momentOf(discount.day),
      ...of(office),
      ...line(discount),
      comment: discount.comment,
    })),
  )
  await storeAll(
    db,
    'receiptCounters',
    [...last].map(([year, highest]) => ({ schoolId, year, last: highest })),
  )
}

/** Adds the expenses of each month of the term so far, and some of the last two days. */
async function addExpenses(db: Tx, { schoolId, termId, school, now, invent, clerks }: DemoMoney): Promise<void> {
  const today = schoolDay(now)
  const categories = await db
    .insertInto('expenseCategories')
    .values(school.expenses.map(({ category }) => ({ schoolId, name: category })))
    .returning('id')
    .execute()
  const momentOf = moments(now)
  const clerk = clerks[0] as Clerk
  const entry = (place: number, paidOn: Day, comment: string) => {
    const { from, to } = school.expenses[place] as DemoSchool['expenses'][number]
    const later = addDays(paidOn, invent.below(4) === 0 ? 1 : 0)
    const enteredOn = later > today ? paidOn : later
    return {
      schoolId,
      termId,
      expenseCategoryId: categories[place]?.id ?? 0,
      comment,
      paidOn,
      enteredOn,
      // In whole rupees, as bills are rounded.
      amount: from + invent.below(Math.floor((to - from) / 100)) * 100,
      createdAt: momentOf(enteredOn),
      createdBy: clerk.subject,
      createdByName: clerk.name,
    }
  }
  const months = ['04', '05', '06', '07', '08', '09', '10', '11']
  const regular = school.expenses.flatMap(({ days, comment }, place) =>
    months.flatMap((month) => days.map((day) => entry(place, `2026-${month}-${String(day).padStart(2, '0')}`, comment))),
  )
  const lastDays = [-1, 0].flatMap((before) =>
    school.expenses.slice(2).map((_, place) => entry(place + 2, addDays(today, before), '')),
  )
  await storeAll(
    db,
    'expenses',
    [...regular, ...lastDays].filter(({ paidOn }) => paidOn <= today),
  )
}

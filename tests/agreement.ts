import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Balance, PayableFee } from '#domains/fees/account.rules.ts'
import { nameLedgers } from '#domains/accounting/ledgers.rules.ts'
import { saveAccountingLedgers } from '#domains/accounting/server/accounting.commands.ts'
import { viewAccounting } from '#domains/accounting/server/accounting.queries.ts'
import { ledgerSources, toSchoolLedgers } from '#domains/accounting/server/ledgers.sql.ts'
import { sourceReaders } from '#domains/accounting/server/voucherSources.ts'
import { voucherAmount, voucherSources } from '#domains/accounting/server/vouchers.rules.ts'
import { addFeeSums, type FeeSums } from '#domains/dashboard/dashboard.rules.ts'
import { viewCollected, viewFeesChart } from '#domains/dashboard/server/dashboard.queries.ts'
import { listStudentMoney, viewMoney } from '#domains/dashboard/server/money.queries.ts'
import { viewDayBook } from '#domains/daybook/server/daybook.queries.ts'
import { listCashiers } from '#domains/fees/server/cashier.queries.ts'
import { listConcessions } from '#domains/fees/server/concessions.commands.ts'
import { listEntries } from '#domains/fees/server/entries.queries.ts'
import { pendingOfStudent } from '#domains/fees/server/online.exports.ts'
import { listPending, listPendingBySection } from '#domains/fees/server/pending.queries.ts'
import { positionsOfStudent } from '#domains/fees/server/positions.sql.ts'
import { listRefunds } from '#domains/fees/server/refunds.queries.ts'
import { viewFamily } from '#domains/onlinefees/server/family.queries.ts'
import type { ReportModel } from '#domains/reports/report.model.ts'
import { makeReport } from '#domains/reports/server/makeReport.ts'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import type { Books } from './books.ts'
import type { TestWorld } from './world/testWorld.ts'

/*
 * Compares every list, report, chart and export with the accounts that the rules keep. All of them read one database in
 * which nothing changes any more. Sums of fees are by the fee's term, sums of money by the day and term of its receipt
 * (decisions/0053).
 */

/** What a student owes and has paid on a fee, as SQL sums it. */
type Position = Omit<Balance, 'collected' | 'lateFee'> & { feeId: number; paid: number }
const nothing = { clearing: 0, discount: 0, concession: 0, writtenOff: 0, pending: 0 }

/** The accounts of two students after a random history, with the link of their family. */
export interface History {
  books: Books
  other: Books
  studentId: number
  otherId: number
  token: string
  /** Whether a fee is of the term before. */
  isEarlier(feeId: number): boolean
  /** The fee of dues from before Shala, which is in the current term but of an earlier year. */
  openingFeeId: number
}

interface Compared {
  earlierTermId: number
  histories: readonly History[]
}

type Money = { amount: number; bookedOn: Day }[]
const total = (money: readonly { amount: number }[]) => sumMoney(money.map(({ amount }) => amount))
const on = (day: Day, money: Money) => money.filter(({ bookedOn }) => bookedOn === day)

/** Compares all of it. All payments are of the school's term; a refund is of the term of its fees. */
export async function expectAgreement(world: TestWorld, { earlierTermId, histories }: Compared): Promise<void> {
  const { id: schoolId, termId } = world.own
  const today = schoolDay(new Date())
  const admin = await world.call('admin')
  // No answer that is shared with an earlier call.
  const call: Call = { ...admin, database: Object.create(admin.database) as Database }
  const accounts = histories.flatMap(({ isEarlier, openingFeeId, ...history }) => [
    { books: history.books, id: history.studentId, isEarlier, openingFeeId },
    { books: history.other, id: history.otherId, isEarlier, openingFeeId },
  ])
  const standing = accounts.flatMap(({ books }) => books.payments).filter((payment) => !payment.deleted)
  const [collected, clearing] = (['COLLECTED', 'CLEARING'] as const).map((state) => standing.filter((one) => one.state === state))
  assert.ok(collected && clearing && collected.length > 0)
  const refunds = accounts.flatMap(({ books, isEarlier }) =>
    books.refunds
      .filter((refund) => !refund.cancelled)
      .map((refund) => ({ ...refund, termId: isEarlier(refund.feeId) ? earlierTermId : termId })),
  )
  const refundsOf = (ofTerm: number) => refunds.filter((refund) => refund.termId === ofTerm)

  /** The sums of a student's fees of a term, or of the dues from before Shala. */
  const sumsOf = ({ books, isEarlier, openingFeeId }: (typeof accounts)[number], of: number | 'BEFORE'): FeeSums => {
    const fees = books.fees.filter(({ id }) =>
      id === openingFeeId ? of === 'BEFORE' : of !== 'BEFORE' && isEarlier(id) === (of === earlierTermId),
    )
    const sum = (part: (fee: PayableFee) => number) => sumMoney(fees.map(part))
    return {
      paid: sum((fee) => books.of(fee).collected),
      clearing: sum((fee) => books.of(fee).clearing),
      discount: sum((fee) => books.of(fee).discount),
      concession: sum((fee) => books.of(fee).concession),
      writtenOff: sum((fee) => books.of(fee).writtenOff),
      pending: sum((fee) => books.of(fee).pending),
      overdue: sum((fee) => (fee.dueOn < today ? books.of(fee).pending : 0)),
    }
  }
  const terms = [termId, earlierTermId]
  const parts = [...terms, 'BEFORE' as const]
  const sums = new Map(parts.map((part) => [part, addFeeSums(accounts.map((account) => sumsOf(account, part)))]))

  for (const term of terms) {
    const expected = sums.get(term)!
    const chart = await viewFeesChart(call, schoolId, { termId: term })
    assert.deepEqual(addFeeSums(chart.months), expected, 'chart')
    const page = await viewMoney(call, schoolId, { termId: term })
    assert.deepEqual(page.now.fees, expected, 'page of money')
    for (const rows of [page.months, page.classes]) assert.deepEqual(addFeeSums(rows), expected, 'page of money')
    const before = term === termId ? ([earlierTermId, 'BEFORE'] as const) : []
    assert.equal(page.earlierPending, sumMoney(before.map((part) => sums.get(part)!.pending)), 'pending of earlier years')
    const ofTerm = term === termId
    const taken: number[] = [ofTerm ? total(collected) : 0, ofTerm ? total(clearing) : 0]
    assert.deepEqual([page.now.collected, page.now.clearing, page.now.refunded], [...taken, total(refundsOf(term))])
    const entries = await listEntries(call, schoolId, { termId: term })
    assert.deepEqual([entries.collected, entries.clearing], taken, 'entries')
    assert.equal((await listRefunds(call, schoolId, { termId: term })).amount, total(refundsOf(term)))
    const given = await listConcessions(call, schoolId, { termId: term })
    assert.equal(sumMoney(given.map(({ taken }) => taken)), expected.concession, 'concessions')
    const students = await listStudentMoney(call, schoolId, { termId: term, pageSize: 1000 })
    assert.deepEqual(students.sums, expected, 'students')
    for (const account of accounts) {
      const row = students.rows.find(({ studentId }) => studentId === account.id)
      assert.deepEqual(addFeeSums(row ? [row] : []), sumsOf(account, term), 'a student')
    }
  }
  await comparePositions()
  await comparePending()
  await compareFamilies()
  await compareReports()
  await compareDays()
  await compareExports()

  /** The one definition of what is owed in SQL against the one in TypeScript, fee by fee. */
  async function comparePositions() {
    const school = sql`${schoolId}`
    for (const account of accounts)
      for (const term of terms) {
        const inTerms = (column: string) => sql`${sql.ref(column)} = ${term}`
        const fees = sql`(select id, term_id, fee_category_id, month, due_on as once_on, amount, fixed_amount from fees where school_id = ${school} and ${inTerms('term_id')})`
        const statement = positionsOfStudent({ school, student: sql`${account.id}`, inTerms }, fees)
        const [positions] = await world.database.read(schoolId, [
          world.database.kysely.selectFrom(sql<Position>`(${statement})`.as<'position'>('position')).selectAll(),
        ] as const)
        for (const fee of account.books.fees.filter(({ id }) => account.isEarlier(id) === (term === earlierTermId))) {
          const { collected, lateFee: _, ...parts } = account.books.of(fee)
          const position = positions.find(({ feeId }) => feeId === fee.id) ?? { feeId: fee.id, paid: 0, ...nothing }
          assert.deepEqual(position, { feeId: fee.id, paid: collected, ...parts }, `position on ${fee.id}`)
        }
      }
  }

  async function comparePending() {
    for (const [scope, counted] of [
      ['TERM', [termId]],
      ['EARLIER', [earlierTermId, 'BEFORE']],
      ['ALL', parts],
    ] as const) {
      const list = await listPending(call, schoolId, { termId, terms: scope, pageSize: 1000 })
      const owing = accounts.map((account) => {
        const ofTerms = counted.map((part) => sumsOf(account, part))
        return {
          id: account.id,
          pending: sumMoney(ofTerms.map((of) => of.pending)),
          overdue: sumMoney(ofTerms.map((of) => of.overdue)),
        }
      })
      const pending = sumMoney(owing.map((student) => student.pending))
      assert.equal(list.pending, pending, scope)
      assert.equal(sumMoney(list.ageing.map((group) => group.pending)), sumMoney(owing.map((student) => student.overdue)))
      for (const student of owing)
        assert.equal(list.rows.find(({ studentId }) => studentId === student.id)?.pending ?? 0, student.pending, scope)
      const cells = (await listPendingBySection(call, schoolId, { termId, terms: scope })).flatMap((section) => section.cells)
      assert.equal(sumMoney(cells.map((cell) => cell.pending)), pending, scope)
    }
    for (const account of accounts) {
      const [[certificate]] = await world.database.read(schoolId, [
        pendingOfStudent(world.database.kysely, schoolId, account.id),
      ] as const)
      assert.equal(certificate?.pending, sumMoney(parts.map((part) => sumsOf(account, part).pending)), 'the leaving certificate')
    }
  }

  async function compareFamilies() {
    const nobody = await world.call('anonymous')
    for (const { token, books, other, studentId, otherId } of histories) {
      const { children } = await viewFamily(nobody, token)
      for (const [id, account] of [
        [studentId, books],
        [otherId, other],
      ] as const) {
        const child = children.find((one) => one.id === id)!
        const asked = account.fees.flatMap((fee) => [account.of(fee).pending, account.lateFeeOf(fee, today)])
        assert.deepEqual([child.pending, child.due], [sumMoney(asked), sumMoney(asked)], 'family page')
      }
    }
  }

  /** Returns ranges of days that hold all money; a report is of a year at most. */
  function ranges(): { start: Day; end: Day }[] {
    const days = [...standing, ...refunds].map(({ bookedOn }) => bookedOn)
    const found = []
    for (let start = days.sort()[0]!; start <= today; start = addDays(start, 300))
      found.push({ start, end: addDays(start, 299) < today ? addDays(start, 299) : today })
    return found
  }

  async function compareReports() {
    const cells = (report: ReportModel, block: number, key: string, from: 'rows' | 'footer') => {
      const table = report.blocks[block]
      const column = table?.columns.findIndex((one) => one.key === key) ?? -1
      return (table?.[from] ?? []).map((row) => Number(row.cells[column] ?? 0))
    }
    const inRanges = { paymentsCollected: 0, dailyCollected: 0, refunded: 0 }
    for (const range of ranges()) {
      const settings = { section: 'all', currentTerm: termId, ...range }
      const payments = await makeReport(call, schoolId, { reportType: 'paymentsCollected', ...settings })
      const daily = await makeReport(call, schoolId, { reportType: 'dailyCollected', ...settings })
      inRanges.paymentsCollected = sumMoney([inRanges.paymentsCollected, cells(payments, 0, 'amount', 'footer').at(-1) ?? 0])
      inRanges.dailyCollected = sumMoney([inRanges.dailyCollected, ...cells(daily, 0, 'total', 'footer')])
      inRanges.refunded = sumMoney([inRanges.refunded, ...cells(daily, 0, 'refunded', 'footer')])
    }
    assert.deepEqual(inRanges, {
      paymentsCollected: total(collected!),
      dailyCollected: total(collected!),
      refunded: total(refundsOf(termId)),
    })
    for (const term of terms) {
      const settings = { section: 'all', currentTerm: term, start: today, end: today }
      const report = await makeReport(call, schoolId, { reportType: 'studentsCollected', ...settings })
      // With several sections the first table is of all.
      const columns = ['paid', 'clearing', 'discount', 'concession', 'writtenOff', 'pending'] as const
      assert.deepEqual(
        columns.map((key) => cells(report, 0, key, 'footer')[0] ?? 0),
        columns.map((key) => sums.get(term)![key]),
        'students’ fees',
      )
    }
  }

  async function compareDays() {
    const days = [...new Set([...standing, ...refunds].map(({ bookedOn }) => bookedOn))].sort()
    let closing = 0
    for (const day of days) {
      const [book, earlier, cashiers] = await Promise.all([
        viewDayBook(call, schoolId, { termId, day }),
        viewDayBook(call, schoolId, { termId: earlierTermId, day }),
        listCashiers(call, schoolId, { day }),
      ])
      const ofDay = on(day, collected!) as typeof standing
      const refunded = on(day, refundsOf(termId))
      assert.deepEqual([book.collected, book.refunded], [total(ofDay), total(refunded)], day)
      for (const mode of ['CASH', 'UPI', 'CHEQUE'] as const)
        assert.equal(book.all[mode], total(ofDay.filter((payment) => payment.mode === mode)), day)
      assert.deepEqual([earlier.collected, earlier.refunded], [0, total(on(day, refundsOf(earlierTermId)))], day)
      assert.equal(book.opening, closing, day)
      closing = subtractMoney(sumMoney([closing, total(ofDay)]), total(refunded))
      assert.equal(book.closing, closing, day)
      const entries = await listEntries(call, schoolId, { termId, from: day, to: day })
      assert.equal(entries.collected, book.collected)
      for (const [part, expected] of [
        ['collected', total(ofDay)],
        ['cash', book.all.CASH],
        ['clearing', total(on(day, clearing!))],
      ] as const)
        assert.equal(sumMoney(cashiers.map((clerk) => clerk[part])), expected, `${part} of the cashiers on ${day}`)
    }
    const { cards } = await viewCollected(call, schoolId, {})
    for (const { span, ...card } of cards) {
      const inSpan = (money: Money) => total(money.filter(({ bookedOn }) => bookedOn >= span.from && bookedOn <= span.to))
      assert.deepEqual([card.collected, card.refunded], [inSpan(collected!), inSpan(refunds)], card.name)
    }
  }

  async function compareExports() {
    const kinds = ['DISCOUNT', 'CONCESSION', 'WRITE_OFF'] as const
    await saveAccountingLedgers(call, schoolId, { ledgers: kinds.map((kind) => ({ kind, key: '', name: `Given up: ${kind}` })) })
    const seen = { collected: 0, refunded: 0, discounts: 0, concessions: 0, writeOffs: 0 }
    const exported = { RECEIPT: 0, REFUND: 0, REDUCTION: 0, EXPENSE: 0 }
    const [[named]] = await world.database.read(schoolId, [ledgerSources(world.database.kysely, schoolId)] as const)
    const { uses, chosen } = toSchoolLedgers(named!)
    const ledgers = nameLedgers(uses, chosen)
    for (const range of ranges()) {
      const overview = await viewAccounting(call, schoolId, range)
      for (const key of Object.keys(seen) as (keyof typeof seen)[]) seen[key] = sumMoney([seen[key], overview[key]])
      await world.database.transaction(schoolId, async (db) => {
        for (const source of voucherSources) {
          const vouchers = await sourceReaders[source].vouchers({ db, schoolId, viewer: call.viewer!, ...range }, ledgers)
          exported[source] = sumMoney([exported[source], ...vouchers.map(voucherAmount)])
        }
      })
    }
    const given = addFeeSums([...sums.values()])
    assert.deepEqual(seen, {
      collected: total(collected!),
      refunded: total(refunds),
      discounts: given.discount,
      concessions: given.concession,
      writeOffs: given.writtenOff,
    })
    assert.deepEqual(exported, {
      RECEIPT: total(collected!),
      REFUND: total(refunds),
      REDUCTION: sumMoney([given.discount, given.concession, given.writtenOff]),
      EXPENSE: 0,
    })
  }
}

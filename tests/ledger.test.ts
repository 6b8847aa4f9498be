import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayableFee } from '#domains/fees/account.rules.ts'
import { askedAmount } from '#domains/fees/assignedMonths.rules.ts'
import type { LateFeeRule } from '#domains/fees/lateFee.rules.ts'
import type { ConcessionRate } from '#domains/fees/concession.rules.ts'
import { addConcessionKind } from '#domains/fees/server/concessionKinds.commands.ts'
import { endConcession, giveConcessions } from '#domains/fees/server/concessions.commands.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { closeDay, reopenDay } from '#domains/fees/server/cashier.commands.ts'
import { type DayClosing, viewCashierDay } from '#domains/fees/server/cashier.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { deleteDiscounts, deleteWriteOffs, giveDiscount, writeOff } from '#domains/fees/server/discounts.commands.ts'
import { importOpeningDues } from '#domains/fees/server/openingDues.commands.ts'
import { movePayment } from '#domains/fees/server/movePayment.commands.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { cancelRefund, giveBack } from '#domains/fees/server/refunds.commands.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import { Refusal } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { subtractMoney, sumMoney, writeRupees } from '#shared/money.ts'
import { lateFeeColumns } from '#domains/fees/server/lateFees.ts'
import { undoWaivers, waiveLateFee } from '#domains/fees/server/lateFees.commands.ts'
import { denominations, type NoteCounts } from '#domains/fees/cashier.rules.ts'
import { expectAgreement, type History } from './agreement.ts'
import { action, Books, rateOf, refundOf, ruleOf, takenOf } from './books.ts'
import { closingDay, countOf, type Drawer, Drawers } from './drawers.ts'
import { patience } from './database.ts'
import { addGuardianLink } from './world/onlinePayments.ts'
import { addClerk } from './world/fees.ts'
import { addFeeCategory, addFees, addStudents, assignFees, enrol, inSchool } from './world/rows.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'
import { addTermWithSection, type TermWithSection } from './world/yearEnd.ts'

/*
 * Compares the commands on a real database with accounts computed by the rules alone: after each of 50 actions both
 * agree on every fee. Two of the fees are of an earlier term, one holds dues from before Shala. Payments are dated
 * around the end of a receipt year, whose numbers a data check counts. Some are moved to another student, who pays the
 * same fees. Two clerks take the money, each in a drawer of the own, whose days are closed and opened again. In the end
 * all lists, reports and exports are compared with the books.
 */

let world: TestWorld
let call: Call
let earlier: TermWithSection
/** The day of the month on which the fee of a month is due. */
let feesDate: number

beforeAll(async () => {
  world = await testWorld()
  call = await world.call('admin')
  const { feesDate: stored } = await inSchool(world, world.own.id, (db) =>
    db.selectFrom('schools').select('feesDate').where('id', '=', world.own.id).executeTakeFirstOrThrow(),
  )
  feesDate = stored
  earlier = await addTermWithSection(world, world.own, { name: '2025-26', past: true }, '6')
})

afterAll(() => world.close())

/** Adds a kind of concession of its own, because a student has each kind once for a fee. */
async function newKind(rate: ConcessionRate): Promise<number> {
  const usual = { categoryNames: null, forSiblings: false, needsDocument: false }
  const { id } = await addConcessionKind(call, world.own.id, { name: randomUUID(), ...rate, ...usual })
  return id
}

/** Returns the first day that anybody in the school has closed. */
async function firstClosedDay() {
  const [[first]] = await world.database.read(world.own.id, [
    world.database.kysely
      .selectFrom('cashDrawers')
      .select((row) => row.fn.min('closedFrom').as('day'))
      .where('schoolId', '=', world.own.id),
  ] as const)
  return first?.day ?? null
}

const noteFields = (notes: NoteCounts) => Object.fromEntries(denominations.map((value) => [`n${value}`, notes[value] ?? 0]))

/** Brings what a student owes of 2024-25 by a file. */
const bringDues = (registerNo: string, amount: number) => {
  const row = { class: '', section: '', roll: '', registerNo, name: '', amount: writeRupees(amount), year: '2024-25', note: '' }
  return importOpeningDues(call, world.own.id, { key: randomUUID(), rows: [row] })
}

/**
 * Adds two new students with six own fees: two of the earlier term, two of the current one, and two that are not fixed.
 * They pay their categories for one month, so that two more fees of each are not asked. Both owe one paisa of a year
 * before Shala.
 */
async function newAccounts(amounts: readonly number[], nth: number) {
  const { own } = world
  const [registerNo, otherNo] = [randomUUID(), randomUUID()]
  const phone = `9${registerNo.replace(/\D/gu, '').padEnd(9, '0').slice(0, 9)}`
  const added = await addStudents(world, own, own.section7A, [
    { name: 'Meera Kale', roll: '9', registerNo, phone },
    { name: 'Mira Kale', roll: '10', registerNo: otherNo, phone },
  ])
  // A link shows the children who were listed before it was made.
  const { token } = await addGuardianLink(world, own, call.services.config.secretKey, phone)
  const [studentId = 0, otherId = 0] = added
  await enrol(
    world,
    earlier,
    earlier.sectionId,
    added.map((id) => ({ studentId: id })),
  )
  const fees: PayableFee[] = []
  const rules = new Map<number, LateFeeRule>()
  for (const [dueOn, place, ofTerm, rule] of [
    ['2025-04-01', earlier, amounts.slice(0, 2), ruleOf(nth)],
    ['2026-04-01', own, [...amounts.slice(2), null, null], ruleOf(nth + 1)],
  ] as const) {
    const category = await addFeeCategory(world, place, { name: `Fees ${studentId}`, ...lateFeeColumns(rule) })
    const accounts = ofTerm.map((amount, index) => ({
      sr: 1 + (index % 3),
      amount: amount ?? 0,
      fixedAmount: amount !== null,
      // The second is of the only month that is paid, and a part of it is asked in every other history.
      month: index === 1 ? ('APR' as const) : null,
    }))
    const ids = await addFees(world, place, category, [
      ...accounts.map((fee, index) => ({ name: `Fee ${index}`, ...fee })),
      { name: 'Of a month that is not paid', amount: 77_777, month: 'MAY' },
      { name: 'Due after the last month', amount: 5_555, dueOn: addDays(dueOn, 60) },
    ])
    const paid = { months: ['APR' as const], firstPart: nth % 2 === 0 ? 400 : null }
    await assignFees(world, place, category, added, paid)
    if (rule) for (const id of ids) rules.set(id, rule)
    for (const [index, fee] of accounts.entries())
      fees.push({
        id: ids[index] ?? 0,
        ...fee,
        amount: askedAmount(fee, paid),
        dueOn: fee.month === null ? dueOn : `${dueOn.slice(0, 8)}${String(feesDate).padStart(2, '0')}`,
      })
  }
  for (const no of [registerNo, otherNo]) await bringDues(no, 1)
  const { fees: ofTerm } = await viewFeeAccount(call, own.id, { termId: own.termId, studentId })
  const { id, dueOn } = ofTerm.find((fee) => fee.name === 'Dues of 2024-25')!
  fees.push({ id, sr: 1, dueOn, amount: 0, fixedAmount: true })
  return { studentId, otherId, registerNo, token, fees, rules }
}

test('after each of 50 actions at the counter, 20 times, the accounts match the rules', {
  timeout: patience(600_000),
}, async () => {
  const { id: schoolId, termId } = world.own
  const today = schoolDay(new Date())
  const histories: History[] = []
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 4, maxLength: 4 }),
      fc.nat(5000),
      fc.array(action, { minLength: 50, maxLength: 50 }),
      async (amounts, ruleNo, actions) => {
        const { studentId, otherId, registerNo, token, fees, rules } = await newAccounts(amounts, ruleNo)
        const of = { termId, studentId }
        const before = { termId: earlier.termId, studentId }
        const drawers = new Drawers(2, today, await firstClosedDay())
        const clerks = [await addClerk(world), await addClerk(world)] as const
        const clerkOf = (number: number) => clerks[number % 2]!
        const books = new Books(fees, rules, drawers)
        const other = new Books(fees, rules, drawers)
        const isEarlier = (id: number | undefined) => fees.findIndex((fee) => fee.id === id) < 2
        histories.push({ books, other, studentId, otherId, token, isEarlier, openingFeeId: fees.at(-1)!.id })
        for (const one of [books, other]) one.owe(fees[6]!.id, 1)
        const paymentIds: number[] = []
        const refundIds: number[] = []
        const concessionIds: number[] = []
        const own = fees[2]!
        const closingIds = new Map<Drawer['closings'][number], number>()
        const seen = async (selected: readonly number[], seenOf = of) => {
          const account = await viewFeeAccount(call, schoolId, seenOf)
          return [...account.previousDues.flatMap((term) => term.fees), ...account.fees]
            .filter((fee) => selected.includes(fee.id))
            .map((fee) => ({ feeId: fee.id, version: fee.version }))
        }
        const stored = (outcome: Promise<unknown>) =>
          outcome.then(
            (value) => value,
            (error: unknown) => {
              if (error instanceof Refusal) return null
              throw error
            },
          )
        for (const one of actions) {
          const { what, fees: numbers, amount, which } = one
          const ids = [...new Set(numbers)].map((number) => fees[number - 1]!.id)
          const nth = <T>(some: readonly T[]) => some[which % (some.length || 1)]
          const day = which > 44 ? today : addDays('2026-03-29', which % 6)
          if (what === 'CASH' || what === 'UPI' || what === 'CHEQUE') {
            const taken = takenOf(what, one, day)
            const payment = (await stored(
              collectPayment(clerkOf(taken.clerk), schoolId, {
                ...of,
                key: randomUUID(),
                fees: await seen(ids),
                amount,
                mode: what,
                chequeNo: '004512',
                txnId: `UPI-${which}`,
                collectedOn: day,
              }),
            )) as { id: number } | null
            assert.equal(books.take(ids, taken), payment !== null)
            if (payment) paymentIds.push(payment.id)
          } else if (what === 'DISCOUNT' || what === 'WRITE_OFF') {
            // A fee of an earlier term that is paid is not on the account any more.
            const fixed = await seen(ids.filter((id) => fees.find((fee) => fee.id === id)?.fixedAmount))
            const given = await stored(
              (what === 'DISCOUNT' ? giveDiscount : writeOff)(call, schoolId, {
                ...of,
                key: randomUUID(),
                fees: fixed,
                amount,
                comment: 'left the town',
              }),
            )
            assert.equal(
              books.reduce(
                what,
                fixed.map(({ feeId }) => feeId),
                amount,
              ),
              given !== null,
            )
          } else if (what === 'clear' || what === 'fail') {
            const cheque = nth(
              books.payments.flatMap(({ state, deleted }, index) => (state === 'CLEARING' && !deleted ? [index] : [])),
            )
            if (cheque === undefined) continue
            books.settle(cheque, what === 'clear')
            const outcome = what === 'clear' ? 'CLEARED' : 'FAILED'
            await settleCheque(call, schoolId, { key: randomUUID(), id: paymentIds[cheque], outcome })
          } else if (what === 'delete') {
            const payment = nth(books.payments.flatMap(({ deleted }, index) => (deleted ? [] : [index])))
            if (payment === undefined) continue
            const deletion = { key: randomUUID(), id: paymentIds[payment], reason: 'entered twice' }
            const deleted = await stored(deletePayment(call, schoolId, deletion))
            assert.equal(books.delete(payment), deleted !== null)
          } else if (what === 'giveBack') {
            // Money is given back in the account of its term.
            const place = isEarlier(ids[0]) ? before : of
            const ofPlace = ids.filter((id) => isEarlier(id) === isEarlier(ids[0]))
            const given = refundOf(books, { amount, which, fees: ofPlace }, day)
            const refund = (await stored(
              giveBack(clerkOf(given.clerk), schoolId, {
                ...place,
                key: randomUUID(),
                fees: await seen(ofPlace, place),
                amount: given.amount,
                mode: given.mode,
                reference: '4512',
                reason: 'left the town',
                refundedOn: given.bookedOn,
                askAgain: given.askAgain,
              }),
            )) as { id: number } | null
            assert.equal(books.giveBack(ofPlace, given), refund !== null)
            if (refund) refundIds.push(refund.id)
          } else if (what === 'cancelRefund') {
            const refund = nth(books.refunds.flatMap(({ cancelled }, index) => (cancelled ? [] : [index])))
            if (refund === undefined) continue
            const cancellation = { key: randomUUID(), id: refundIds[refund], reason: 'a mistake' }
            const cancelled = await stored(cancelRefund(call, schoolId, cancellation))
            assert.equal(books.cancelRefund(refund), cancelled !== null)
          } else if (what === 'move') {
            const payment = nth(books.payments.flatMap(({ deleted }, index) => (deleted ? [] : [index])))
            if (payment === undefined) continue
            const moved = await stored(
              movePayment(call, schoolId, {
                key: randomUUID(),
                id: paymentIds[payment],
                studentId: otherId,
                fees: await seen(ids, { termId, studentId: otherId }),
                reason: 'a namesake',
              }),
            )
            assert.equal(books.move(payment, other, ids), moved !== null)
            const both = [await viewFeeAccount(call, schoolId, { termId, studentId: otherId })]
            both.push(await viewFeeAccount(call, schoolId, { ...before, studentId: otherId }))
            for (const fee of fees) {
              const { collected, pending } = both.flatMap((account) => account.fees).find((one) => one.id === fee.id)!
              assert.deepEqual([collected, pending], [other.of(fee).collected, other.of(fee).pending])
            }
          } else if (what === 'give') {
            const inTerm = ids.filter((id) => fees.find((fee) => fee.id === id)!.dueOn >= own.dueOn)
            if (inTerm.length === 0) continue
            const rate = rateOf({ amount, which })
            const [given] = await giveConcessions(call, schoolId, {
              key: randomUUID(),
              termId,
              studentIds: [studentId],
              kindId: await newKind(rate),
              ...rate,
              feeCategoryIds: null,
              feeIds: inTerm,
              startsOn: own.dueOn,
              endsOn: null,
              reason: 'a rule of the school',
            })
            books.give(inTerm, rate, own.dueOn)
            concessionIds.push(given?.id ?? 0)
          } else if (what === 'takeBack') {
            const concession = nth(books.concessions.flatMap((one, index) => (one.endedOn === null ? [index] : [])))
            if (concession === undefined) continue
            books.takeBack(concession)
            const { endedOn } = books.concessions[concession]!
            const key = randomUUID()
            await endConcession(call, schoolId, { key, id: concessionIds[concession], endedOn, reason: 'a mistake' })
          } else if (what === 'owe') {
            const brought = await stored(bringDues(registerNo, amount))
            assert.equal(books.owe(fees[6]!.id, amount), brought !== null)
          } else if (what === 'waive') {
            const waived = await stored(
              waiveLateFee(call, schoolId, { ...of, key: randomUUID(), fees: await seen(ids), amount, comment: 'was ill' }),
            )
            assert.equal(books.waive(ids, amount, schoolDay(new Date())), waived !== null)
          } else if (what === 'close') {
            const drawer = drawers.of(amount)
            const closedOn = closingDay(drawer, which, day)
            const clerk = clerkOf(amount)
            const view = await viewCashierDay(clerk, schoolId, { day: closedOn })
            assert.equal(view.closed, drawer.isClosed(closedOn))
            const count = countOf(one)
            const stands = drawer.facts(closedOn)
            const closing = (await stored(
              closeDay(clerk, schoolId, {
                key: randomUUID(),
                day: closedOn,
                version: view.version,
                notes: noteFields(count.notes),
                deposit: noteFields(count.deposit),
                bankAccountId: null,
                reason: 'a random count',
              }),
            )) as DayClosing | null
            const closed = drawer.close(closedOn, drawers.started(), count)
            assert.equal(closed !== null, closing !== null)
            assert.equal(view.expected, stands.expected)
            if (!closing || !closed) continue
            closingIds.set(closed, closing.id)
            assert.deepEqual(
              [closing.openingCash, closing.cashIn, closing.cashOut, closing.difference, closing.carriedCash],
              [closed.opening, closed.cashIn, closed.cashOut, closed.difference, closed.carried],
            )
            assert.equal(closing.receipts.length, closed.receipts.length)
            continue
          } else if (what === 'reopen') {
            const { closings } = drawers.of(amount)
            const closing = which % 4 === 0 ? nth(closings) : closings.at(-1)
            if (!closing) continue
            const reopening = { key: randomUUID(), id: closingIds.get(closing), reason: 'a receipt was forgotten' }
            const reopened = await stored(reopenDay(call, schoolId, reopening))
            assert.equal(drawers.of(amount).reopen(closing.day), reopened !== null)
            continue
          } else if (what === 'undoWaiver') {
            const both = [await viewFeeAccount(call, schoolId, of), await viewFeeAccount(call, schoolId, before)]
            const waiver = nth(
              both
                .flatMap((account) => account.waivers.map(({ id }) => ({ id, termId: account.student.termId })))
                .toSorted((a, b) => a.id - b.id),
            )
            if (!waiver) continue
            books.undoWaiver(which)
            await undoWaivers(call, schoolId, {
              ...of,
              termId: waiver.termId,
              key: randomUUID(),
              ids: [waiver.id],
              reason: 'a mistake',
            })
          } else {
            const both = [await viewFeeAccount(call, schoolId, of), await viewFeeAccount(call, schoolId, before)]
            const discounts = both.flatMap((account) =>
              [...account.discounts, ...account.writeOffs].map(({ id, status }) => ({
                id,
                termId: account.student.termId,
                undo: status === 'DISCOUNT' ? deleteDiscounts : deleteWriteOffs,
              })),
            )
            const discount = nth(discounts.toSorted((a, b) => a.id - b.id))
            if (!discount) continue
            books.deleteDiscount(which)
            const { id, termId: ofTerm, undo } = discount
            await undo(call, schoolId, { ...of, termId: ofTerm, key: randomUUID(), ids: [id], reason: 'a mistake' })
          }
          const account = await viewFeeAccount(call, schoolId, of)
          const past = await viewFeeAccount(call, schoolId, before)
          for (const fee of fees) {
            const { collected, clearing, discount, concession, writtenOff, lateFee, pending, lateFeeDue } = [
              ...past.fees,
              ...account.fees,
            ].find((one) => one.id === fee.id)!
            assert.deepEqual({ collected, clearing, discount, concession, writtenOff, lateFee, pending }, books.of(fee))
            assert.equal(lateFeeDue, books.lateFeeOf(fee, schoolDay(new Date())))
          }
          const standing = books.payments.filter((payment) => !payment.deleted)
          assert.deepEqual(
            account.payments.map((payment) => payment.amount).reverse(),
            standing.map((payment) => payment.amount),
          )
          const there = standing.filter((payment) => payment.state === 'COLLECTED').map((payment) => payment.amount)
          const givenBack = books.refunds.filter((refund) => !refund.cancelled).map((refund) => refund.amount)
          assert.equal(sumMoney([past.total.collected, account.total.collected]), subtractMoney(sumMoney(there), ...givenBack))
          assert.equal(past.payments.length, 0)
          assert.equal(sumMoney(account.previousDues.map((term) => term.pending)), past.total.pending)
        }
      },
    ),
    // The accounts of a smaller history would be new ones: the failed history is printed at once.
    { numRuns: 20, endOnFailure: true },
  )
  expect((await checkData(world.database)).findings).toEqual([])
  await expectAgreement(world, { earlierTermId: earlier.termId, histories })
})

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { action, Books, rateOf, refundOf, ruleOf, takenOf } from '#tests/books.ts'
import { cashOf, closingDay, countOf, type Drawer, Drawers } from '#tests/drawers.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { runs } from '#tests/properties.ts'
import { allocate, askedAmount, type Balance, feeState, feeVersion, type PayableFee } from './account.rules.ts'

/** The fee date of a month of 2026. */
const dueIn = (month: number) => `2026-0${month}-05`
const fixed = (id: number, amount: number, sr = id, month = 4): PayableFee => ({
  id,
  sr,
  amount,
  fixedAmount: true,
  dueOn: dueIn(month),
})
const open = (id: number, sr = id): PayableFee => ({ id, sr, amount: 0, fixedAmount: false, dueOn: dueIn(4) })
const at = (fees: PayableFee[]) => fees.map((fee) => ({ fee, pending: fee.amount }))

/** Returns the due date of a fixed fee; '' for a fee that is not fixed. */
function fixedDue(fees: readonly { fee: PayableFee }[], feeId: number): string {
  const fee = fees.find((one) => one.fee.id === feeId)?.fee
  return fee?.fixedAmount ? fee.dueOn : ''
}

describe('allocating an amount', () => {
  test('goes by sr and id, fixed fees first, and leaves out fees that get nothing', () => {
    expect(allocate(at([fixed(3, 100), open(1), fixed(2, 50), fixed(4, 10)]), 155)).toEqual([
      { feeId: 2, amount: 50, pending: 0 },
      { feeId: 3, amount: 100, pending: 0 },
      { feeId: 4, amount: 5, pending: 5 },
    ])
    expect(allocate(at([fixed(9, 100, 1), fixed(8, 100, 1)]), 120)?.map((share) => share.feeId)).toEqual([8, 9])
  })

  test('pays the earliest due date first, and what is not fixed last', () => {
    const fees = [fixed(1, 100, 1, 7), fixed(2, 50, 9, 6), fixed(3, 40, 8, 5), fixed(4, 30, 2, 6), open(5)]
    expect(allocate(at(fees), 230)?.map(({ feeId, amount }) => [feeId, amount])).toEqual([
      [3, 40],
      [4, 30],
      [2, 50],
      [1, 100],
      [5, 10],
    ])
  })

  test('gives the whole remainder to the first fee that is not fixed', () => {
    expect(allocate(at([open(5, 2), open(6, 1), fixed(7, 100)]), 1000)).toEqual([
      { feeId: 7, amount: 100, pending: 0 },
      { feeId: 6, amount: 900, pending: 0 },
    ])
  })

  test('is refused when the fees cannot take all of it', () => {
    expect(allocate(at([fixed(1, 100)]), 101)).toBeNull()
    expect(allocate([], 1)).toBeNull()
  })

  test('sums to the amount, never exceeds what is pending, and ignores the input order', () => {
    const fees = fc.uniqueArray(
      fc.record({
        id: fc.nat(50),
        sr: fc.nat(5),
        amount: fc.nat(1_000_000),
        fixedAmount: fc.boolean(),
        dueOn: fc.constantFrom(4, 5, 6).map(dueIn),
      }),
      { selector: (fee) => fee.id, maxLength: 12 },
    )
    fc.assert(
      fc.property(fees, fc.integer({ min: 1, max: 5_000_000 }), fc.gen(), (candidates, amount, gen) => {
        const pendingFees = candidates.map((fee) => ({
          fee: fee.fixedAmount ? fee : { ...fee, amount: 0 },
          pending: fee.fixedAmount ? fee.amount : 0,
        }))
        const shares = allocate(pendingFees, amount)
        const totalPending = sumMoney(pendingFees.map(({ pending }) => pending))
        if (shares === null) {
          assert.ok(amount > totalPending && pendingFees.every(({ fee }) => fee.fixedAmount))
          return
        }
        assert.equal(sumMoney(shares.map((share) => share.amount)), amount)
        for (const share of shares) {
          const { fee, pending } = pendingFees.find((candidate) => candidate.fee.id === share.feeId)!
          assert.ok(share.amount > 0)
          if (fee.fixedAmount) assert.equal(share.amount + share.pending, pending)
        }
        // A fee gets money only when those that are due before it are paid in full.
        const paidTo = shares.map(({ feeId }) => fixedDue(pendingFees, feeId)).reduce((a, b) => (a > b ? a : b), '')
        for (const { fee, pending } of pendingFees)
          if (fee.fixedAmount && fee.dueOn < paidTo)
            assert.equal(shares.find((share) => share.feeId === fee.id)?.amount ?? 0, pending)
        const shuffled = gen(fc.shuffledSubarray, pendingFees, { minLength: pendingFees.length })
        assert.deepEqual(allocate(shuffled, amount), shares)
      }),
      { numRuns: runs(2000) },
    )
  })
})

test('a fee has one state', () => {
  const stands = (parts: Partial<Balance>, lines: Parameters<typeof feeState>[1] = []) =>
    feeState({ collected: 0, clearing: 0, discount: 0, concession: 0, writtenOff: 0, lateFee: 0, pending: 0, ...parts }, lines)
  expect(stands({ pending: 10 })).toBe('PENDING')
  expect(stands({})).toBe('PENDING')
  expect(stands({ pending: 10, collected: 1 })).toBe('PART_PAID')
  expect(stands({ pending: 10, discount: 1 })).toBe('PART_PAID')
  expect(stands({ pending: 10, clearing: 1 })).toBe('CLEARING')
  expect(stands({ collected: 1, clearing: 1 })).toBe('CLEARING')
  expect(stands({ collected: 1, discount: 1 })).toBe('PAID')
  expect(stands({ discount: 1 })).toBe('DISCOUNT')
  expect(stands({ concession: 1 })).toBe('CONCESSION')
  expect(stands({ concession: 1, discount: 1 })).toBe('DISCOUNT')
  expect(stands({ concession: 1, collected: 1 })).toBe('PAID')
  expect(stands({ pending: 10, writtenOff: 1 })).toBe('PART_PAID')
  expect(stands({ clearing: 1, writtenOff: 1 })).toBe('CLEARING')
  expect(stands({ collected: 1, discount: 1, writtenOff: 1 })).toBe('WRITE_OFF')
  const [byHand, withRefund] = [null, 7].map((refundId) => ({ status: 'WRITE_OFF' as const, refundId }))
  expect(stands({ writtenOff: 1 }, [withRefund!])).toBe('REFUND')
  expect(stands({ writtenOff: 2 }, [withRefund!, byHand!])).toBe('WRITE_OFF')
  expect(stands({ pending: 1, writtenOff: 1 }, [withRefund!])).toBe('PART_PAID')
})

const assignedFees = fc.tuple(
  ...[1, 2, 3, 4].map((id) =>
    fc.record({
      id: fc.constant(id),
      sr: fc.nat(3),
      amount: fc.nat(100_000),
      fixedAmount: fc.constant(true),
      dueOn: fc.constantFrom(4, 5, 6).map(dueIn),
    }),
  ),
  fc.constant(open(5, 2)),
  fc.constant(open(6, 1)),
  fc.constant(fixed(7, 0)),
)

const today = '2026-07-20'

/** Returns a day around the due dates, or today. */
const dayOf = (which: number) => (which > 44 ? today : addDays(dueIn(4), 10 * (which % 9) - 20))

const lateFeeRules = (fees: readonly PayableFee[], nth: number) =>
  new Map(fees.flatMap((fee) => (ruleOf(nth + fee.id) ? [[fee.id, ruleOf(nth + fee.id)!] as const] : [])))

/** Checks that the closings of a drawer follow each other and count all of its cash, once. */
function checkDrawer(drawer: Drawer): void {
  const { closings, closedDays } = drawer
  for (const [index, { day, opening, expected, difference, deposited, carried }] of closings.entries()) {
    assert.equal(opening, closings[index - 1]?.carried ?? 0)
    assert.ok(index === 0 || closings[index - 1]!.day < day)
    assert.equal(sumMoney([expected, difference]), sumMoney([deposited, carried]))
  }
  const { closedFrom, closedUntil } = closedDays
  if (closedFrom === null || closedUntil === null) return
  for (const payment of drawer.payments)
    if (drawer.isClosed(payment.bookedOn) && !payment.deleted && payment.state !== 'FAILED')
      assert.ok(closings.some(({ day, receipts }) => day === payment.bookedOn && receipts.includes(payment)))
  const counted = closings.map(({ cashIn, cashOut }) => subtractMoney(cashIn, cashOut))
  // What was deleted or cancelled since is in no closing yet.
  const { gone, back } = drawer.facts(today)
  const left = [drawer.cashSince(addDays(closedUntil, 1)), cashOf(back), -cashOf(gone)]
  assert.equal(sumMoney([...counted, ...left]), drawer.cashSince(closedFrom))
}

test('the books stay consistent over 10,000 histories of 50 actions', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(assignedFees, fc.nat(5000), fc.array(action, { minLength: 50, maxLength: 50 }), (fees, nth, actions) => {
      const rules = lateFeeRules(fees, nth)
      const drawers = new Drawers(2, today)
      const books = new Books(fees, rules, drawers)
      const other = new Books(fees, rules, drawers)
      let before = books.snapshot()
      for (const one of actions) {
        const { what, fees: selected, amount, which } = one
        const drawer = drawers.of(amount)
        const sumOf = (part: keyof Balance, of = books.snapshot()) => sumMoney(of.map((balance) => balance[part]))
        const cheques = books.payments.flatMap((payment, index) =>
          payment.state === 'CLEARING' && !payment.deleted ? [index] : [],
        )
        const standing = books.payments.flatMap((payment, index) => (payment.deleted ? [] : [index]))
        const pick = (some: number[]) => some[which % (some.length || 1)]
        const collected = sumOf('collected', before)
        if (what === 'CASH' || what === 'UPI' || what === 'CHEQUE') {
          const isClosed = drawer.isClosed(dayOf(which))
          const isTaken = books.take(selected, takenOf(what, one, dayOf(which)))
          if (!isTaken) assert.deepEqual(books.snapshot(), before)
          assert.ok(!isTaken || !isClosed)
        } else if (what === 'DISCOUNT' || what === 'WRITE_OFF') {
          if (!books.reduce(what, selected, amount)) assert.deepEqual(books.snapshot(), before)
        } else if (what === 'close') {
          const day = closingDay(drawer, which, dayOf(which))
          const isClosed = drawer.isClosed(day)
          const closed = drawer.close(day, drawers.started(), countOf(one))
          assert.equal(drawer.isClosed(day), isClosed || closed !== null)
        } else if (what === 'reopen') {
          const last = drawer.closings.at(-1)
          const chosen = which % 4 === 0 ? drawer.closings[which % (drawer.closings.length || 1)] : last
          if (chosen) assert.equal(drawer.reopen(chosen.day), chosen === last)
        } else if (what === 'clear' || what === 'fail') {
          const cheque = pick(cheques)
          if (cheque === undefined) continue
          const amounts = books.payments[cheque]!.amount
          books.settle(cheque, what === 'clear')
          if (what === 'clear') {
            // Like cash: pending is unchanged, and all of it is collected.
            assert.deepEqual(
              books.snapshot().map((balance) => balance.pending),
              before.map((balance) => balance.pending),
            )
            assert.equal(sumOf('collected'), sumMoney([collected, amounts]))
          } else {
            assert.equal(sumOf('collected'), collected)
          }
        } else if (what === 'delete') {
          const payment = pick(standing)
          if (payment === undefined) continue
          const gone = books.lines.filter(
            (line) => (line.payment === payment && line.status !== 'FAILED') || line.lateFeeOf === payment,
          )
          if (!books.delete(payment)) {
            assert.ok(books.refunds.some((refund) => !refund.cancelled))
            assert.deepEqual(books.snapshot(), before)
            continue
          }
          for (const [index, fee] of books.fees.entries()) {
            const back = sumMoney(gone.filter((line) => line.feeId === fee.id).map((line) => line.amount))
            // What a concession found paid, it takes off now.
            const { pending, concession } = books.of(fee)
            if (fee.fixedAmount)
              assert.equal(sumMoney([pending, concession]), sumMoney([before[index]!.pending, before[index]!.concession, back]))
          }
        } else if (what === 'giveBack') {
          const refund = refundOf(books, one, dayOf(which))
          if (books.giveBack(selected, refund)) assert.equal(sumOf('collected'), subtractMoney(collected, refund.amount))
          else assert.deepEqual(books.snapshot(), before)
        } else if (what === 'cancelRefund') {
          const refund = pick(books.refunds.flatMap(({ cancelled }, index) => (cancelled ? [] : [index])))
          if (refund === undefined) continue
          if (books.cancelRefund(refund)) assert.equal(sumOf('collected'), sumMoney([collected, books.refunds[refund]!.amount]))
          else assert.deepEqual(books.snapshot(), before)
        } else if (what === 'move') {
          const payment = pick(standing)
          if (payment === undefined) continue
          const both = () => sumMoney([books, other].map((of) => sumOf('collected', of.snapshot())))
          const there = both()
          books.move(payment, other, selected)
          // Nothing is lost on the way.
          assert.equal(both(), there)
        } else if (what === 'give') {
          books.give(selected, rateOf({ amount, which }), dueIn(4))
          assert.equal(sumOf('collected'), collected)
        } else if (what === 'takeBack') {
          const given = books.concessions.flatMap((concession, index) => (concession.endedOn === null ? [index] : []))
          const concession = pick(given)
          if (concession === undefined) continue
          books.takeBack(concession)
          assert.equal(sumOf('collected'), collected)
        } else if (what === 'owe') {
          const [pending, asked] = [before[6]!.pending, askedAmount(fees[6]!, books.lines)]
          if (books.owe(7, amount)) assert.equal(books.of(fees[6]!).pending, sumMoney([pending, amount, -asked]))
          else assert.ok(amount < asked - pending)
        } else if (what === 'waive') {
          const late = sumMoney(books.fees.map((fee) => (selected.includes(fee.id) ? books.lateFeeOf(fee, dayOf(which)) : 0)))
          assert.equal(books.waive(selected, amount, dayOf(which)), amount <= late)
          assert.deepEqual(books.snapshot(), before)
        } else if (what === 'undoWaiver') books.undoWaiver(which)
        else books.deleteDiscount(which)

        for (const each of drawers.all) checkDrawer(each)
        if (what === 'close' || what === 'reopen') continue
        const after = books.snapshot()
        for (const [index, fee] of books.fees.entries()) {
          const stands = after[index]!
          assert.ok(stands.pending >= 0)
          // What is asked is the fee, what was owed of it before Shala, and the late fees that were paid.
          const { lateFee, ...rest } = stands
          const asked = sumMoney([askedAmount(fee, books.lines), lateFee])
          if (fee.fixedAmount) assert.equal(sumMoney(Object.values(rest)), asked)
          else assert.equal(stands.pending, 0)
        }
        assert.ok(after.every((balance) => balance.collected >= 0))
        const sums = new Map<number | null, number>()
        for (const line of books.lines) {
          if (line.status === 'LATE_FEE') {
            const paid = books.lines.find(({ payment, feeId }) => payment === line.lateFeeOf && feeId === line.feeId)
            assert.ok(line.waived === undefined ? line.amount < 0 && paid!.amount >= -line.amount : line.amount === 0)
          } else assert.ok(line.status === 'REFUND' || line.status === 'OPENING' ? line.amount < 0 : line.amount > 0)
          sums.set(line.payment, sumMoney([sums.get(line.payment) ?? 0, line.amount]))
        }
        for (const [index, payment] of books.payments.entries()) {
          assert.equal(payment.receipt, index + 1)
          assert.equal(sums.get(index) ?? 0, payment.deleted ? 0 : payment.amount)
        }
        const there = books.payments.filter((payment) => payment.state === 'COLLECTED' && !payment.deleted)
        const givenBack = books.refunds.filter((refund) => !refund.cancelled)
        assert.equal(
          sumMoney(after.map((balance) => balance.collected)),
          subtractMoney(sumMoney(there.map((payment) => payment.amount)), ...givenBack.map((refund) => refund.amount)),
        )
        before = after
      }
    }),
    { numRuns: runs(10_000) },
  )
})

test('a cleared cheque ends like cash, a failed one like no payment', () => {
  fc.assert(
    fc.property(assignedFees, fc.nat(5000), fc.array(action, { maxLength: 20 }), action, (fees, nth, actions, last) => {
      const replay = (mode: 'CASH' | 'CHEQUE') => {
        const books = new Books(fees, lateFeeRules(fees, nth), new Drawers(2, today))
        for (const one of actions)
          if (one.what === 'CASH') books.take(one.fees, takenOf(one.what, one, dayOf(one.which)))
          else if (one.what === 'DISCOUNT' || one.what === 'WRITE_OFF') books.reduce(one.what, one.fees, one.amount)
        const before = books.snapshot()
        return { books, before, taken: books.take(last.fees, takenOf(mode, last, dayOf(last.which))) }
      }
      const [cash, cleared, failed] = [replay('CASH'), replay('CHEQUE'), replay('CHEQUE')]
      if (!cash.taken) return
      cleared.books.settle(cleared.books.payments.length - 1, true)
      expect(cleared.books.lines).toEqual(cash.books.lines)
      failed.books.settle(failed.books.payments.length - 1, false)
      expect(failed.books.snapshot()).toEqual(failed.before)
    }),
    { numRuns: runs(2000) },
  )
})

test('a fee version changes with the amount and with every line', () => {
  const fee = fixed(1, 100)
  const line = { id: 7, feeId: 1, amount: 40, status: 'PAID' as const }
  const seen = feeVersion(fee, [line])
  expect(feeVersion({ ...fee, amount: 90 }, [line])).not.toBe(seen)
  expect(feeVersion(fee, [])).not.toBe(seen)
  // Deleted and collected again: the sum is the same.
  expect(feeVersion(fee, [{ ...line, id: 8 }])).not.toBe(seen)
  // A line of another fee, or a failed one, does not count.
  expect(feeVersion(fee, [line, { ...line, id: 9, feeId: 2 }, { ...line, id: 10, status: 'FAILED' }])).toBe(seen)
  expect(feeVersion(open(1), [line])).not.toBe(feeVersion(open(1), []))
  expect(subtractMoney(100, 40)).toBe(60)
})

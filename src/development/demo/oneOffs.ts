import { feeBalance } from '#domains/fees/account.rules.ts'
import { type AskedDemoFee, type DemoAccount, lateFeeOf, pendingOf } from './books.ts'
import { addDays, addMonths } from '#shared/dates.ts'
import type { At, DemoYear, DemoYears } from './feeYear.ts'

/** Plans what happens once: a due is written off, money is given back, a late fee is waived. */
export function oneOffs(accounts: readonly DemoAccount[], { before, current }: DemoYears, at: At): void {
  writeOff(accounts, before, at)
  giveBack(accounts, before, at)
  waive(accounts, current, at)
}

/** Writes off what one family still owes of a term. */
function writeOff(accounts: readonly DemoAccount[], { termId, startsOn }: DemoYear, at: At): void {
  const day = addDays(addMonths(startsOn, 12), -2)
  at(day, (books) => {
    for (const account of accounts) {
      const owed = account.fees.filter((fee) => fee.termId === termId && pendingOf(account, fee) > 0)
      // Not a family that has paid nothing for half a year.
      if (owed.length === 0 || owed.length > 4) continue
      for (const fee of owed)
        books.reduce(account, {
          status: 'WRITE_OFF',
          day,
          fee,
          amount: pendingOf(account, fee),
          comment: 'Father has died; the trustees have decided',
        })
      return
    }
  })
}

/** Gives the bus fees of two months back that a family has paid ahead. Does nothing where there is no bus. */
function giveBack(accounts: readonly DemoAccount[], { termId, startsOn }: DemoYear, at: At): void {
  const day = addDays(addMonths(startsOn, 10), 9)
  const months = ['FEB', 'MAR']
  const isPaid = (account: DemoAccount, fee: AskedDemoFee) => feeBalance(fee, account.lines).collected === fee.amount
  at(day, (books) => {
    for (const account of accounts) {
      const fees = account.fees.filter(
        (fee) => fee.termId === termId && fee.name === 'Bus' && months.includes(fee.month ?? '') && isPaid(account, fee),
      )
      if (fees.length < months.length) continue
      books.giveBack(account, { fees, termId, day, reason: 'Takes no bus from February on' })
      return
    }
  })
}

/** Waives one late fee of a term. */
function waive(accounts: readonly DemoAccount[], { termId, startsOn }: DemoYear, at: At): void {
  const day = addDays(addMonths(startsOn, 5), 20)
  at(day, (books) => {
    for (const account of accounts) {
      const fee = account.fees.find((one) => one.termId === termId && lateFeeOf(account, one, day) > 0)
      if (!fee) continue
      books.waive(account, { fee, day, comment: 'Child was in hospital' })
      return
    }
  })
}

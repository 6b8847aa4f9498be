import { feeBalance } from '#domains/fees/account.rules.ts'
import { type AskedDemoFee, type DemoAccount, lateFeeOf, pendingOf } from './books.ts'
import type { At, DemoYears } from './feeYear.ts'

/** Plans what happens once: a due is written off, money is given back, a late fee is waived. */
export function oneOffs(accounts: readonly DemoAccount[], { before, current }: DemoYears, at: At): void {
  writeOff(accounts, before.termId, at)
  giveBack(accounts, before.termId, at)
  waive(accounts, current.termId, at)
}

/** Writes off what one family still owes of a term. */
function writeOff(accounts: readonly DemoAccount[], termId: number, at: At): void {
  const day = '2026-03-30'
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
function giveBack(accounts: readonly DemoAccount[], termId: number, at: At): void {
  const day = '2026-02-10'
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
function waive(accounts: readonly DemoAccount[], termId: number, at: At): void {
  const day = '2026-09-21'
  at(day, (books) => {
    for (const account of accounts) {
      const fee = account.fees.find((one) => one.termId === termId && lateFeeOf(account, one, day) > 0)
      if (!fee) continue
      books.waive(account, { fee, day, comment: 'Child was in hospital' })
      return
    }
  })
}

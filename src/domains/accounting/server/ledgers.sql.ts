import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { everyExpenseCategory } from '#domains/expenses/server/expenses.exports.ts'
import { everyFeeCategory } from '#domains/fees/server/accounting.exports.ts'
import type { ChosenLedger, LedgerUse } from '../ledgers.rules.ts'
import { chosenLedgers } from './accounting.sql.ts'

/** Selects what is booked on ledgers, and the names that the school has chosen: one row. */
export function ledgerSources(db: Db | Tx, schoolId: number) {
  return db.selectNoFrom([
    jsonArrayFrom(everyFeeCategory(db, schoolId)).as('feeCategories'),
    jsonArrayFrom(everyExpenseCategory(db, schoolId)).as('expenseCategories'),
    jsonArrayFrom(
      db
        .selectFrom('bankAccounts')
        .select(['id', 'name'])
        .where('schoolId', '=', schoolId)
        .orderBy(sql`lower(name)`)
        .orderBy('id'),
    ).as('accounts'),
    jsonArrayFrom(chosenLedgers(db, schoolId)).as('chosen'),
  ])
}

/** What is booked on ledgers. `deleted` is a category that nothing new is booked on. */
export interface SchoolLedgers {
  uses: (LedgerUse & { deleted: boolean })[]
  chosen: ChosenLedger[]
}

interface Named {
  id: number
  name: string
}

/** Returns the uses of ledgers. Default names are Tally's own words, or those of the school, in no other language. */
export function toSchoolLedgers(row: {
  feeCategories: (Named & { deletedAt: unknown })[]
  expenseCategories: (Named & { deletedAt: unknown })[]
  accounts: Named[]
  chosen: ChosenLedger[]
}): SchoolLedgers {
  const one = (kind: LedgerUse['kind'], defaultName: string) => ({ kind, key: '', defaultName, deleted: false })
  return {
    chosen: row.chosen,
    uses: [
      one('CASH', 'Cash'),
      one('BANK', 'Bank'),
      ...row.accounts.map(({ id, name }) => ({ kind: 'ACCOUNT' as const, key: String(id), defaultName: name, deleted: false })),
      ...paymentModeNames
        .filter((mode) => !paymentModes[mode].inDrawer)
        .map((mode) => ({ kind: 'MODE' as const, key: mode, defaultName: '', deleted: false })),
      ...row.feeCategories.map(({ id, name, deletedAt }) => ({
        kind: 'FEES' as const,
        key: String(id),
        defaultName: name,
        deleted: deletedAt !== null,
      })),
      ...row.expenseCategories.map(({ id, name, deletedAt }) => ({
        kind: 'EXPENSES' as const,
        key: String(id),
        defaultName: name,
        deleted: deletedAt !== null,
      })),
      one('DISCOUNT', ''),
      one('CONCESSION', ''),
      one('WRITE_OFF', ''),
    ],
  }
}

import { randomUUID } from 'node:crypto'
import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const range = { start: '2026-04-01', end: '2026-11-22' }

/** Rights on the books for the accountant. They concern the whole school, so a limited ADMIN is refused. */
export const accountingExpectations: Readonly<Record<string, Expectation>> = {
  accounting: { who: office, notLimited: true, noRow: true, variables: () => ({ input: range }) },
  accountingExports: { who: office, notLimited: true, noRow: true },
  accountingLedgers: { who: office, notLimited: true, noRow: true },
  orderAccountingExport: {
    who: office,
    notLimited: true,
    noRow: true,
    variables: () => ({ input: { key: randomUUID(), ...range, onlyNew: false, withLedgers: true, language: 'en' } }),
  },
  saveAccountingLedgers: {
    who: office,
    notLimited: true,
    noRow: true,
    variables: () => ({ input: { ledgers: [{ kind: 'CASH', key: '', name: 'Petty Cash' }] } }),
  },
}

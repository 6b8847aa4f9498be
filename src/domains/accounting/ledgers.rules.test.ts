import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ChosenLedger,
  chosenNames,
  ledgerId,
  ledgerKindFacts,
  ledgerKinds,
  ledgerNameProblem,
  type LedgerUse,
  longestLedgerName,
  nameLedgers,
  sharedNames,
} from './ledgers.rules.ts'

const name = fc.oneof(
  fc.constantFrom(
    'Cash',
    'CASH',
    'Bank',
    'Tuition Fees',
    'tuition-fees',
    'Capital Account',
    'Sales Accounts',
    'शिक्षण शुल्क',
    '—',
    'x'.repeat(99),
  ),
  fc.string({ minLength: 1, maxLength: 120, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
)

const uses: fc.Arbitrary<LedgerUse[]> = fc
  .array(fc.record({ kind: fc.constantFrom('ACCOUNT' as const, 'FEES' as const, 'EXPENSES' as const), defaultName: name }), {
    maxLength: 12,
  })
  .map((categories) => [
    { kind: 'CASH', key: '', defaultName: 'Cash' },
    { kind: 'BANK', key: '', defaultName: 'Bank' },
    { kind: 'MODE', key: 'UPI', defaultName: '' },
    { kind: 'CONCESSION', key: '', defaultName: '' },
    ...categories.map((use, place) => ({ ...use, key: String(place + 1) })),
  ])

const same = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

test('every use has a ledger that Tally takes, and no two groups share a name', () => {
  fc.assert(
    fc.property(uses, (all) => {
      const ledgers = nameLedgers(all, [])
      const groups = new Map<string, string>()
      for (const { kind, key } of all) {
        const ledger = ledgers.get(ledgerId(kind, key))
        if (ledgerKindFacts[kind].optional) {
          expect(ledger).toBeUndefined()
          continue
        }
        if (!ledger) throw new Error(`${kind} ${key} has no ledger.`)
        expect([...ledger.name].length).toBeLessThanOrEqual(longestLedgerName)
        expect(ledgerNameProblem(ledger.name)).toBeNull()
        const compared = same(ledger.name)
        if (compared !== '') expect(groups.get(compared) ?? ledger.group).toBe(ledger.group)
        groups.set(compared, ledger.group)
      }
    }),
  )
})

test('a default name gives way to Tally’s groups and to ledgers of another group', () => {
  const ledgers = nameLedgers(
    [
      { kind: 'CASH', key: '', defaultName: 'Cash' },
      { kind: 'FEES', key: '1', defaultName: 'Sales Accounts' },
      { kind: 'FEES', key: '2', defaultName: 'Bus' },
      { kind: 'EXPENSES', key: '3', defaultName: 'bus' },
      { kind: 'EXPENSES', key: '4', defaultName: 'Cash' },
      { kind: 'FEES', key: '5', defaultName: 'BUS' },
    ],
    [],
  )
  expect(ledgers.get(ledgerId('FEES', '1'))).toEqual({ name: 'Sales Accounts (Fees)', group: 'Direct Incomes' })
  expect(ledgers.get(ledgerId('FEES', '2'))?.name).toBe('Bus')
  expect(ledgers.get(ledgerId('EXPENSES', '3'))?.name).toBe('bus (Expense)')
  expect(ledgers.get(ledgerId('EXPENSES', '4'))?.name).toBe('Cash (Expense)')
  // Categories of one name, of several terms, are one ledger for Tally.
  expect(ledgers.get(ledgerId('FEES', '5'))).toEqual({ name: 'BUS', group: 'Direct Incomes' })
})

test('a chosen name stays, and holds for the category of the same name in another term', () => {
  const of = (kind: LedgerUse['kind'], key: string, defaultName: string): LedgerUse => ({ kind, key, defaultName })
  const all = [of('FEES', '1', 'Tuition Fees'), of('FEES', '2', 'tuition  fees'), of('FEES', '3', 'Bus'), of('MODE', 'UPI', '')]
  const chosen: ChosenLedger[] = [
    { kind: 'FEES', key: '1', name: 'School Fees' },
    { kind: 'MODE', key: 'UPI', name: 'HDFC Current' },
  ]
  expect(Object.fromEntries(chosenNames(all, chosen))).toEqual({
    [ledgerId('FEES', '1')]: 'School Fees',
    [ledgerId('FEES', '2')]: 'School Fees',
    [ledgerId('MODE', 'UPI')]: 'HDFC Current',
  })
  expect(nameLedgers(all, chosen).get(ledgerId('MODE', 'UPI'))).toEqual({ name: 'HDFC Current', group: 'Bank Accounts' })
})

test('names of Tally’s groups are refused, whatever their case and spaces', () => {
  expect(ledgerNameProblem('')).toBeNull()
  expect(ledgerNameProblem('School Fees')).toBeNull()
  for (const taken of ['Bank Accounts', 'bank  accounts', 'BANK-ACCOUNTS', 'Profit & Loss A/c'])
    expect(ledgerNameProblem(taken)).toBe('Tally has a group of this name. Choose another one.')
})

test('one name for ledgers of two groups is refused at both, and taken within a group', () => {
  expect(
    sharedNames([
      { kind: 'CASH', name: 'School' },
      { kind: 'FEES', name: 'Fees' },
      { kind: 'FEES', name: 'Fees' },
      { kind: 'EXPENSES', name: 'school' },
      { kind: 'BANK', name: '' },
      { kind: 'ACCOUNT', name: '' },
    ]),
  ).toEqual([0, 3])
  expect(ledgerKinds.every((kind) => ledgerKindFacts[kind].group !== '')).toBe(true)
})

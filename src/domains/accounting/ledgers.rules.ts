import { nameKey } from '#shared/names.ts'
import { truncateCodePoints } from '#shared/storableText.ts'
import { t } from '#shared/texts.ts'

/** What a ledger is for. The order is that of the screen and of the file. */
export const ledgerKinds = ['CASH', 'BANK', 'ACCOUNT', 'MODE', 'FEES', 'EXPENSES', 'DISCOUNT', 'CONCESSION', 'WRITE_OFF'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

interface LedgerKindFacts {
  /** Tally's group of the ledger, under its English name. */
  group: string
  /** The ledger exists only when the school has chosen its name. */
  optional: boolean
  /** Added in brackets to a default name that is taken. */
  suffix: string
}

/** Names in Tally are data of the school's books. They are the same in all languages. */
export const ledgerKindFacts: Readonly<Record<LedgerKind, LedgerKindFacts>> = {
  CASH: { group: 'Cash-in-Hand', optional: false, suffix: 'Cash' },
  BANK: { group: 'Bank Accounts', optional: false, suffix: 'Bank' },
  ACCOUNT: { group: 'Bank Accounts', optional: false, suffix: 'Bank' },
  MODE: { group: 'Bank Accounts', optional: true, suffix: 'Mode' },
  FEES: { group: 'Direct Incomes', optional: false, suffix: 'Fees' },
  EXPENSES: { group: 'Indirect Expenses', optional: false, suffix: 'Expense' },
  DISCOUNT: { group: 'Indirect Expenses', optional: true, suffix: 'Discount' },
  CONCESSION: { group: 'Indirect Expenses', optional: true, suffix: 'Concession' },
  WRITE_OFF: { group: 'Indirect Expenses', optional: true, suffix: 'Write-off' },
}

/** Something that is booked on a ledger. */
export interface LedgerUse {
  kind: LedgerKind
  /** Id of the bank account or category, name of the payment mode; '' for a kind with one ledger. */
  key: string
  /** The name that the ledger has by default. */
  defaultName: string
}

/** A name that the school has chosen. */
export interface ChosenLedger {
  kind: LedgerKind
  key: string
  name: string
}

export interface Ledger {
  name: string
  group: string
}

/** Longest name of a ledger that Tally takes. */
export const longestLedgerName = 99

/** The groups that every company in Tally has. A ledger cannot have the name of a group. */
const tallyGroups = [
  'Bank Accounts',
  'Bank OCC A/c',
  'Bank OD A/c',
  'Branch / Divisions',
  'Capital Account',
  'Cash-in-Hand',
  'Current Assets',
  'Current Liabilities',
  'Deposits (Asset)',
  'Direct Expenses',
  'Direct Incomes',
  'Duties & Taxes',
  'Expenses (Direct)',
  'Expenses (Indirect)',
  'Fixed Assets',
  'Income (Direct)',
  'Income (Indirect)',
  'Indirect Expenses',
  'Indirect Incomes',
  'Investments',
  'Loans & Advances (Asset)',
  'Loans (Liability)',
  'Misc. Expenses (ASSET)',
  'Primary',
  'Profit & Loss A/c',
  'Provisions',
  'Purchase Accounts',
  'Reserves & Surplus',
  'Retained Earnings',
  'Sales Accounts',
  'Secured Loans',
  'Stock-in-Hand',
  'Sundry Creditors',
  'Sundry Debtors',
  'Suspense A/c',
  'Unsecured Loans',
]

/** Returns a key to compare ledgers by: Tally takes names that differ in case, spaces or punctuation for one. */
function ledgerKey(name: string): string {
  return nameKey(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '') || nameKey(name)
}

const reserved = new Set(tallyGroups.map(ledgerKey))

/** Returns why a name cannot be a ledger's, or null. An empty name is the default. */
export function ledgerNameProblem(name: string): string | null {
  if (name === '') return null
  return reserved.has(ledgerKey(name)) ? t`Tally has a group of this name. Choose another one.` : null
}

/** Returns the key of a ledger in the map of {@link nameLedgers}. */
export function ledgerId(kind: LedgerKind, key = ''): string {
  return `${kind} ${key}`
}

/**
 * Returns the names that the school has chosen, by {@link ledgerId}. The fee category of a new term has the name that
 * was chosen for the category of the same name before.
 *
 * @param uses fee categories with the newest last
 */
export function chosenNames(uses: readonly LedgerUse[], chosen: readonly ChosenLedger[]): Map<string, string> {
  const own = new Map(chosen.map(({ kind, key, name }) => [ledgerId(kind, key), name]))
  const ofCategories = new Map<string, string>()
  for (const { kind, key, defaultName } of uses) {
    const name = own.get(ledgerId(kind, key))
    if (kind === 'FEES' && name !== undefined) ofCategories.set(nameKey(defaultName), name)
  }
  const names = new Map<string, string>()
  for (const { kind, key, defaultName } of uses) {
    const name = own.get(ledgerId(kind, key)) ?? (kind === 'FEES' ? ofCategories.get(nameKey(defaultName)) : undefined)
    if (name !== undefined) names.set(ledgerId(kind, key), name)
  }
  return names
}

/**
 * Names the ledger of every use, in the order of {@link ledgerKinds}. Ledgers of one group may share a name. A default
 * name that Tally or a ledger of another group has gets a word in brackets. An optional use without a chosen name has
 * no ledger.
 *
 * @returns the ledgers by {@link ledgerId}
 */
export function nameLedgers(uses: readonly LedgerUse[], chosen: readonly ChosenLedger[]): Map<string, Ledger> {
  const groups = new Map<string, string>()
  const ledgers = new Map<string, Ledger>()
  const take = ({ kind, key }: LedgerUse, name: string) => {
    const { group } = ledgerKindFacts[kind]
    groups.set(ledgerKey(name), group)
    ledgers.set(ledgerId(kind, key), { name, group })
  }
  const inOrder = ledgerKinds.flatMap((kind) => uses.filter((use) => use.kind === kind))
  const names = chosenNames(uses, chosen)
  // Chosen names first, because a default gives way to them.
  for (const use of inOrder) {
    const name = names.get(ledgerId(use.kind, use.key))
    if (name !== undefined) take(use, name)
  }
  for (const use of inOrder) {
    const { group, optional, suffix } = ledgerKindFacts[use.kind]
    if (optional || ledgers.has(ledgerId(use.kind, use.key))) continue
    const isFree = (name: string) => !reserved.has(ledgerKey(name)) && (groups.get(ledgerKey(name)) ?? group) === group
    take(use, defaultNames(use.defaultName, suffix).find(isFree) ?? `${suffix} ${use.key}`)
  }
  return ledgers
}

/** Returns the default names of a ledger, the plain one first. */
function defaultNames(name: string, suffix: string): string[] {
  const base = truncateCodePoints(name, longestLedgerName - 20)
  return [truncateCodePoints(name, longestLedgerName), `${base} (${suffix})`, `${base} (${suffix} 2)`]
}

/**
 * Returns the positions of chosen names that a ledger of another group has too: in one ledger the books could not tell
 * them apart.
 */
export function sharedNames(chosen: readonly { kind: LedgerKind; name: string }[]): number[] {
  return chosen.flatMap(({ kind, name }, place) => {
    if (name === '') return []
    const { group } = ledgerKindFacts[kind]
    const isShared = chosen.some(
      (other) => other.name !== '' && ledgerKey(other.name) === ledgerKey(name) && ledgerKindFacts[other.kind].group !== group,
    )
    return isShared ? [place] : []
  })
}

import { z } from 'zod'
import { code, day, pastDay, requestKey, text } from '#shared/inputs.ts'
import { languageField } from '#shared/languages.schema.ts'
import { t } from '#shared/texts.ts'
import { ledgerKinds, ledgerNameProblem, longestLedgerName, sharedNames } from './ledgers.rules.ts'

/** Longest range of an export: a financial year. */
const mostDays = 366

const rangeFields = {
  start: day(() => t`Start Date is Required`),
  end: pastDay(
    () => t`End Date is Required`,
    () => t`Not a day in the future`,
  ),
}

function checkRange(context: { value: { start: string; end: string }; issues: z.core.$ZodRawIssue[] }): void {
  const { start, end } = context.value
  const refuse = (message: string) =>
    context.issues.push({ code: 'custom', path: ['end'], message, input: context.value, continue: true })
  if (end < start) refuse(t`End Date cannot precede Start Date`)
  else if (Date.parse(end) - Date.parse(start) >= mostDays * 86_400_000) refuse(t`At most a year`)
}

/** Days of vouchers, both ends included. */
export const accountingRange = z.object(rangeFields).check(checkRange)

const exportFields = {
  ...rangeFields,
  /** Only vouchers that no earlier export had, and those to cancel since. */
  onlyNew: z.boolean(),
  /** The file for Tally creates the ledgers too. */
  withLedgers: z.boolean(),
  /** Of the spreadsheet. */
  language: languageField,
}

/** An export, as its order stores it. */
export const accountingExportParams = z.object(exportFields).check(checkRange)
export type AccountingExportParams = z.output<typeof accountingExportParams>

export const accountingExportOrder = z.object({ key: requestKey, ...exportFields }).check(checkRange)

export const ledgerKind = z.enum(ledgerKinds, { error: () => t`Required` }).meta({ graphql: 'LedgerKind' })

const ledger = z.object({
  kind: ledgerKind,
  key: code(30),
  /** '' for the default name. */
  name: text(longestLedgerName)
    .transform((name) => name.replace(/\s+/gu, ' '))
    .superRefine((name, context) => {
      const problem = ledgerNameProblem(name)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    }),
})

/** The names of all ledgers on the screen. */
export const accountingLedgersForm = z.object({ ledgers: z.array(ledger).max(2000) }).superRefine(({ ledgers }, context) => {
  for (const place of sharedNames(ledgers))
    context.addIssue({
      code: 'custom',
      path: ['ledgers', place, 'name'],
      message: t`A ledger of another kind has this name. Choose another one.`,
    })
})

import { z } from 'zod'
import { requestKey, text } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { schoolYearProblem } from '#shared/schoolYears.ts'
import { t } from '#shared/texts.ts'
import { owedAmountProblem } from './openingDues.rules.ts'

/** A cell that a rule checks. */
const cell = (problemOf: (value: string) => string | null) =>
  text(30).superRefine((value, context) => {
    const message = problemOf(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** One row of OpeningDuesTemplate.csv: a student by register no., otherwise by class, section and roll. */
export const openingDuesRow = z.object({
  class: text(60).transform(collapseSpaces),
  section: text(60).transform(collapseSpaces),
  roll: text(12),
  registerNo: text(60),
  name: text(100).transform(collapseSpaces),
  amount: cell(owedAmountProblem),
  year: cell(schoolYearProblem),
  note: text(200),
})

export const openingDuesImport = z.object({
  key: requestKey.optional(),
  rows: z
    .array(openingDuesRow)
    .min(1, { error: () => t`The file has no rows.` })
    .max(50_000, { error: () => t`At most 50,000 rows at once.` }),
})

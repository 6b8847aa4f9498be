import { z } from 'zod'
import { id, requestKey, requiredText, text } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { schoolYearProblem } from '#shared/schoolYears.ts'
import { t } from '#shared/texts.ts'
import { marksProblems } from './earlierResults.rules.ts'

const year = text(30).superRefine((value, context) => {
  const message = schoolYearProblem(value)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

/** One row of ResultsTemplate.csv: a student by register no., otherwise by class, section and roll. */
export const earlierResultRow = z
  .object({
    class: text(60).transform(collapseSpaces),
    section: text(60).transform(collapseSpaces),
    roll: text(12),
    registerNo: text(60),
    name: text(100).transform(collapseSpaces),
    year,
    classThen: requiredText(60),
    exam: requiredText(60),
    subject: requiredText(100),
    marks: text(12),
    outOf: text(12),
    grade: text(30),
    outcome: text(60),
  })
  .superRefine((row, context) => {
    for (const { path, message } of marksProblems(row)) context.addIssue({ code: 'custom', path: [path], message })
  })

export const earlierResultsImport = z.object({
  key: requestKey.optional(),
  rows: z
    .array(earlierResultRow)
    .min(1, { error: () => t`The file has no rows.` })
    .max(50_000, { error: () => t`At most 50,000 rows at once.` }),
})

export const earlierResultsView = z.object({ studentId: id })

export const earlierResultChoice = z.object({ id })

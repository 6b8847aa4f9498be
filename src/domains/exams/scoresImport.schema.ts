import { z } from 'zod'
import { id, requestKey, text } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { t } from '#shared/texts.ts'
import { scoreCell } from './scores.schema.ts'

const { part, component, test } = scoreCell.shape

/** The file of a section in a part: of one subject, or of all subjects whose scores the viewer enters. */
export const scoreFileChoice = z.object({ sectionId: id, part, subjectId: id.nullish() })

const cells = z.array(text(40)).max(300, { error: () => t`At most 300 columns` })

/**
 * A row of a file: a student by register no., roll or name, and a value for each column. `values` are as typed: `17.5`,
 * `AB`, a grade; '' leaves what stands. `seen` has the values before.
 */
const row = z.object({
  registerNo: text(60),
  roll: text(12),
  name: text(100).transform(collapseSpaces),
  seen: cells,
  values: cells,
})

/** Scores of a section in a part from a file. */
export const scoresImport = z.object({
  key: requestKey,
  sectionId: id,
  part,
  columns: z
    .array(z.object({ subjectId: id, component, test }))
    .min(1, { error: () => t`The file has no column with marks` })
    .max(300, { error: () => t`At most 300 columns` }),
  rows: z
    .array(row)
    .min(1, { error: () => t`The file has no rows.` })
    .max(500, { error: () => t`At most 500 rows at once.` }),
})

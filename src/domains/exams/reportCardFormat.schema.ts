import { z } from 'zod'
import { t } from '#shared/texts.ts'

/** What the head of a card can say of a student, in the order in which the form of a scheme lists it. */
export const cardFacts = [
  'roll',
  'registerNo',
  'penNumber',
  'saralId',
  'motherName',
  'fatherName',
  'guardian',
  'birthdate',
] as const

export const cardSignatures = ['CLASS_TEACHER', 'HEAD', 'PARENT'] as const

/** The titles by which boards call the paper. */
export const cardTitles = ['REPORT_CARD', 'ACHIEVEMENT_RECORD', 'PROGRESS_CARD'] as const

const once = () => t`Each only once`
const different = (names: readonly string[]) => new Set(names).size === names.length

/** The format of report cards: what is printed of a student, of the marks and at the foot. */
export const reportCardFormat = z.object({
  title: z.enum(cardTitles),
  facts: z.array(z.enum(cardFacts)).refine(different, { error: once }),
  signatures: z.array(z.enum(cardSignatures)).refine(different, { error: once }),
  /** Whether components are printed, or parts and the year alone. */
  components: z.boolean(),
  /** Whether a part has a grade of its own besides the year's. */
  partGrades: z.boolean(),
  /** Whether the total of the subjects is printed. */
  total: z.boolean(),
  /** Whether a card has a place for each descriptive record, also if nothing was written. */
  descriptive: z.boolean(),
  /** Empty lines for the teacher's hand where the card has no remark; 0 for none. */
  remarkLines: z
    .number()
    .int({ error: () => t`Please enter a whole number` })
    .min(0)
    .max(10),
})
export type ReportCardFormat = z.infer<typeof reportCardFormat>

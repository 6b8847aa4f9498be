import type { EarlierScheme } from './earlierSchemes.ts'
import type { ReadyScheme } from './readySchemes.ts'
import type { ReportCardFormat } from './reportCardFormat.schema.ts'
import type { Scheme } from './scheme.schema.ts'

const cbse: ReportCardFormat = {
  title: 'REPORT_CARD',
  facts: ['roll', 'registerNo', 'motherName', 'fatherName', 'guardian', 'birthdate'],
  signatures: ['CLASS_TEACHER', 'HEAD', 'PARENT'],
  components: true,
  partGrades: true,
  total: true,
  descriptive: false,
  remarkLines: 1,
}

const cbseAchievements: ReportCardFormat = { ...cbse, title: 'ACHIEVEMENT_RECORD', remarkLines: 2 }

/** The formats of the boards' cards, by the ready scheme. */
const formats: Readonly<Record<ReadyScheme | EarlierScheme, ReportCardFormat>> = {
  'cbse-1-2': { ...cbseAchievements, title: 'PROGRESS_CARD' },
  'cbse-3-5': cbseAchievements,
  'cbse-1-5': cbseAchievements,
  'cbse-6-8': cbse,
  'cbse-9-10': cbse,
  // Progress cards have the student's id in Saral, and descriptive records of each student.
  'maharashtra-1-8': {
    ...cbse,
    title: 'PROGRESS_CARD',
    facts: ['roll', 'registerNo', 'saralId', 'motherName', 'fatherName', 'birthdate'],
    descriptive: true,
  },
  'maharashtra-9-10': {
    ...cbse,
    title: 'PROGRESS_CARD',
    facts: ['roll', 'registerNo', 'saralId', 'motherName', 'fatherName', 'birthdate'],
    // Its divisions are of the year's marks.
    partGrades: false,
  },
}

/**
 * Returns the format of a scheme's report cards: its own, or that of the ready scheme from which it was copied. A
 * school that has not changed it gets what a later version of Shala prints for its board.
 */
export function reportCardFormatOf({ card }: Pick<Scheme, 'card'>, copiedFrom: string): ReportCardFormat {
  return card ?? (Object.hasOwn(formats, copiedFrom) ? formats[copiedFrom as keyof typeof formats] : cbse)
}

import type { EarlierScheme } from './earlierSchemes.ts'
import type { ReportCardFormat } from './reportCard.schema.ts'
import type { ReadyScheme } from './readySchemes.ts'

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

/** How the cards of the boards differ, by the ready scheme. What is assessed, and how, is in the scheme. */
export const reportCardFormats: Readonly<Record<ReadyScheme | EarlierScheme, ReportCardFormat>> = {
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

/** Returns the format of the cards of a scheme, by the ready scheme from which it was copied. */
export function reportCardFormatOf(copiedFrom: string): ReportCardFormat {
  return Object.hasOwn(reportCardFormats, copiedFrom) ? reportCardFormats[copiedFrom as keyof typeof reportCardFormats] : cbse
}

import { reportCardFormatOf } from '#domains/exams/reportCardFormats.ts'
import type { ReportCardSource } from '#domains/exams/reportCard.rules.ts'
import { studentResult } from '#domains/exams/results.rules.ts'
import type { writtenCards } from './examCards.ts'

/** Returns what the report card of a written card is made of, with a school and a student around the scores. */
export function cardSource(
  { name, card, scheme, subjects, scores }: (typeof writtenCards)[number],
  more: Partial<ReportCardSource> = {},
): ReportCardSource {
  return {
    scheme,
    copiedFrom: name,
    format: reportCardFormatOf(name),
    subjects,
    scores,
    result: studentResult(scheme, subjects, { className: card.className, reexamined: false, scores }),
    part: null,
    school: {
      name: 'Gurukul Vidyalaya, Kothrud',
      address: '12, Karve Road, Pune 411038',
      phone: '9822041001',
      email: 'office@gurukul.example',
      board: 'CBSE',
      affiliationNo: '1130412',
      recognitionNo: 'PRE-1972/114',
      udise: '27250100101',
      signatureFile: null,
    },
    student: {
      name: card.student,
      fatherName: 'Rajendra',
      motherName: 'Sunita',
      guardian: '',
      birthdate: '2014-06-10',
      registerNo: 'G0412',
      penNumber: '',
      saralId: '2014272501001010412',
    },
    photoFile: null,
    termName: '2026-27',
    className: card.className,
    sectionName: `${card.className}-B`,
    roll: '12',
    promotedTo: '',
    rank: null,
    attendance: { present: 204.5, workingDays: 221 },
    remarks: [],
    holistic: null,
    publishedOn: '2027-04-12',
    ...more,
  }
}

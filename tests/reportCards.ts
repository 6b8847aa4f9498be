import { reportCardFormatOf } from '#domains/exams/reportCardFormats.ts'
import type { HolisticCard } from '#domains/exams/reportCard.schema.ts'
import type { ReportCardSource } from '#domains/exams/reportCard.rules.ts'
import { type ReadyScheme, readyScheme } from '#domains/exams/readySchemes.ts'
import type { ScoreEntry } from '#domains/exams/marks.rules.ts'
import { studentResult } from '#domains/exams/results.rules.ts'
import type { AssessedSubject } from '#domains/exams/scheme.schema.ts'
import type { writtenCards } from './examCards.ts'

/** Returns what the report card of a written card is made of, with a school and a student around the scores. */
export function cardSource(
  { name, card, scheme, subjects, scores }: (typeof writtenCards)[number],
  more: Partial<ReportCardSource> = {},
): ReportCardSource {
  return {
    scheme,
    copiedFrom: name,
    format: reportCardFormatOf(scheme, name),
    subjects,
    scores,
    result: studentResult(scheme, subjects, { className: card.className, reexamined: [], scores }),
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
    promotedTo: String(Number(card.className) + 1),
    rank: null,
    attendance: { present: 204.5, workingDays: 221 },
    remarks: [],
    holistic: null,
    publishedOn: '2027-04-12',
    ...more,
  }
}

type SubjectLine = readonly [name: string, kind: AssessedSubject['kind'], pattern: string]

/** The subjects that a school of the board has in a class, as it would write them. */
const exampleClasses: Readonly<Record<ReadyScheme, { className: string; subjects: readonly SubjectLine[] }>> = {
  'cbse-1-2': {
    className: '2',
    subjects: ['English', 'Hindi', 'Mathematics', 'The World Around Us'].map(
      (name) => [name, 'GRADES_ONLY', 'Levels in classes 1 and 2'] as const,
    ),
  },
  'cbse-3-5': {
    className: '4',
    subjects: [
      ...['English', 'Hindi', 'Mathematics', 'Environmental Studies', 'Computer Science'].map(
        (name) => [name, 'COUNTED', 'Marks in classes 3 to 5'] as const,
      ),
      ...['Art and Craft', 'Music', 'Health and Physical Education', 'Discipline'].map(
        (name) => [name, 'GRADES_ONLY', 'Co-scholastic'] as const,
      ),
    ],
  },
  'cbse-6-8': {
    className: '7',
    subjects: [
      ...['English', 'Hindi', 'Sanskrit', 'Mathematics', 'Science', 'Social Science'].map(
        (name) => [name, 'COUNTED', 'Scholastic'] as const,
      ),
      ...['Work Education', 'Art Education', 'Health and Physical Education', 'Discipline'].map(
        (name) => [name, 'GRADES_ONLY', 'Co-scholastic'] as const,
      ),
    ],
  },
  'cbse-9-10': {
    className: '9',
    subjects: [
      ...['English Language and Literature', 'Hindi Course A', 'Mathematics', 'Science', 'Social Science'].map(
        (name) => [name, 'COUNTED', 'Scholastic'] as const,
      ),
      ['Information Technology', 'OPTIONAL', 'Skill subject'],
      ...['Work Education', 'Art Education', 'Health and Physical Education', 'Discipline'].map(
        (name) => [name, 'GRADES_ONLY', 'Co-scholastic'] as const,
      ),
    ],
  },
  'maharashtra-1-8': {
    className: '5',
    subjects: [
      ...['मराठी', 'हिंदी', 'English', 'गणित', 'परिसर अभ्यास भाग 1', 'परिसर अभ्यास भाग 2'].map(
        (name) => [name, 'COUNTED', 'Class 5'] as const,
      ),
      ...['कला', 'कार्यानुभव', 'शारीरिक शिक्षण'].map((name) => [name, 'GRADES_ONLY', 'Formative alone'] as const),
    ],
  },
  'maharashtra-9-10': {
    className: '9',
    subjects: [
      ['मराठी', 'COUNTED', 'Language'],
      ['हिंदी (संयुक्त)', 'COUNTED', 'Composite language'],
      ['संस्कृत (संयुक्त)', 'COUNTED', 'Composite language'],
      ['English', 'COUNTED', 'Language'],
      ['गणित', 'COUNTED', 'Written and internal'],
      ['विज्ञान व तंत्रज्ञान', 'COUNTED', 'Theory and practical'],
      ['सामाजिक शास्त्रे', 'COUNTED', 'Written and internal'],
    ],
  },
}

/**
 * Returns what the card of a student of a ready scheme is made of, with the subjects of a school.
 * @param student their number; its scores are always the same
 */
export function exampleCard(
  name: ReadyScheme,
  student: number,
  { share, ...more }: Partial<ReportCardSource> & { share?: (subject: number, test: number) => number } = {},
): ReportCardSource {
  const scheme = readyScheme(name)
  const { className, subjects: lines } = exampleClasses[name]
  const subjects = lines.map(([subject, kind, pattern]) => ({ name: subject, kind, pattern, group: '', replaces: [] }))
  const shareOf = share ?? ((subject, test) => 45 + ((student * 37 + subject * 53 + test * 29) % 55))
  const scores = subjects.flatMap(({ name: subject, pattern: patternName }, place): ScoreEntry[] => {
    const pattern = scheme.patterns.find((each) => each.name === patternName)!
    const byPoints = scheme.scales.find((each) => each.name === pattern.scale)!.by === 'POINTS'
    return pattern.components.flatMap(({ name: component, parts, highestMarks }, index) =>
      parts.flatMap((part, partPlace) =>
        highestMarks.map((highest, test): ScoreEntry => {
          const step = byPoints ? 100 : 50
          const of = shareOf(place, index * 7 + partPlace * 3 + test)
          const score = Math.max(byPoints ? 100 : 0, Math.round((highest * of) / 100 / step) * step)
          return { subject, part, component, test: test + 1, score }
        }),
      ),
    )
  })
  const card = { student: 'Asha Rajendra Patil', className, lines: [] }
  return cardSource({ name, title: '', card, scheme, subjects, scores }, more)
}

/** What is written on the examples of holistic cards, by area. */
const holisticWords: Readonly<Record<string, HolisticCard['areas'][number]['words']>> = {
  'Physical development': { TEACHER: 'Runs and balances well; enjoys kho-kho.', OWN: 'I like to skip rope.' },
  'Socio-emotional and ethical development': { CLASSMATES: 'She helps us when we fall.' },
  'Language and literacy development': {
    TEACHER: 'Tells stories in Hindi and English.',
    FAMILY: 'Reads to her grandmother every evening.',
  },
  Language: { TEACHER: 'Retells a story so that others see it.', OWN: 'I like to write about my dog.' },
  'Physical education and well-being': { CLASSMATES: 'She helps us when we fall.' },
}

/** Returns the holistic part of a card with the statements of the scheme, as three voices have filled it in. */
export function exampleHolistic(name: 'cbse-1-2' | 'cbse-3-5'): HolisticCard {
  const { holistic, scales } = readyScheme(name)
  const { voices, areas } = holistic!
  const speaking = voices.slice(0, 3)
  const grades = scales.find((scale) => scale.name === speaking[0]?.scale)!.grades.map(({ grade }) => grade)
  return {
    voices: speaking,
    areas: areas.map(({ name: area, statements }, place) => ({
      name: area,
      statements: statements.map(({ text }, row) => ({
        text,
        descriptors: Object.fromEntries(
          speaking.map(({ voice }, column) => [voice, grades[(place + row * 2 + column) % (row === 0 ? 2 : 3)] ?? '']),
        ),
      })),
      words: holisticWords[area] ?? {},
    })),
  }
}

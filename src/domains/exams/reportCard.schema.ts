import { z } from 'zod'
import { languages } from '#shared/languages.ts'
import { voices } from './holisticScheme.ts'
import { outcomes } from './passing.rules.ts'
import { reportCardFormat } from './reportCardFormat.schema.ts'

/*
 * The report card of one student as it was published. `reportCardOf` makes it, it is stored as JSON, and
 * `reportCardSheet` prints it. It has the values of a card without their labels, because one card is printed in several
 * languages. Days are `YYYY-MM-DD`.
 */

/** A text as it was when the card was published. */
const fact = z.string().max(1000)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
/** Hundredths of a mark. */
const marks = z.number().int().min(0)
/** Id of an uploaded file. A file that was deleted since is left out. */
const fileId = z.uuid().nullable()

const school = z.object({
  name: fact,
  /** Address, in lines. */
  address: fact,
  phone: fact,
  email: fact,
  board: fact,
  affiliationNo: fact,
  recognitionNo: fact,
  udise: fact,
  /** The head's signature on the day of publishing. It is printed as long as it is still the school's. */
  signatureFile: fileId,
})

const student = z.object({
  name: fact,
  fatherName: fact,
  motherName: fact,
  guardian: fact,
  birthdate: day.nullable(),
  registerNo: fact,
  penNumber: fact,
  /** The student's id in the state's system (Saral). */
  saralId: fact,
})

/**
 * A column of a table. MARKS: marks of a component. TOTAL: marks of a part, or of the year. GRADE: the grade of the
 * column before, or the grade that a teacher gave.
 */
const column = z.object({
  kind: z.enum(['MARKS', 'TOTAL', 'GRADE']),
  /** The part of the scheme; null for the year. */
  part: fact.nullable(),
  /** The component; none for a part or the year. Several names where subjects differ: Oral, Practical. */
  components: z.array(fact),
  /** The highest marks of most rows; null for grades. A cell with others says so: `32/40`. */
  outOf: marks.nullable(),
})
export type ReportCardColumn = z.infer<typeof column>

/** A subject, with a cell for each column: `17.5`, a grade, AB, ML or EX; '–' left out, '' not known yet. */
const row = z.object({
  subject: fact,
  kind: z.enum(['COUNTED', 'OPTIONAL', 'GRADES_ONLY']),
  cells: z.array(fact),
  /** Whether it is failed, and nothing has made up for it. */
  failed: z.boolean(),
})

/** Subjects that are assessed in the same way. */
const table = z.object({
  columns: z.array(column),
  rows: z.array(row),
  /** The totals of all counted subjects, below their columns; null if a total is not the sum of this table. */
  totals: z.array(fact).nullable(),
})
export type ReportCardTable = z.infer<typeof table>

const scale = z.object({
  name: fact,
  by: z.enum(['SHARE', 'POINTS']),
  grades: z.array(z.object({ grade: fact, from: z.number(), to: z.number(), meaning: fact })),
})

/** A text in the languages in which the school has it. */
export const textByLanguage = z.partialRecord(z.enum(languages), z.string().max(1000))
export type TextByLanguage = z.infer<typeof textByLanguage>

/** What remarks are about. The last three are the descriptive records of Maharashtra's progress card. */
export const remarkKinds = ['GENERAL', 'PROGRESS', 'INTERESTS', 'IMPROVEMENT'] as const
const remark = z.object({ kind: z.enum(remarkKinds), texts: textByLanguage })

/**
 * The holistic progress card of classes 1 to 8. Each statement, such as a competency, has a descriptor by the scale of
 * the voice; each area has words besides.
 */
const holistic = z.object({
  /** The voices with the names of their scales, in the order of the columns. */
  voices: z.array(z.object({ voice: z.enum(voices), scale: fact })),
  areas: z.array(
    z.object({
      name: fact,
      statements: z.array(z.object({ text: fact, descriptors: z.partialRecord(z.enum(voices), fact) })),
      words: z.partialRecord(z.enum(voices), fact),
    }),
  ),
})
export type HolisticCard = z.infer<typeof holistic>

/** The report card of one student. */
export const reportCard = z.object({
  /** The shape of this document. Cards that were published in an older one are read by it. */
  shape: z.literal(1),
  format: reportCardFormat,
  school,
  student,
  /** The student's photo on the day of publishing. */
  photoFile: fileId,
  /** The name of the school year. */
  termName: fact,
  className: fact,
  sectionName: fact,
  roll: fact,
  /** The part of the scheme that the card is about; null for the year. */
  part: fact.nullable(),
  /** Counted and optional subjects. */
  scholastic: z.array(table),
  /** Subjects with grades only. */
  coScholastic: z.array(table),
  /** Total of the part or the year; null if it is missing, or nothing counts. */
  total: z.object({ obtained: marks, outOf: marks, share: z.number().int(), grade: fact }).nullable(),
  /** The number of best subjects in the total; null if all counted ones are in it. */
  bestOf: z.number().int().nullable(),
  /** Null on the card of a part, which nobody passes or fails. INCOMPLETE also of a part. */
  outcome: z.enum(outcomes).nullable(),
  /** The class to which the student is promoted; '' if it is not said. */
  promotedTo: fact,
  /** What was failed. `subject` is null for the total, `component` and `part` for a subject as a whole. */
  shortfalls: z.array(
    z.object({
      subject: fact.nullable(),
      component: fact.nullable(),
      part: fact.nullable(),
      obtained: marks,
      outOf: marks,
      needed: marks,
    }),
  ),
  /** Grace marks by subject. They are in no mark of the tables. */
  grace: z.array(z.object({ subject: fact, marks })),
  /**
   * Subjects in which the student was examined again, with the marks then and before. Their marks of the year and the
   * total are those of the second examination. Cards from before have none.
   */
  reexamined: z
    .array(z.object({ subject: fact, score: fact, before: marks.nullable(), outOf: marks, passed: z.boolean() }))
    .default([]),
  /** Failed subjects with the optional one in their place. */
  replaced: z.array(z.object({ subject: fact, by: fact })),
  /** Scores that are not known yet, each subject, part and component once. */
  missing: z.array(z.object({ subject: fact, part: fact, component: fact })),
  /** The place among those who have one; null if the school prints none, or the student has none. */
  rank: z.object({ rank: z.number().int().positive(), of: z.number().int().positive() }).nullable(),
  /** Days of the registers, halves are half days; null without registers. */
  attendance: z.object({ present: z.number().min(0), workingDays: z.number().min(0) }).nullable(),
  remarks: z.array(remark),
  holistic: holistic.nullable(),
  /** The scales of the grades on the card. */
  scales: z.array(scale),
  scheme: z.object({
    name: fact,
    /** The circular that the scheme follows; '' for none. */
    source: fact,
    /** The ready scheme from which it comes. The words of its file are printed in the language of the paper. */
    copiedFrom: fact,
  }),
  publishedOn: day,
})

/** The data of a report card, frozen when it is published. */
export type ReportCard = z.infer<typeof reportCard>

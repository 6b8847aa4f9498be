import { z } from 'zod'
import { parseDay } from '#shared/dates.ts'
import { id, requestKey, text } from '#shared/inputs.ts'
import { isPhone, phoneField, phoneOrDefault } from '#shared/phones.ts'
import { type FieldKind, genders, type StudentField, type studentFields } from './students.fields.ts'
import {
  aadharField,
  apaarField,
  emailField,
  inFuture,
  nameField,
  notInFuture,
  otherName,
  phonesField,
  rollField,
  shapeOf,
} from './students.schema.ts'

/*
 * Students in files: every cell is text, as the file has it, and parsing what was parsed changes nothing, so that the browser
 * and the server read a row by the same schema.
 */

/** The words of the import screens (specification, section 5). */
export const fileWords = {
  noClass: (className: string, section: string) => `${className} or ${section} does not match any class.Please check again!`,
  noRoll: 'does not have a roll number',
  noTerm: 'does not have a term',
  noSection: 'does not have a valid class section',
  noId: 'does not have a id',
  rollTwice: (roll: string, place: string) => `Roll ${roll} stands twice in ${place} in this file`,
  rollTaken: (roll: string, place: string, name: string) => `Roll ${roll} in ${place} is the roll of ${name}`,
} as const

/** More than any school has; a file beyond it is imported in parts. */
export const mostRows = 50_000

/** `DD/MM/YYYY` as files write it, or `YYYY-MM-DD`; held as the latter. */
const dayCell = text(30)
  .transform((value) => parseDay(value) ?? value)
  .refine((value) => value === '' || parseDay(value) !== null, 'Please write the date as DD/MM/YYYY')
  .refine(notInFuture, inFuture)

const flagWords: Readonly<Record<string, 'Yes' | 'No'>> = {
  yes: 'Yes',
  y: 'Yes',
  true: 'Yes',
  '1': 'Yes',
  होय: 'Yes',
  हाँ: 'Yes',
  no: 'No',
  n: 'No',
  false: 'No',
  '0': 'No',
  नाही: 'No',
  नहीं: 'No',
}

/** Held as `Yes`, `No` or '' (nothing said). */
export const flagCell = text(10)
  .transform((value) => flagWords[value.toLowerCase()] ?? value)
  .refine((value) => ['', 'Yes', 'No'].includes(value), 'Please write Yes or No')

const genderWords: Readonly<Record<string, (typeof genders)[number]>> = { M: 'MALE', F: 'FEMALE', O: 'OTHER' }
const genderCell = text(10)
  .transform((value) => genderWords[value.toUpperCase()] ?? value.toUpperCase())
  .refine((value) => value === '' || (genders as readonly string[]).includes(value), 'Gender is MALE, FEMALE, OTHER or BLANK')

/** A cell per kind; a column that a file does not have is not sent. */
const fileKinds = (max: number) =>
  ({
    text: text(max).optional(),
    name: otherName(max).optional(),
    day: dayCell.optional(),
    flag: flagCell.optional(),
    email: emailField.optional(),
    phones: phonesField.optional(),
    apaar: apaarField.optional(),
  }) as const satisfies Record<FieldKind, z.ZodType>

type KindOf<F extends StudentField> = (typeof studentFields)[F]['kind']
type FileShape = { [F in StudentField]: ReturnType<typeof fileKinds>[KindOf<F>] }

const cells = {
  gender: genderCell.optional(),
  loginEmail: emailField.optional(),
  aadharNumber: aadharField.optional(),
  ...shapeOf<FileShape>(fileKinds),
}

/** A line of StudentTemplate.csv: roll, class, section, name and phone are required. */
export const importRow = z.object({
  roll: rollField(),
  class: text(100),
  section: text(100),
  name: nameField,
  phone: phoneField,
  ...cells,
})

const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .min(1, 'The file has no rows.')
    .max(mostRows, `At most ${mostRows.toLocaleString('en-IN')} rows at once.`)

/** With a key it is stored once, however often it is sent. */
const key = requestKey.optional()

export const studentImport = z.object({ key, termId: id, rows: rows(importRow) })

export const editActions = ['U', 'A', 'D'] as const

/**
 * A line of a Bulk Edit file. `term` is the term's name. What is blank in an update stays as it is stored; a phone shorter
 * than 10 digits becomes 1234567890.
 */
export const editRow = z
  .object({
    action: text(10)
      .transform((value) => value.toUpperCase())
      .refine((value) => (editActions as readonly string[]).includes(value), 'Action is U, A or D'),
    id: text(15)
      .refine((value) => /^\d*$/.test(value), fileWords.noId)
      .optional(),
    term: text(100).refine((value) => value !== '', fileWords.noTerm),
    roll: rollField(fileWords.noRoll),
    class: text(100).refine((value) => value !== '', fileWords.noSection),
    section: text(100).refine((value) => value !== '', fileWords.noSection),
    name: otherName(100).optional(),
    phone: text(30)
      .transform((value) => (value === '' ? '' : phoneOrDefault(value)))
      .refine((value) => value === '' || isPhone(value), 'Phone should have exactly 10 digits.')
      .optional(),
    ...cells,
  })
  // Shown beside the other cells' problems, not only once they are gone.
  .refine((row) => row.action === 'A' || row.id, { path: ['id'], message: fileWords.noId, when: () => true })
  .refine((row) => row.action !== 'A' || row.name, { path: ['name'], message: 'Required', when: () => true })

export const studentEdit = z.object({ key, rows: rows(editRow) })

export type ImportRow = z.output<typeof importRow>
export type EditRow = z.output<typeof editRow>

import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { z } from 'zod'
import { parseDay } from '#shared/dates.ts'
import { id, requestKey, text } from '#shared/inputs.ts'
import { englishLanguageNames, findLanguage, isLanguage } from '#shared/languages.ts'
import { phoneField } from '#shared/phones.schema.ts'
import { isPhone, phoneOrDefault } from '#shared/phones.ts'
import { showCount } from '#shared/counts.ts'
import { t } from '#shared/texts.ts'
import { choiceOptions, findChoice, findChoices } from './choiceLabels.ts'
import { type ChoiceList, isChoice, splitChoices } from './studentChoices.ts'
import { type FieldKind, genders, type StudentField, type studentFields } from './students.fields.ts'
import {
  aadharField,
  addAnyway,
  apaarField,
  emailField,
  type FieldFacts,
  inFutureMessage,
  nameField,
  isNotInFuture,
  numberField,
  optionalNameField,
  phonesField,
  rollField,
  shapeOf,
} from './students.schema.ts'

/*
 * Schemas of students in files. Every cell is text. Parsing is idempotent, because the browser and the server parse a
 * row with the same schema.
 */

/** Messages of the import screens (specification, section 5). */
export const fileMessages = saidWhenRead({
  noClass: (className: string, section: string) => t`${className} or ${section} does not match any class. Please check again!`,
  noRoll: () => t`does not have a roll number`,
  noTerm: () => t`does not have a term`,
  noSection: () => t`does not have a valid class section`,
  noId: () => t`does not have an id`,
  rollTwice: (roll: string, place: string) => t`Roll ${roll} is in ${place} twice in this file`,
  rollTaken: (roll: string, place: string, name: string) => t`Roll ${roll} in ${place} belongs to ${name}`,
  registerNoTwice: (number: string) => t`The register number ${number} is here twice.`,
  registerNoTaken: (number: string, name: string, place: string) =>
    t`The register number ${number} belongs to ${name} (${place}).`,
  registerNoOfAnother: (number: string) => t`The register number ${number} is already used by another student.`,
})

const noId = { error: () => fileMessages.noId }
const noSection = { error: () => fileMessages.noSection }

/** Maximum number of rows per file, above the size of any school. A larger file is imported in parts. */
export const maxRows = 50_000

/** A day as `DD/MM/YYYY` or `YYYY-MM-DD`, parsed to the latter. */
const dayCell = ({ past }: FieldFacts) =>
  text(30)
    .transform((value) => parseDay(value) ?? value)
    .refine((value) => value === '' || parseDay(value) !== null, { error: () => t`Please write the date as DD/MM/YYYY` })
    .refine((value) => !past || isNotInFuture(value), { error: inFutureMessage })

const flagValues: Readonly<Record<string, 'Yes' | 'No'>> = {
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

/** A cell that is parsed to `Yes`, `No` or '' (blank). */
export const flagCell = text(10)
  .transform((value) => flagValues[value.toLowerCase()] ?? value)
  .refine((value) => ['', 'Yes', 'No'].includes(value), { error: () => t`Please write Yes or No` })

const genderLetters: Readonly<Record<string, (typeof genders)[number]>> = { M: 'MALE', F: 'FEMALE', O: 'OTHER' }
const genderCell = text(10)
  .transform((value) => genderLetters[value.toUpperCase()] ?? value.toUpperCase())
  .refine((value) => value === '' || (genders as readonly string[]).includes(value), {
    error: () => t`Gender is MALE, FEMALE, OTHER or BLANK`,
  })

/** A cell with a language's code or name, parsed to its code. */
const languageCell = text(30)
  .transform((value) => findLanguage(value) ?? value)
  .refine((value) => value === '' || isLanguage(value), {
    error: () => t`The language is one of ${Object.values(englishLanguageNames).join(', ')}`,
  })

const oneOf = (list: ChoiceList) => ({
  error: () =>
    t`Write one of: ${choiceOptions(list)
      .map(({ label }) => label)
      .join(', ')}`,
})

/** A cell with a value of a list, parsed from the value or from what it is called. */
const choiceCell = (list: ChoiceList) =>
  text(60)
    .transform((value) => (value === '' ? '' : (findChoice(list, value) ?? value)))
    .refine((value) => value === '' || isChoice(list, value), oneOf(list))

/** A cell with values of a list, divided by commas. */
const choicesCell = (list: ChoiceList) =>
  text(400)
    .transform((value) => findChoices(list, value))
    .refine((value) => splitChoices(value).every((part) => isChoice(list, part)), oneOf(list))

/** The cell schema of each field kind. Cells are optional, because a file may lack the column. */
const fileKinds = (facts: FieldFacts) => {
  const { max = 0, list = 'yesNo' } = facts
  return {
    text: text(max).optional(),
    name: optionalNameField(max).optional(),
    day: dayCell(facts).optional(),
    flag: flagCell.optional(),
    email: emailField.optional(),
    phones: phonesField.optional(),
    apaar: apaarField.optional(),
    language: languageCell.optional(),
    choice: choiceCell(list).optional(),
    choices: choicesCell(list).optional(),
    number: numberField(facts).optional(),
  } as const satisfies Record<FieldKind, z.ZodType>
}

type KindOf<F extends StudentField> = (typeof studentFields)[F]['kind']
type FileShape = { [F in StudentField]: ReturnType<typeof fileKinds>[KindOf<F>] }

/** The cells of a student's own fields, by their keys. */
export const studentCells = {
  gender: genderCell.optional(),
  loginEmail: emailField.optional(),
  aadharNumber: aadharField.optional(),
  ...shapeOf<FileShape>(fileKinds),
}

/** A row of StudentTemplate.csv: roll, class, section, name and phone are required. */
export const importRow = z.object({
  roll: rollField(),
  class: text(100),
  section: text(100),
  name: nameField,
  phone: phoneField,
  ...studentCells,
})

const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .min(1, { error: () => t`The file has no rows.` })
    .max(maxRows, { error: () => t`At most ${showCount(maxRows)} rows at once.` })

/** Idempotency key: a request that is sent again is stored once. */
const key = requestKey.optional()

export const studentImport = z.object({ key, termId: id, rows: rows(importRow), addAnyway })

export const editActions = ['U', 'A', 'D'] as const

/**
 * A row of a Bulk Edit file. `term` is the term's name. A blank cell in an update keeps the stored value. A phone
 * shorter than 10 digits becomes 1234567890.
 */
export const editRow = z
  .object({
    action: text(10)
      .transform((value) => value.toUpperCase())
      .refine((value) => (editActions as readonly string[]).includes(value), { error: () => t`Action is U, A or D` }),
    id: text(15)
      .refine((value) => /^\d*$/.test(value), noId)
      .optional(),
    term: text(100).refine((value) => value !== '', { error: () => fileMessages.noTerm }),
    roll: rollField(() => fileMessages.noRoll),
    class: text(100).refine((value) => value !== '', noSection),
    section: text(100).refine((value) => value !== '', noSection),
    name: optionalNameField(100).optional(),
    phone: text(30)
      .transform((value) => (value === '' ? '' : phoneOrDefault(value)))
      .refine((value) => value === '' || isPhone(value), { error: () => t`Phone should have exactly 10 digits.` })
      .optional(),
    ...studentCells,
  })
  // Checked always (`when`), so that this problem is reported together with those of other cells.
  .refine((row) => row.action === 'A' || row.id, { path: ['id'], ...noId, when: () => true })
  .refine((row) => row.action !== 'A' || row.name, { path: ['name'], error: () => t`Required`, when: () => true })

export const studentEdit = z.object({ key, rows: rows(editRow) })

export type ImportRow = z.output<typeof importRow>
export type EditRow = z.output<typeof editRow>

import { z } from 'zod'
import { stripAadhaarSeparators, isAadhaar, isMaskedAadhaar } from '#shared/aadhaar.ts'
import { isDay, schoolDay } from '#shared/dates.ts'
import { isLanguage } from '#shared/languages.ts'
import { id, type Message, requiredText, text, uploadId } from '#shared/inputs.ts'
import { normalizeStudentName } from '#shared/names.ts'
import { phoneField } from '#shared/phones.schema.ts'
import { isPhone, splitPhones } from '#shared/phones.ts'
import { t } from '#shared/texts.ts'
import { withLatinDigits } from '#shared/digits.ts'
import { type ChoiceList, isChoice, joinChoices, splitChoices } from './studentChoices.ts'
import { factsOf, type FieldKind, genders, type StudentField, studentFieldNames, type studentFields } from './students.fields.ts'

export const nameField = requiredText(100).transform(normalizeStudentName)
export const optionalNameField = (max: number) => text(max).transform(normalizeStudentName)

const required = { error: () => t`Required` }

export const rollField = (missing: Message = required.error) =>
  requiredText(12, missing).refine((value) => /^[0-9A-Za-z/-]{0,12}$/.test(value), {
    error: () => t`Letters, digits, / and - only, 12 at most`,
  })

/** An e-mail, parsed to lower case; '' for none. */
export const emailField = text(254)
  .transform((value) => value.toLowerCase())
  .refine((value) => value === '' || z.email().safeParse(value).success, { error: () => t`Please enter a valid email` })

/** Additional phones, parsed to a comma-separated list. */
export const phonesField = text(200)
  .transform(splitPhones)
  .refine((list) => list.every(isPhone), { error: () => t`Each phone should have exactly 10 digits.` })
  .transform((list) => list.join(', '))

export const apaarField = text(20)
  .transform((value) => value.replace(/[\s-]/g, ''))
  .refine((value) => value === '' || /^\d{12}$/.test(value), { error: () => t`An APAAR id has exactly 12 digits` })

/** An Aadhaar number: '' for none, 12 digits for a new one, or the masked form, which keeps the stored one. */
export const aadharField = text(20)
  .transform((value) => (isMaskedAadhaar(value) ? value : stripAadhaarSeparators(value)))
  .refine((value) => value === '' || isMaskedAadhaar(value) || isAadhaar(value), {
    error: () => t`This is not a valid Aadhaar number. Please check its 12 digits.`,
  })

/** A birthdate is today or earlier. A day of admission may be to come. */
export const isNotInFuture = (day: string) => !isDay(day) || day <= schoolDay(new Date())
export const inFutureMessage = () => t`This day lies in the future`

/** A language that the product speaks; '' for the school's. */
const languageField = text(3).refine((value) => value === '' || isLanguage(value), {
  error: () => t`Choose one of the languages`,
})

/**
 * The QR code of an existing card. '' keeps the stored code, or generates one for a new student. Only a SUPERADMIN may
 * set it.
 */
const qrcodeField = text(200)

const dayField = ({ past }: FieldFacts) =>
  text(30)
    .refine((value) => value === '' || isDay(value), { error: () => t`Please enter a date as DD/MM/YYYY` })
    .refine((value) => !past || isNotInFuture(value), { error: inFutureMessage })

export const genderField = z.enum(genders, { error: () => t`Gender is MALE, FEMALE, OTHER or BLANK` }).meta({ graphql: 'Gender' })

/** A section and its class, `classId:sectionId` (specification, section 5). */
const sectionField = z.string(required).regex(/^\d{1,15}:\d{1,15}$/, required)

const notInList = { error: () => t`Choose one of the list` }

const choiceField = (list: ChoiceList) => text(40).refine((value) => value === '' || isChoice(list, value), notInList)

const choicesField = (list: ChoiceList) =>
  text(400)
    .transform((value) => joinChoices(list, splitChoices(value)))
    .refine((value) => splitChoices(value).every((part) => isChoice(list, part)), notInList)

const isWithin = ({ from = 0, to = 0 }: FieldFacts, value: string) =>
  /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to

/** A whole number, parsed to Latin digits without leading zeros; '' for none. */
export const numberField = (facts: FieldFacts) =>
  text(20)
    .transform((value) => withLatinDigits(value))
    .transform((value) => (/^\d{1,15}$/.test(value) ? String(Number(value)) : value))
    .refine((value) => value === '' || isWithin(facts, value), { error: () => facts.problem ?? '' })

export type FieldFacts = ReturnType<typeof factsOf>

/** The form schema of each field kind. A field that is not sent keeps its stored value. */
const formKinds = (facts: FieldFacts) => {
  const { max = 0, list = 'yesNo' } = facts
  return {
    text: text(max).optional(),
    name: optionalNameField(max).optional(),
    day: dayField(facts).optional(),
    flag: z.boolean().optional(),
    email: emailField.optional(),
    phones: phonesField.optional(),
    apaar: apaarField.optional(),
    language: languageField.optional(),
    choice: choiceField(list).optional(),
    choices: choicesField(list).optional(),
    number: numberField(facts).optional(),
  } as const satisfies Record<FieldKind, z.ZodType>
}

type KindOf<F extends StudentField> = (typeof studentFields)[F]['kind']
type FormShape = { [F in StudentField]: ReturnType<typeof formKinds>[KindOf<F>] }

/** Builds a zod shape with one schema per plain field of a student, by its kind. */
export function shapeOf<Shape>(kinds: (facts: FieldFacts) => Record<FieldKind, z.ZodType>): Shape {
  return Object.fromEntries(studentFieldNames.map((field) => [field, kinds(factsOf(field))[factsOf(field).kind]])) as Shape
}

/**
 * The student form (specification, section 5). Section and roll are for the term `termId`. A blank login e-mail is made
 * from the school's format, if the school has one.
 */
export const studentForm = z.object({
  termId: id,
  name: nameField,
  phone: phoneField,
  section: sectionField,
  roll: rollField(),
  gender: genderField.optional(),
  loginEmail: emailField.optional(),
  aadharNumber: aadharField.optional(),
  qrcode: qrcodeField.optional(),
  photoFile: uploadId.optional(),
  aadharFile: uploadId.optional(),
  ...shapeOf<FormShape>(formKinds),
})

/** Adds a child although the name and phone, or the Aadhaar number, are a student's. Without it the server asks. */
export const addAnyway = z.boolean().optional()

/** The form for a new student, who can be assigned fee categories of the term if the school has fees. */
export const newStudentForm = studentForm.extend({ feeCategoryIds: z.array(id).max(100).optional(), addAnyway })

export const studentUpdate = studentForm.extend({ id })

export const studentId = z.object({ id })

/** A student, and the term that the page is about. */
export const studentOverviewView = z.object({ studentId: id, termId: id })

/** Maximum number of ids per request; callers split longer lists. */
export const maxStudentIds = 1000

export const studentIds = z.object({ ids: z.array(id).min(1).max(maxStudentIds) })

export const studentDisabled = z.object({ id, disabled: z.boolean() })

export const studentPhoto = z.object({ id, photoFile: uploadId })

export const studentSorts = ['SECTION', 'ROLL', 'NAME', 'REGISTER_NO', 'PHONE'] as const
export type StudentSort = (typeof studentSorts)[number]

/**
 * A page of a term's students with filters; `page` counts from 0. A search of fewer than three letters is ignored;
 * digits match a roll.
 */
export const studentsView = z.object({
  termId: id,
  search: text(100).optional(),
  classId: id.optional(),
  sectionId: id.optional(),
  disabled: z.boolean().optional(),
  sort: z.enum(studentSorts).meta({ graphql: 'StudentSort' }).optional(),
  descending: z.boolean().optional(),
  page: z.number().int().min(0).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

/** The students on a QR sheet: those of a section, of a class or of the whole school. */
export const qrSheetView = z.object({ termId: id, classId: id.optional(), sectionId: id.optional() })

export const sectionCodes = z.object({ sectionId: id })

/** The term whose students are exported or compared. */
export const studentsOfTerm = z.object({ termId: id })

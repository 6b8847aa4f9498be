import { z } from 'zod'
import { bareAadhaar, isAadhaar, isMaskedAadhaar } from '#shared/aadhaar.ts'
import { isDay, schoolDay } from '#shared/dates.ts'
import { id, requiredText, text, uploadId } from '#shared/inputs.ts'
import { studentName } from '#shared/names.ts'
import { isPhone, phoneField, phoneList } from '#shared/phones.ts'
import { type FieldKind, genders, type StudentField, studentFieldNames, studentFields } from './students.fields.ts'

export const nameField = requiredText(100).transform(studentName)
export const otherName = (max: number) => text(max).transform(studentName)

export const rollField = (missing = 'Required') =>
  requiredText(12, missing).refine((value) => /^[0-9A-Za-z/-]{0,12}$/.test(value), 'Letters, digits, / and - only, 12 at most')

/** An e-mail as it is stored: lower-case, '' for none. */
export const emailField = text(254)
  .transform((value) => value.toLowerCase())
  .refine((value) => value === '' || z.email().safeParse(value).success, 'Please enter a valid email')

/** Further phones, separated by commas; held so as well. */
export const phonesField = text(200)
  .transform(phoneList)
  .refine((list) => list.every(isPhone), 'Each phone should have exactly 10 digits.')
  .transform((list) => list.join(', '))

export const apaarField = text(20)
  .transform((value) => value.replace(/[\s-]/g, ''))
  .refine((value) => value === '' || /^\d{12}$/.test(value), 'An APAAR id has exactly 12 digits')

/** '' for none, twelve digits for a new one, or the masked form, which leaves the stored one as it is. */
export const aadharField = text(20)
  .transform((value) => (isMaskedAadhaar(value) ? value : bareAadhaar(value)))
  .refine(
    (value) => value === '' || isMaskedAadhaar(value) || isAadhaar(value),
    'This is not a valid Aadhaar number. Please check its 12 digits.',
  )

/** Birthdates and admissions lie in the past, at the latest today. */
export const notInFuture = (day: string) => !isDay(day) || day <= schoolDay(new Date())
export const inFuture = 'This day lies in the future'

/** A code of a card; '' keeps the stored one, or makes one for a new student. Only a SUPERADMIN may say one. */
const qrcodeField = text(200)

const dayField = text(30)
  .refine((value) => value === '' || isDay(value), 'Please enter a date as DD/MM/YYYY')
  .refine(notInFuture, inFuture)

export const genderField = z.enum(genders, 'Gender is MALE, FEMALE, OTHER or BLANK').meta({ graphql: 'Gender' })

/** A section and its class, `classId:sectionId` (specification, section 5). */
const sectionField = z.string('Required').regex(/^\d{1,15}:\d{1,15}$/, 'Required')

/** A form's field per kind; one that is not sent stays as it is stored. */
const formKinds = (max: number) =>
  ({
    text: text(max).optional(),
    name: otherName(max).optional(),
    day: dayField.optional(),
    flag: z.boolean().optional(),
    email: emailField.optional(),
    phones: phonesField.optional(),
    apaar: apaarField.optional(),
  }) as const satisfies Record<FieldKind, z.ZodType>

type KindOf<F extends StudentField> = (typeof studentFields)[F]['kind']
type FormShape = { [F in StudentField]: ReturnType<typeof formKinds>[KindOf<F>] }

/** One zod field per plain field of a student, by its kind. */
export function shapeOf<Shape>(kinds: (max: number) => Record<FieldKind, z.ZodType>): Shape {
  return Object.fromEntries(
    studentFieldNames.map((field) => {
      const { kind, ...rest } = studentFields[field]
      return [field, kinds('max' in rest ? rest.max : 0)[kind]]
    }),
  ) as Shape
}

/**
 * The student form (specification, section 5). `termId` says for which term section and roll are. A login e-mail left blank
 * is made from the school's format, where the school has one.
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

/** At admission a student can be put on fee categories of the term, where the school has fees. */
export const newStudentForm = studentForm.extend({ feeCategoryIds: z.array(id).max(100).optional() })

export const studentUpdate = studentForm.extend({ id })

export const studentId = z.object({ id })

/** More students than this are asked about in parts. */
export const mostStudentsAsked = 1000

export const studentIds = z.object({ ids: z.array(id).min(1).max(mostStudentsAsked) })

export const studentDisabled = z.object({ id, disabled: z.boolean() })

export const studentPhoto = z.object({ id, photoFile: uploadId })

export const studentSorts = ['SECTION', 'ROLL', 'NAME', 'REGISTER_NO', 'PHONE'] as const
export type StudentSort = (typeof studentSorts)[number]

/** Which part of a term's students; `page` counts from 0. A search of fewer than three letters is no search, digits find a roll. */
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

/** Whose codes a QR sheet shows: one section's, one class's or the whole school's. */
export const qrSheetView = z.object({ termId: id, classId: id.optional(), sectionId: id.optional() })

/** Whose codes to sign in with are made. */
export const sectionCodes = z.object({ sectionId: id })

/** Whose Bulk Edit file is asked for. */
export const studentsOfTerm = z.object({ termId: id })

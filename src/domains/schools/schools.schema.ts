import { z } from 'zod'
import { attTypes } from '#shared/attTypes.ts'
import { parseTime } from '#shared/dates.ts'
import { languageField } from '#shared/languages.schema.ts'
import { day, id, lines, paise, parsedText, requiredText, share, text } from '#shared/inputs.ts'
import { joiningMonths } from '#shared/joiningMonth.ts'
import { loginFormatProblem } from '#shared/loginEmail.ts'
import { phoneField } from '#shared/phones.schema.ts'
import { receiptLanguages } from '#shared/receiptLanguages.schema.ts'
import { maxChargePercent, usualChargePercent } from '#shared/serviceCharge.ts'
import { chargeBearer } from '#shared/serviceCharge.schema.ts'
import { t } from '#shared/texts.ts'
import { parseMinutes, platformSettings } from './schools.rules.ts'

const required = () => ({ error: () => t`Required` })

export const attType = z.enum(attTypes, required()).meta({ graphql: 'AttType' })

/** Parses a number from a form's text. An empty text is a missing number, not zero. */
const numberFromText = (schema: z.ZodNumber) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    const text = value.trim()
    if (text === '') return undefined
    return Number.isNaN(Number(text)) ? text : Number(text)
  }, schema)

/** A number within bounds. `expected` is the message for other text. */
const numberWithin = (min: number, max: number, expected: () => string) =>
  z
    .number({ error: ({ input }) => (input === undefined ? t`Required` : expected()) })
    .min(min, { error: () => t`From ${min} to ${max}` })
    .max(max, { error: () => t`From ${min} to ${max}` })

const wholeNumber = (min: number, max: number) =>
  numberFromText(numberWithin(min, max, () => t`A whole number from ${min} to ${max}`).int({ error: () => t`A whole number` }))

const noMinutes = () => ({ error: () => t`Minutes are whole numbers` })
const otherMinutes = () => ({ error: () => t`From 1 to 1440 minutes` })
const lectureMinutes = z.number(noMinutes()).int(noMinutes()).min(1, otherMinutes()).max(1440, otherMinutes())

/** A local time as `HH:mm:ss`; '' and null become null. */
const optionalTime = parsedText(20)
  .nullable()
  .transform((value, context) => {
    if (!value) return null
    const parsed = parseTime(value)
    if (parsed === null) context.addIssue({ code: 'custom', message: t`A time such as 17:30` })
    return parsed
  })

const requiredTime = parsedText(20).transform((value, context) => {
  const parsed = parseTime(value)
  if (parsed === null) context.addIssue({ code: 'custom', message: value === '' ? t`Required` : t`A time such as 17:30` })
  return parsed ?? ''
})

/** Maps the '' of an empty field to null. */
const emptyToNull = (value: unknown) => (value === '' ? null : value)

const optionalColour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, { error: () => t`A colour such as #1f5f8b` })
  .nullable()
  .transform((value) => value || null)

/** The id of an uploaded file; '' and null become null. */
const optionalFile = z
  .string()
  .regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, { error: () => t`This is not an uploaded file` })
  .nullable()
  .transform((value) => value || null)

const loginFormat = text(120).superRefine((format, context) => {
  const problem = format === '' ? null : loginFormatProblem(format)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

/** The sender of a school's SMS: a header of six letters or digits, registered with the operators (DLT). */
const senderId = requiredText(20).pipe(
  z.string().regex(/^[A-Za-z0-9]{6}$/, { error: () => t`Six letters or digits, as registered for SMS` }),
)

/** A school's number in the operators' register of SMS senders (DLT). */
const dltEntityId = text(30).pipe(z.string().regex(/^([0-9]{10,25})?$/, { error: () => t`The DLT entity id has digits only` }))

/**
 * The text before the year in a receipt number. It may end in a space, as in `GV 2026-27/1`. The database has the same
 * constraint.
 */
const receiptPrefix = z
  .string(required())
  .transform((value) => value.trimStart())
  .pipe(z.string().regex(/^[A-Za-z0-9/ -]{0,12}$/, { error: () => t`At most 12 letters, digits, spaces, - or /` }))

/** The school's own UPI address (VPA); '' for none. The database has the same constraint. */
const upiAddress = text(255).pipe(
  z.string().regex(/^([A-Za-z0-9._-]{2,200}@[A-Za-z][A-Za-z0-9]{1,50})?$/, { error: () => t`A UPI address such as school@sbi` }),
)

/** The percentage of the service charge of online payments. An empty field is the usual one. */
const chargePercent = z.preprocess(
  (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? usualChargePercent : value),
  numberFromText(
    numberWithin(0, maxChargePercent, () => t`A number from 0 to ${maxChargePercent}`).refine(
      (percent) => Number(percent.toFixed(2)) === percent,
      { error: () => t`At most two decimals` },
    ),
  ),
)

/** How the month is asked for in which a child joins. */
export const joiningMonth = z.enum(joiningMonths).meta({ graphql: 'JoiningMonth' })

const optionalEmail = text(254).refine((value) => value === '' || z.email().safeParse(value).success, {
  error: () => t`Please enter a valid email`,
})

/** The school's number in the Unified District Information System for Education. */
const udise = text(20).pipe(z.string().regex(/^([0-9]{11})?$/, { error: () => t`A UDISE number has exactly 11 digits` }))

/** The settings that can be changed, with the limits of the specification, sections 2, 3 and 9. */
const settings = z.object({
  name: requiredText(120),
  description: lines(1000),
  adminPhone: phoneField,
  senderId,
  accentColor: optionalColour,
  /** Of messages to families that have chosen none. */
  language: languageField,
  isSociety: z.boolean(),
  onlyAbsent: z.boolean(),
  defaultAbsent: z.boolean(),
  smsDisabled: z.boolean(),
  whatsapp: z.boolean(),
  dltEntityId,
  /** No messages are sent between these times. Equal times mean no quiet hours. */
  quietFrom: requiredTime,
  quietTo: requiredTime,
  showRegisterNo: z.boolean(),
  defaultMins: wholeNumber(1, 1440),
  displayMins: z.array(lectureMinutes).max(20, { error: () => t`At most 20 lengths` }),
  breakdownLectures: z.boolean(),
  subjectwiseSmsTime: optionalTime,
  timetableSummary: z.boolean(),
  weeklySms: z.boolean(),
  weeklySmsDay: wholeNumber(0, 6),
  weeklySmsTime: optionalTime,
  manySchoolNames: z.boolean(),
  feesModule: z.boolean(),
  onlineFees: z.boolean(),
  feesDate: wholeNumber(1, 31),
  multipleAccounts: z.boolean(),
  /** Shown as a QR code where a parent pays by UPI at the counter. */
  upiAddress,
  upiPayee: text(100),
  joiningMonth,
  receiptPrefix,
  receiptLanguages,
  /**
   * The most that FEES discounts and waives in a term of a student without an ADMIN: a share, and an amount; null: no
   * limit.
   */
  discountLimitShare: share(0).nullable(),
  discountLimitAmount: paise().nullable(),
  feePercent: chargePercent,
  chargeBearer,
  qrcode: z.boolean(),
  liveLecture: z.boolean(),
  studentEmail: loginFormat,
  chat: z.boolean(),
  attNotification: z.boolean(),
  buses: z.boolean(),
  rfid: z.boolean(),
  discipline: z.boolean(),
  exams: z.boolean(),
  /** Whether families with overdue fees see report cards only after paying. */
  holdForDues: z.boolean(),
  /** How many megabytes its files may take; null: as many as the installation allows each school. */
  filesQuotaMb: wholeNumber(1, 100_000_000).nullable(),
  village: text(100),
  taluka: text(100),
  dist: text(100),
  state: text(100),
  email: optionalEmail,
  recognitionNo: text(60),
  udise,
  medium: text(60),
  board: text(100),
  affiliationNo: text(60),
})

/** A new school and its first term. Missing fields get the defaults of the specification, section 9. */
export const newSchool = settings.partial().extend({
  name: settings.shape.name,
  adminPhone: settings.shape.adminPhone,
  senderId: settings.shape.senderId,
  attType,
  /** The name of the first term. */
  term: requiredText(60),
})

/** A change of some settings. The attendance type and the term's name cannot be changed (specification, section 2). */
export const schoolUpdate = settings.extend({ logoFile: optionalFile, signatureFile: optionalFile }).partial()

/** Comma-separated minutes, such as `30, 45, 60`, as text of the form. */
const minutesText = z
  .string()
  .transform((value, context) => {
    const minutes = parseMinutes(value)
    if (minutes === null) context.addIssue({ code: 'custom', message: t`Minutes separated by commas, such as 30, 45, 60` })
    return minutes ?? []
  })
  .pipe(settings.shape.displayMins)

/** The fields whose values in a form differ from those of the command. */
const formFields = {
  displayMins: minutesText,
  discountLimitShare: z.preprocess(emptyToNull, settings.shape.discountLimitShare),
  discountLimitAmount: z.preprocess(emptyToNull, settings.shape.discountLimitAmount),
  filesQuotaMb: z.preprocess(emptyToNull, settings.shape.filesQuotaMb),
}

/** The Add School form: the input of the command, with the minutes as text. */
export const newSchoolForm = settings.extend({ ...formFields, attType, term: newSchool.shape.term })

/** The School Settings form of a SUPERADMIN. */
export const schoolForm = settings.extend({ ...formFields, logoFile: optionalFile, signatureFile: optionalFile })

const platformFields = Object.fromEntries(Object.keys(platformSettings).map((field) => [field, true])) as Record<
  keyof typeof platformSettings,
  true
>

/** The School Settings form of an ADMIN, without the fields of `platformSettings`. */
export const schoolFormOfAdmin = schoolForm.omit(platformFields)

/** A term. Without a first day it starts on 1 April of the year that its name begins with (`termStart`). */
export const termForm = z.object({
  name: requiredText(60),
  startsOn: z.preprocess((value) => (value === '' ? undefined : value), day().optional()),
})
export const termUpdate = termForm.extend({ id })
export const termId = z.object({ id })

/** Returns the error when a class has no school name (specification, section 5). */
export const missingNamesMessage = () => t`All Classes Not Assigned A School Name!`

/** The school names in messages of the classes of a term. The command refuses a class without one. */
export const smsNames = z.object({
  termId: id,
  names: z.array(z.object({ classId: id, smsSuffix: text(60) })).max(500, { error: () => t`At most 500 classes` }),
})

/** The SMS Names form, in which every class needs a name. */
export const smsNamesForm = z.object({ names: z.array(z.object({ classId: id, smsSuffix: requiredText(60) })) })

const ifsc = z
  .string(required())
  .trim()
  .toUpperCase()
  .min(1, required())
  .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, { error: () => t`An IFSC has 4 letters, a zero and 6 letters or digits, such as SBIN0001234` })

/** A bank account with the payment gateway's credentials for it. Every field is required (specification, section 5). */
export const newBankAccount = z.object({
  name: requiredText(100),
  accNumber: requiredText(20).pipe(z.string().regex(/^[0-9]{6,18}$/, { error: () => t`An account number has 6 to 18 digits` })),
  ifsc,
  // The gateway separates the parts of its hashes with |.
  keyId: requiredText(100).refine((value) => !value.includes('|'), { error: () => t`The character | cannot be used here` }),
  keySecret: requiredText(500),
  misc: requiredText(2000),
})

/** A change of an account. An empty secret keeps the stored one, because nobody can read it back. */
export const bankAccountUpdate = newBankAccount.extend({ id, keySecret: text(500), misc: text(2000) })

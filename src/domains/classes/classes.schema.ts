import { z } from 'zod'
import { indiaOffset } from '#shared/dates.ts'
import { id, parsedText, requestKey, requiredText, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import {
  defaultSlot,
  collapseSpaces,
  parseNotificationTime,
  slotProblems,
  splitTeachers,
  parseTimeOfDay,
} from './classes.rules.ts'

/** The name of a class, section, subject or book. Spaces are collapsed, so that equal names look equal. */
const name = (max: number) => requiredText(max).transform(collapseSpaces)

const required = { error: () => t`Required` }

/** A whole number with messages for a form or a file. */
const wholeNumber = (messages: Readonly<Record<'missing' | 'noNumber' | 'notWhole' | 'tooLarge', () => string>>) =>
  z
    .number({ error: (issue) => (issue.input === undefined ? messages.missing() : messages.noNumber()) })
    .int({ error: messages.notWhole })
    .max(1_000_000, { error: messages.tooLarge })

const srMessages = {
  missing: () => t`SR is required`,
  noNumber: () => t`SR must be a number`,
  notWhole: () => t`SR must be a whole number`,
  tooLarge: () => t`SR is too large`,
}

const pagesMessages = {
  missing: required.error,
  noNumber: () => t`Pages must be a number`,
  notWhole: () => t`Pages must be a whole number`,
  tooLarge: () => t`Pages is too large`,
}

const parseNumber = (value: unknown) => {
  if (typeof value !== 'string') return value ?? undefined
  return value.trim() === '' ? undefined : Number(value)
}

const teacherIds = z.array(id).max(50, { error: () => t`At most 50 teachers` })

/** A time parsed to `HH:mm:ss+05:30`, or '' for the current time. Other zones are converted. */
const notificationTime = parsedText(40).transform((typed, context) => {
  if (typed.trim() === '') return ''
  const time = parseNotificationTime(typed)
  if (time === null) context.addIssue(t`This is not a time: write it as 17:30:00${indiaOffset}`)
  return time ?? ''
})

/** Required where the school is not subject-wise: see `requireSr` in server/sections.commands.ts. */
const sectionSr = z.preprocess(
  parseNumber,
  wholeNumber(srMessages)
    .min(0, { error: () => t`SR cannot be negative` })
    .optional(),
)

const subjectSr = z.preprocess(parseNumber, wholeNumber(srMessages).positive({ error: () => t`SR must be positive` }))

export const classForm = z.object({ termId: id, name: name(60) })

export const classUpdate = z.object({ id, name: name(60) })

export const termChoice = z.object({ termId: id })

export const sectionChoice = z.object({ sectionId: id })

/** The id of a class, section, subject or book. */
export const rowId = z.object({ id })

export const sectionForm = z.object({ classId: id, name: name(60), sr: sectionSr, teacherIds, notificationTime })

export const sectionUpdate = sectionForm.extend({ id })

/**
 * Returns the error for a missing serial number, or null. A subject-wise school needs none (specification, section 5).
 */
export function missingSrMessage(attType: string, sr: number | undefined): string | null {
  return attType !== 'SUBJECTWISE' && sr === undefined ? srMessages.missing() : null
}

/** Adds a check to a section form: the serial number is required unless the school is subject-wise. */
export function withRequiredSr<Schema extends typeof sectionForm | typeof sectionUpdate>(
  schema: Schema,
  attType: string,
): Schema {
  return schema.check((context) => {
    const missing = missingSrMessage(attType, context.value.sr)
    if (missing) context.issues.push({ code: 'custom', message: missing, path: ['sr'], input: context.value.sr })
  }) as Schema
}

const clock = parsedText(20).transform((typed, context) => {
  const time = parseTimeOfDay(typed)
  if (time === null) context.addIssue(t`This is not a time: write it as 09:00`)
  return time ?? ''
})

const chooseDay = { error: () => t`Choose a day` }

/** A slot of a subject's timetable. Day 0 is Sunday; times are `HH:mm:ss` in the school's time zone. */
const slot = z.object({
  day: z.preprocess(parseNumber, z.number(chooseDay).int(chooseDay).min(0, chooseDay).max(6, chooseDay)),
  start: clock,
  end: clock,
})

const timetable = z
  .array(slot)
  .max(50, { error: () => t`At most 50 slots` })
  .check((context) => {
    for (const { path, message } of slotProblems(context.value))
      context.issues.push({ code: 'custom', message, path, input: context.value })
  })

const subjectFields = { name: name(100), sr: subjectSr, teacherIds }

/** A new subject. A missing timetable defaults to Monday 09:00 to 10:00. */
export const subjectForm = z.object({ sectionId: id, ...subjectFields, timetable: timetable.default([defaultSlot]) })

export const subjectUpdate = z.object({ id, ...subjectFields, timetable })

const bookFields = {
  name: name(150),
  pages: z.preprocess(
    (typed) => parseNumber(typed) ?? 0,
    wholeNumber(pagesMessages).min(0, { error: () => t`Pages cannot be negative` }),
  ),
  teacherIds: teacherIds.min(1, required),
}

export const bookForm = z.object({ subjectId: id, ...bookFields })

export const bookUpdate = z.object({ id, ...bookFields })

/** A row of SectionTemplate.csv. Class and section are required; teachers are e-mails separated by '|'. */
export const sectionRow = z.object({
  sr: sectionSr,
  class: name(60),
  section: name(60),
  teachers: text(5000).transform(splitTeachers),
  notificationTime,
  fbId: text(100),
})

/** Maximum number of rows: above the size of any school, and small enough for one statement. */
export const maxImportedSections = 50_000

export const sectionImport = z.object({
  key: requestKey.optional(),
  termId: id,
  rows: z
    .array(sectionRow)
    .min(1, { error: () => t`The file has no rows.` })
    .max(maxImportedSections, { error: () => t`At most ${maxImportedSections} sections at once.` }),
})

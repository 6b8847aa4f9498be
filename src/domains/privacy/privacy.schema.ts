import { z } from 'zod'
import { code, day, id, requestKey, requiredText } from '#shared/inputs.ts'
import { areas, type Area } from './audit.words.ts'

const areaNames = Object.keys(areas) as [Area, ...Area[]]

/** Those who are no user of the school: its super administrators, and what no person has done. */
export const others = ['PLATFORM', 'NOBODY'] as const

const person = z
  .string()
  .max(20)
  .regex(/^(PLATFORM|NOBODY|[1-9]\d{0,15})$/, 'This is nobody')

/** Which rows of the audit log: `actions` by their names, `person` the id of a user, or one of {@link others}. */
const auditFilter = {
  area: z.enum(areaNames).meta({ graphql: 'AuditArea' }).optional(),
  actions: z.array(code(60)).max(300).optional(),
  person: person.optional(),
  studentId: id.optional(),
  from: day().optional(),
  to: day().optional(),
}

export const auditFilters = z.object(auditFilter)

/** One page; with `before`, the cursor of a row, the rows that are older than it, for reading all of them. `page` counts from 0. */
export const auditView = z.object({
  ...auditFilter,
  before: z
    .string()
    .regex(/^\d{1,17}-\d{1,16}$/, 'This is no place in the list')
    .optional(),
  page: z.number().int().min(0).max(1000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

export const privacyOf = z.object({ id })

export const dataOrder = z.object({ key: requestKey, id })

/** Whoever erases types the student's name. */
export const erasure = z.object({ id, name: requiredText(200) })

/** What a form of days shows for "as long as the school is here". */
const kept = (least: number, most = 36_500) =>
  z
    .number({ error: `A whole number of days from ${least.toLocaleString('en-IN')}, or nothing` })
    .int('A whole number of days')
    .min(least, `At least ${least.toLocaleString('en-IN')} days`)
    .max(most, `At most ${most.toLocaleString('en-IN')} days`)

/** How long what is kept, in days; null: as long as the school is here. The least of each is the database's too. */
export const retentionForm = z.object({
  chatDays: kept(30).nullable(),
  messageDays: kept(90).nullable(),
  gateDays: kept(30).nullable(),
  incidentDays: kept(365).nullable(),
  accountDays: kept(30).nullable(),
  documentDays: kept(1, 30),
  auditDays: kept(365).nullable(),
})
export type Retention = z.output<typeof retentionForm>

/** What holds for a school that has said nothing. */
export const defaultRetention: Retention = {
  chatDays: null,
  messageDays: null,
  gateDays: null,
  incidentDays: null,
  accountDays: null,
  documentDays: 30,
  auditDays: null,
}

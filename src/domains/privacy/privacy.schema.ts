import { z } from 'zod'
import { code, day, id, requestKey, requiredText } from '#shared/inputs.ts'
import { showCount } from '#shared/counts.ts'
import { plural, t } from '#shared/texts.ts'
import { areas, type Area } from './auditActions.ts'

const areaNames = Object.keys(areas) as [Area, ...Area[]]

/** Filter values for actors that are no user of the school: super administrators, and actions without a person. */
export const others = ['PLATFORM', 'NOBODY'] as const

const person = z
  .string()
  .max(20)
  .regex(/^(PLATFORM|NOBODY|[1-9]\d{0,15})$/, { error: () => t`This is not a person` })

/** Filters of the audit log: `actions` by name, `person` a user's id or one of {@link others}. */
const auditFilter = {
  area: z.enum(areaNames).meta({ graphql: 'AuditArea' }).optional(),
  actions: z.array(code(60)).max(300).optional(),
  person: person.optional(),
  studentId: id.optional(),
  from: day().optional(),
  to: day().optional(),
}

export const auditFilters = z.object(auditFilter)

/**
 * A page of the audit log; `page` counts from 0. With `before`, the cursor of a row, only older rows, for reading all
 * of them.
 */
export const auditView = z.object({
  ...auditFilter,
  before: z
    .string()
    .regex(/^\d{1,17}-\d{1,16}$/, { error: () => t`This is not a cursor of the list` })
    .optional(),
  page: z.number().int().min(0).max(1000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

/** An entry of the audit log. */
export const auditEntryChoice = z.object({ id })

export const privacyOf = z.object({ id })

export const dataOrder = z.object({ key: requestKey, id })

/** An erasure, or the question for one. The person has to type the student's name. */
export const erasure = z.object({ id, name: requiredText(200) })

/** Validates a number of days; an empty field keeps the data for as long as the school exists. */
const retentionDays = (least: number, most = 36_500) =>
  z
    .number({ error: () => t`A whole number of days from ${showCount(least)}, or empty` })
    .int({ error: () => t`A whole number of days` })
    .min(least, { error: () => t`At least ${plural(least, { one: '# day', other: '# days' })}` })
    .max(most, { error: () => t`At most ${plural(most, { one: '# day', other: '# days' })}` })

/** Retention in days; null keeps the data for as long as the school exists. The database enforces the same minimums. */
export const retentionForm = z.object({
  chatDays: retentionDays(30).nullable(),
  messageDays: retentionDays(90).nullable(),
  gateDays: retentionDays(30).nullable(),
  incidentDays: retentionDays(365).nullable(),
  attentionDays: retentionDays(365).nullable(),
  accountDays: retentionDays(30).nullable(),
  documentDays: retentionDays(1, 30),
  auditDays: retentionDays(365).nullable(),
})
export type Retention = z.output<typeof retentionForm>

/** The retention of a school that has set none. */
export const defaultRetention: Retention = {
  chatDays: null,
  messageDays: null,
  gateDays: null,
  incidentDays: null,
  attentionDays: null,
  accountDays: null,
  documentDays: 30,
  auditDays: null,
}

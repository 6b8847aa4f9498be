import { z } from 'zod'
import { day, id, lines, pastDay, requestKey, requiredText, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

const wholePoints = { error: () => t`A whole number from −100 to 100` }

/** Parses the text of a form field as a number; the server receives numbers. */
const parseTyped = (value: string | number) => {
  if (typeof value === 'number') return value
  const text = value.trim().replace('−', '-')
  if (text === '') return undefined
  return /^[+-]?\d{1,4}$/.test(text) ? Number(text) : value
}

/** Points of an incident, whole: above 0 for good conduct, below 0 for bad. */
const points = z.preprocess(
  parseTyped,
  z
    .number({ error: ({ input }) => (input === undefined ? t`Required` : wholePoints.error()) })
    .int(wholePoints)
    .min(-100, wholePoints)
    .max(100, wholePoints),
)

export const incidentTypeForm = z.object({ name: requiredText(30), points })

export const incidentTypeUpdate = incidentTypeForm.extend({ id })

export const incidentTypeId = z.object({ id })

const happenedOn = pastDay().refine((value) => value >= '2000-01-01', { error: () => t`This day is too long ago` })

/** The fields of an incident without its students. */
export const incidentFields = z.object({
  typeId: id,
  day: happenedOn,
  points,
  note: lines(1000).optional(),
  actionTaken: lines(500).optional(),
  notify: z.boolean().optional(),
})

/** The form for new incidents, one for each chosen student of a section. */
export const incidentForm = incidentFields.extend({
  sectionId: id,
  studentIds: z
    .array(id)
    .min(1, { error: () => t`Choose at least one student` })
    .max(100, { error: () => t`At most 100 students at once` }),
})

export const newIncidents = incidentForm.extend({ key: requestKey })

/** `version` is the version that the user saw. */
export const incidentUpdate = incidentFields.extend({ id, version: z.number().int().positive() })

export const deleteReason = z.object({ reason: requiredText(300) })

export const incidentDelete = deleteReason.extend({ id })

export const incidentSorts = ['DAY', 'STUDENT', 'SECTION', 'TYPE', 'POINTS'] as const

const filter = {
  termId: id,
  classId: id.optional(),
  sectionId: id.optional(),
  typeId: id.optional(),
  from: day().optional(),
  to: day().optional(),
}

/** The filter for incidents of a term. */
export const disciplineFilter = z.object(filter)

/** The filter with a search in students' names and register numbers, a sort order and a page. `page` counts from 0. */
export const incidentsView = z.object({
  ...filter,
  search: text(100).optional(),
  sort: z.enum(incidentSorts).meta({ graphql: 'IncidentSort' }).optional(),
  descending: z.boolean().optional(),
  page: z.number().int().min(0).max(100_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

export const studentDisciplineView = z.object({ termId: id, studentId: id })

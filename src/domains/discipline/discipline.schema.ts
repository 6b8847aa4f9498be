import { z } from 'zod'
import { day, id, lines, pastDay, requestKey, requiredText, text } from '#shared/inputs.ts'

const wholePoints = 'A whole number from −100 to 100'

/** A form's field holds what was typed; the server is sent a number. */
const typed = (value: string | number) => {
  if (typeof value === 'number') return value
  const text = value.trim().replace('−', '-')
  if (text === '') return undefined
  return /^[+-]?\d{1,4}$/.test(text) ? Number(text) : value
}

/** Whole points of an incident: more than nothing for what was done well, less for what was not. */
const points = z.preprocess(
  typed,
  z
    .number({ error: ({ input }) => (input === undefined ? 'Required' : wholePoints) })
    .int(wholePoints)
    .min(-100, wholePoints)
    .max(100, wholePoints),
)

export const incidentTypeForm = z.object({ name: requiredText(30), points })

export const incidentTypeUpdate = incidentTypeForm.extend({ id })

export const incidentTypeId = z.object({ id })

const happenedOn = pastDay().refine((value) => value >= '2000-01-01', 'This day is too long ago')

/** What is said of an incident, whoever it is about. */
export const incidentFields = z.object({
  typeId: id,
  day: happenedOn,
  points,
  note: lines(1000).optional(),
  actionTaken: lines(500).optional(),
  notify: z.boolean().optional(),
})

/** The form of new incidents: one for each of the students of one section. */
export const incidentForm = incidentFields.extend({
  sectionId: id,
  studentIds: z.array(id).min(1, 'Choose at least one student').max(100, 'At most 100 students at once'),
})

export const newIncidents = incidentForm.extend({ key: requestKey })

/** `version` is the one that was seen. */
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

/** Which incidents of a term are counted. */
export const disciplineFilter = z.object(filter)

/** The same with a search in students' names and register numbers; `page` counts from 0. */
export const incidentsView = z.object({
  ...filter,
  search: text(100).optional(),
  sort: z.enum(incidentSorts).meta({ graphql: 'IncidentSort' }).optional(),
  descending: z.boolean().optional(),
  page: z.number().int().min(0).max(100_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

export const studentDisciplineView = z.object({ termId: id, studentId: id })

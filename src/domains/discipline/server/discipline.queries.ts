import { z } from 'zod'
import { compareNaturally } from '#shared/naturalOrder.ts'
import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { disciplineFilter, incidentsView, studentDisciplineView } from '../discipline.schema.ts'
import { disciplineActions, type SchoolScope } from './discipline.permissions.ts'
import {
  type Incident,
  incidentPage,
  incidentSums,
  incidentsOfStudent,
  ranking,
  enrolmentOf,
  sumsBySection,
  sumsByType,
} from './discipline.sql.ts'

/** The number of incidents, of good and bad ones, and the sum of their points. */
export interface Sums {
  count: number
  good: number
  bad: number
  points: number
}

/** A page of incidents with the total count and sum of points of all pages. */
export interface IncidentList {
  rows: Incident[]
  total: number
  points: number
}

/** Sums for a section or a type. */
export interface NamedSums extends Sums {
  id: number
  name: string
}

/** A student with the sums of the student's incidents, and the current section. */
export interface RankedStudent extends Sums {
  studentId: number
  studentName: string
  sectionName: string
}

/** The sums of a filter's incidents. */
export interface DisciplineTotals extends Sums {
  students: number
  bySection: NamedSums[]
  byType: NamedSums[]
  best: RankedStudent[]
  worst: RankedStudent[]
}

/** A student's incidents of a term and the sum of their points. */
export interface StudentDiscipline {
  points: number
  incidents: Incident[]
}

/** Returns the school that permissions for its incidents are resolved with. */
export const viewDisciplineActions = query({
  action: disciplineActions.list,
  input: z.object({}),
  run: async ({ schoolId }): Promise<SchoolScope> => ({ schoolId }),
})

/** Returns a page of a term's incidents in sections that the viewer sees. */
export const listIncidents = query({
  action: disciplineActions.list,
  input: incidentsView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<IncidentList> => {
    const [rows, [sums]] = await read(incidentPage(db, schoolId, viewer, input), incidentSums(db, schoolId, viewer, input))
    return { rows, total: sums?.count ?? 0, points: sums?.points ?? 0 }
  },
})

/** Returns the sums of a filter by section, type and student. */
export const viewDisciplineTotals = query({
  action: disciplineActions.list,
  input: disciplineFilter,
  run: async ({ db, read, viewer, schoolId, input }): Promise<DisciplineTotals> => {
    const [[sums], bySection, byType, best, worst] = await read(
      incidentSums(db, schoolId, viewer, input),
      sumsBySection(db, schoolId, viewer, input),
      sumsByType(db, schoolId, viewer, input),
      ranking(db, schoolId, viewer, input, 'BEST'),
      ranking(db, schoolId, viewer, input, 'WORST'),
    )
    return {
      ...(sums ?? { count: 0, good: 0, bad: 0, points: 0, students: 0 }),
      bySection: bySection.sort((a, b) => compareNaturally(a.name, b.name)),
      byType,
      best,
      worst,
    }
  },
})

/**
 * Returns a student's incidents of a term. NOT_FOUND for a student who is not enrolled in it, or not in a section that
 * the viewer sees.
 */
export const viewStudentDiscipline = query({
  action: disciplineActions.list,
  input: studentDisciplineView,
  run: async ({ db, read, viewer, schoolId, input: { termId, studentId } }): Promise<StudentDiscipline> => {
    const [[enrolment], incidents] = await read(
      enrolmentOf(db, schoolId, viewer, termId, studentId),
      incidentsOfStudent(db, schoolId, viewer, termId, studentId),
    )
    if (!enrolment) throw notFound()
    return { points: incidents.reduce((sum, incident) => sum + incident.points, 0), incidents }
  },
})

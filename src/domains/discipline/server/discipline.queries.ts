import { z } from 'zod'
import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { disciplineFilter, incidentsView, studentDisciplineView } from '../discipline.schema.ts'
import { disciplineActions, type OfSchool } from './discipline.permissions.ts'
import {
  type Incident,
  incidentPage,
  incidentSums,
  incidentsOfStudent,
  ranking,
  seatOf,
  sumsBySection,
  sumsByType,
} from './discipline.sql.ts'

/** What incidents come to: how many, of them good and bad ones, and their points. */
export interface Sums {
  count: number
  good: number
  bad: number
  points: number
}

/** One page of incidents, with what all that match come to. */
export interface IncidentList {
  rows: Incident[]
  total: number
  points: number
}

/** Sums of something with a name: a section or a type. */
export interface NamedSums extends Sums {
  id: number
  name: string
}

/** A student with what the incidents come to; the section is the one of now. */
export interface RankedStudent extends Sums {
  studentId: number
  studentName: string
  sectionName: string
}

/** The incidents of a filter added up. */
export interface DisciplineTotals extends Sums {
  students: number
  bySection: NamedSums[]
  byType: NamedSums[]
  best: RankedStudent[]
  worst: RankedStudent[]
}

/** What a student's incidents of a term come to, and they themselves. */
export interface StudentDiscipline {
  points: number
  incidents: Incident[]
}

/** The row of actions on the incidents of a school as a whole. */
export const viewDisciplineActions = query({
  action: disciplineActions.list,
  input: z.object({}),
  run: async ({ schoolId }): Promise<OfSchool> => ({ schoolId }),
})

/** One page of the incidents of a term, of the sections the viewer sees. */
export const listIncidents = query({
  action: disciplineActions.list,
  input: incidentsView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<IncidentList> => {
    const [rows, [sums]] = await read(incidentPage(db, schoolId, viewer, input), incidentSums(db, schoolId, viewer, input))
    return { rows, total: sums?.count ?? 0, points: sums?.points ?? 0 }
  },
})

const byName = new Intl.Collator('en', { numeric: true })

/** The same added up by section, by type and by student. */
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
      bySection: bySection.sort((one, other) => byName.compare(one.name, other.name)),
      byType,
      best,
      worst,
    }
  },
})

/** A student's incidents of a term. NOT_FOUND for one who has no place in it, or not in a section the viewer sees. */
export const viewStudentDiscipline = query({
  action: disciplineActions.list,
  input: studentDisciplineView,
  run: async ({ db, read, viewer, schoolId, input: { termId, studentId } }): Promise<StudentDiscipline> => {
    const [[seat], incidents] = await read(
      seatOf(db, schoolId, viewer, termId, studentId),
      incidentsOfStudent(db, schoolId, viewer, termId, studentId),
    )
    if (!seat) throw notFound()
    return { points: incidents.reduce((sum, incident) => sum + incident.points, 0), incidents }
  },
})

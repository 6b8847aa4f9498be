import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import { schoolDay } from '#shared/dates.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const staff = ['superadmin', 'admin', 'limitedAdmin', 'teacher'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

const notTheirs = ['teacher'] as const
const said = { day: schoolDay(new Date()), points: -2, note: 'Third time', notify: true }
const type = { name: 'Ran in the corridor', points: -1 }

const recording = (typeId: Extra[string] | undefined, sectionId: number, studentId: number) => ({
  input: { key: randomUUID(), sectionId, studentIds: [studentId], typeId, ...said },
})
const changing = (extra: Extra, id: Extra[string] | undefined) => ({
  input: { id, version: 1, typeId: extra.incidentType, ...said },
})

/** Rights on incidents. Incidents in other sections answer as if they did not exist. */
export const disciplineExpectations: Readonly<Record<string, Expectation>> = {
  disciplineViewerCan: { who: staff, noRow: true },
  incidents: { who: staff, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  disciplineTotals: { who: staff, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  studentDiscipline: {
    who: staff,
    notTheirs,
    variables: ({ termId, student7A }) => ({ input: { termId, studentId: student7A } }),
    outOfClass: ({ termId, student8A }) => ({ input: { termId, studentId: student8A } }),
  },
  recordIncidents: {
    who: staff,
    notTheirs,
    variables: ({ extra, section7A, student7A }) => recording(extra.incidentType, section7A, student7A),
    outOfClass: ({ extra, section8A, student8A }) => recording(extra.incidentType, section8A, student8A),
  },
  updateIncident: {
    who: staff,
    notTheirs,
    variables: ({ extra }) => changing(extra, extra.incident7),
    outOfClass: ({ extra }) => changing(extra, extra.incident8),
  },
  deleteIncident: {
    who: staff,
    notTheirs,
    variables: ({ extra }) => ({ input: { id: extra.incident7, reason: 'Wrong child' } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.incident8, reason: 'Wrong child' } }),
  },
  incidentTypes: { who: staff, noRow: true },
  addIncidentType: { who: office, notLimited: true, noRow: true, variables: () => ({ input: type }) },
  addUsualIncidentTypes: { who: office, notLimited: true, noRow: true },
  updateIncidentType: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { id: extra.incidentType, ...type } }),
  },
  deleteIncidentType: { who: office, notLimited: true, variables: ({ extra }) => ({ id: extra.incidentType }) },
}

/** Adds a type, and two incidents: the teacher's in 7-A and another teacher's in 8-A. */
export async function addIncidents(db: Tx, school: TestSchool): Promise<Extra> {
  const { id: schoolId, termId, section7A, section8A, student7A, student8A, subjects } = school
  const { id: incidentTypeId } = await db
    .insertInto('incidentTypes')
    .values({ schoolId, name: 'Spare', points: -1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const incident = async (sectionId: number, studentId: number, recordedBy: string) => {
    const row = await db
      .insertInto('incidents')
      .values({
        schoolId,
        termId,
        sectionId,
        studentId,
        incidentTypeId,
        day: said.day,
        points: -1,
        recordedBy,
        recordedByName: 'A Teacher',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  return {
    incidentType: incidentTypeId,
    incident7: await incident(section7A, student7A, subjects.teacher ?? ''),
    incident8: await incident(section8A, student8A, randomUUID()),
  }
}

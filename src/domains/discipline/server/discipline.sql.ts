import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import type { disciplineFilter, incidentsView } from '../discipline.schema.ts'

type Filter = z.output<typeof disciplineFilter>
type View = z.output<typeof incidentsView>

/**
 * Joins the incidents that are not deleted, in sections the viewer sees, with `sections`, `classes`, `s` (students),
 * `e` (their enrolments of the term) and `t` (types).
 */
function activeIncidents(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return db
    .selectFrom('incidents')
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'incidents.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .innerJoin('students as s', (on) => onSameSchool(on, 's.id', 'incidents.studentId'))
    .innerJoin('enrolments as e', (on) =>
      onSameSchool(on, 'e.termId', 'incidents.termId').onRef('e.studentId', '=', 'incidents.studentId'),
    )
    .innerJoin('incidentTypes as t', (on) => onSameSchool(on, 't.id', 'incidents.incidentTypeId'))
    .where('incidents.schoolId', '=', schoolId)
    .where('incidents.deletedAt', 'is', null)
    .where(visibleSection(viewer))
}

const sectionName = sql<string>`classes.name || '-' || sections.name`

const columns = [
  'incidents.schoolId',
  'incidents.id',
  'incidents.termId',
  'incidents.sectionId',
  'incidents.studentId',
  'incidents.day',
  'incidents.points',
  'incidents.note',
  'incidents.actionTaken',
  'incidents.notify',
  'incidents.incidentTypeId as typeId',
  'incidents.version',
  'incidents.recordedAt',
  'incidents.recordedBy',
  'incidents.recordedByName',
  'incidents.changedAt',
  'incidents.changedByName',
  't.name as typeName',
  's.name as studentName',
  'e.roll',
] as const

function incidentRows(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return activeIncidents(db, schoolId, viewer).select(columns).select(sectionName.as('sectionName'))
}

/** An incident as listed: with the section at the time and the current roll. */
export type Incident = Awaited<ReturnType<ReturnType<typeof incidentRows>['executeTakeFirstOrThrow']>>

/** Matches the rows of `activeIncidents` that a filter selects. */
function matchesFilter(schoolId: number, view: Filter & { search?: string | undefined }): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [sql`incidents.term_id = ${view.termId}`]
  if (view.classId !== undefined) all.push(sql`sections.class_id = ${view.classId}`)
  if (view.sectionId !== undefined) all.push(sql`incidents.section_id = ${view.sectionId}`)
  if (view.typeId !== undefined) all.push(sql`incidents.incident_type_id = ${view.typeId}`)
  if (view.from !== undefined) all.push(sql`incidents.day >= ${view.from}`)
  if (view.to !== undefined) all.push(sql`incidents.day <= ${view.to}`)
  if (view.search !== undefined) all.push(matchesSearch(schoolId, view.search))
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

const orders = () => ({
  DAY: sql`incidents.day`,
  STUDENT: inReadersOrder(sql`lower(s.name)`),
  SECTION: sql`lower(classes.name || '-' || sections.name)`,
  TYPE: sql`lower(t.name)`,
  POINTS: sql`incidents.points`,
})

/** Selects a page of incidents, by default newest day first. */
export function incidentPage(db: Db, schoolId: number, viewer: Viewer, view: View) {
  const size = view.pageSize ?? 20
  const direction = (view.descending ?? view.sort === undefined) ? 'desc' : 'asc'
  return incidentRows(db, schoolId, viewer)
    .where(matchesFilter(schoolId, view))
    .orderBy(orders()[view.sort ?? 'DAY'], direction)
    .orderBy('incidents.day', 'desc')
    .orderBy('incidents.id', 'desc')
    .limit(size)
    .offset((view.page ?? 0) * size)
}

const sums = [
  sql<number>`count(*)::int`.as('count'),
  sql<number>`count(*) filter (where incidents.points > 0)::int`.as('good'),
  sql<number>`count(*) filter (where incidents.points < 0)::int`.as('bad'),
  sql<number>`coalesce(sum(incidents.points), 0)::int`.as('points'),
] as const

/** Selects the count and sums of a view over all pages. */
export function incidentSums(db: Db, schoolId: number, viewer: Viewer, view: Filter & { search?: string | undefined }) {
  return activeIncidents(db, schoolId, viewer)
    .where(matchesFilter(schoolId, view))
    .select(sums)
    .select(sql<number>`count(distinct incidents.student_id)::int`.as('students'))
}

/** Selects the sums by section. */
export function sumsBySection(db: Db, schoolId: number, viewer: Viewer, filter: Filter) {
  return activeIncidents(db, schoolId, viewer)
    .where(matchesFilter(schoolId, filter))
    .select(['incidents.sectionId as id', sectionName.as('name'), ...sums])
    .groupBy(['incidents.sectionId', 'classes.name', 'sections.name'])
}

/** Selects the sums by type, most frequent first. */
export function sumsByType(db: Db, schoolId: number, viewer: Viewer, filter: Filter) {
  return activeIncidents(db, schoolId, viewer)
    .where(matchesFilter(schoolId, filter))
    .select(['t.id', 't.name', ...sums])
    .groupBy(['t.id', 't.name'])
    .orderBy('count', 'desc')
    .orderBy(sql`lower(t.name)`)
}

/** Selects the students with the highest points above zero, or with the lowest below zero. */
export function ranking(db: Db, schoolId: number, viewer: Viewer, filter: Filter, end: 'BEST' | 'WORST') {
  const points = sql<number>`sum(incidents.points)`
  return activeIncidents(db, schoolId, viewer)
    .where(matchesFilter(schoolId, filter))
    .select(['incidents.studentId', 's.name as studentName', ...sums])
    .select(
      sql<string>`(select c.name || '-' || x.name from sections x join classes c on c.school_id = current_school() and c.id = x.class_id
        where x.school_id = ${schoolId} and x.id = e.section_id)`.as('sectionName'),
    )
    .groupBy(['incidents.studentId', 's.name', 'e.sectionId'])
    .having(points, end === 'BEST' ? '>' : '<', 0)
    .orderBy(points, end === 'BEST' ? 'desc' : 'asc')
    .orderBy(inReadersOrder(sql`lower(s.name)`))
    .limit(10)
}

/** Selects a student's enrolment in a term if the viewer sees its section. */
export function enrolmentOf(db: Db, schoolId: number, viewer: Viewer, termId: number, studentId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .select('enrolments.sectionId')
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where('enrolments.studentId', '=', studentId)
    .where(visibleSection(viewer))
}

/** Selects a student's incidents of a term, newest first. */
export function incidentsOfStudent(db: Db, schoolId: number, viewer: Viewer, termId: number, studentId: number) {
  return incidentRows(db, schoolId, viewer)
    .where('incidents.termId', '=', termId)
    .where('incidents.studentId', '=', studentId)
    .orderBy('incidents.day', 'desc')
    .orderBy('incidents.id', 'desc')
}

/** Reads incidents by id, in the order of the students' rolls. */
export function incidentsById(db: Tx, schoolId: number, viewer: Viewer, ids: readonly number[]): Promise<Incident[]> {
  return incidentRows(db, schoolId, viewer)
    .where(sql<boolean>`incidents.id = any(${ids}::bigint[])`)
    .orderBy('e.rollSort')
    .orderBy('incidents.id')
    .execute()
}

/**
 * Locks an incident that is not deleted; undefined when the viewer may not see it.
 * @throws Refusal FORBIDDEN for an incident of an erased student
 */
export async function lockIncident(db: Tx, schoolId: number, viewer: Viewer, id: number): Promise<Incident | undefined> {
  const incident = await incidentRows(db, schoolId, viewer)
    .where('incidents.id', '=', id)
    .forUpdate('incidents')
    .executeTakeFirst()
  if (incident) await mustNotBeErased(db, schoolId, [incident.studentId])
  return incident
}

/** A section with its term. */
export interface VisibleSection {
  schoolId: number
  id: number
  termId: number
}

/** Locks a section that the viewer sees, so that it is not deleted meanwhile. */
export function lockVisibleSection(db: Tx, schoolId: number, viewer: Viewer, id: number): Promise<VisibleSection | undefined> {
  return db
    .selectFrom('sections')
    .select(['sections.schoolId', 'sections.id', 'sections.termId'])
    .where('sections.schoolId', '=', schoolId)
    .where('sections.id', '=', id)
    .where(visibleSection(viewer))
    .forKeyShare('sections')
    .executeTakeFirst()
}

/** Locks a type that is not deleted until the transaction ends. */
export function lockType(db: Tx, schoolId: number, id: number) {
  return db
    .selectFrom('incidentTypes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/** Selects the types that are not deleted, highest points first. */
export function typeRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('incidentTypes')
    .select(['schoolId', 'id', 'name', 'points'])
    .where('schoolId', '=', schoolId)
    .where('deletedAt', 'is', null)
    .orderBy('points', 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
}

export type IncidentType = Awaited<ReturnType<ReturnType<typeof typeRows>['executeTakeFirstOrThrow']>>

/** The values of a message about an incident. */
export interface IncidentMessageDetails {
  id: number
  studentId: number
  day: string
  points: number
  note: string
  actionTaken: string
  type: string
  student: string
  section: string
  smsSuffix: string
  phone: string
  email: string
  subject: string | null
}

/** Reads the message values of incidents. Leaves out disabled students. */
export function messageDetailsOf(db: Tx, schoolId: number, ids: readonly number[]): Promise<IncidentMessageDetails[]> {
  return db
    .selectFrom('incidents')
    .innerJoin('students as s', (on) => onSameSchool(on, 's.id', 'incidents.studentId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'incidents.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .innerJoin('incidentTypes as t', (on) => onSameSchool(on, 't.id', 'incidents.incidentTypeId'))
    .select([
      'incidents.id',
      'incidents.studentId',
      'incidents.day',
      'incidents.points',
      'incidents.note',
      'incidents.actionTaken',
    ])
    .select([
      't.name as type',
      's.name as student',
      sectionName.as('section'),
      'classes.smsSuffix',
      's.phone',
      's.email',
      's.subject',
    ])
    .where('incidents.schoolId', '=', schoolId)
    .where(sql<boolean>`incidents.id = any(${ids}::bigint[])`)
    .where('s.disabled', '=', false)
    .orderBy('incidents.id')
    .execute()
}

import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { currentSchool } from '#platform/database/currentSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { AssessmentSchemes } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { PartDays } from '../partDays.schema.ts'
import type { AssessedSubject, Scheme, subjectKinds } from '../scheme.schema.ts'

/** A class with its term, as a scheme shows who uses it. */
export interface SchemeClass {
  id: number
  name: string
  termName: string
}

/**
 * A scheme with its document as JSON text, because camel-casing must not change the keys inside. `classes` use it or a
 * version of it from before; a limited ADMIN sees the own ones.
 */
export type SchemeRow = Omit<Selectable<AssessmentSchemes>, 'content' | 'createdAt' | 'changedBy'> & {
  content: string
  classes: SchemeClass[]
}

/** Selects schemes by name, also replaced versions. */
export function schemeRows(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return db
    .selectFrom('assessmentSchemes as schemes')
    .select([
      'schemes.schoolId',
      'schemes.id',
      'schemes.firstId',
      'schemes.version',
      'schemes.replaced',
      'schemes.name',
      'schemes.copiedFrom',
      'schemes.changedAt',
      'schemes.changedByName',
    ])
    .select((row) => [
      sql<string>`schemes.content::text`.as('content'),
      jsonArrayFrom(
        row
          .selectFrom('assessmentSchemes as versions')
          .innerJoin('classAssessments', (on) => onSameSchool(on, 'classAssessments.schemeId', 'versions.id'))
          .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'classAssessments.classId'))
          .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'classes.termId'))
          .select(['classes.id', 'classes.name', 'terms.name as termName'])
          .where('versions.schoolId', '=', currentSchool)
          .whereRef('versions.firstId', '=', 'schemes.firstId')
          .where(visibleClass(viewer))
          .orderBy('terms.past', 'desc')
          .orderBy('terms.id')
          .orderBy('classes.name'),
      ).as('classes'),
    ])
    .where('schemes.schoolId', '=', schoolId)
    .orderBy(sql`lower(schemes.name)`)
    .orderBy('schemes.id')
}

/** The SQL counterpart of `seesClass`. */
function visibleClass(viewer: Viewer) {
  return viewer.classIds ? sql<boolean>`classes.id = any(${viewer.classIds}::bigint[])` : sql<boolean>`true`
}

/** Selects one scheme. */
export function schemeWithId(db: Db | Tx, viewer: Viewer, schoolId: number, id: number) {
  return schemeRows(db, viewer, schoolId).where('schemes.id', '=', id)
}

/**
 * Locks a scheme for a change, so that no class comes to it meanwhile. Reads the row after the lock, so that its
 * classes are current.
 */
export async function lockScheme(db: Tx, viewer: Viewer, schoolId: number, id: number): Promise<SchemeRow | undefined> {
  const locked = await db
    .selectFrom('assessmentSchemes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked && schemeWithId(db, viewer, schoolId, id).executeTakeFirst()
}

/** Takes a key share lock on a scheme, so that it is neither changed nor deleted while a class comes to it. */
export async function holdScheme(db: Tx, schoolId: number, id: number) {
  return db
    .selectFrom('assessmentSchemes')
    .select(['id', 'replaced', sql<string>`content::text`.as('content')])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
}

/** Takes the id of the next scheme, because its first version refers to itself. */
export async function nextSchemeId(db: Tx): Promise<number> {
  const { id } = await db.selectNoFrom(sql<number>`nextval('assessment_scheme_ids')`.as('id')).executeTakeFirstOrThrow()
  return id
}

/** Returns a document for a column of JSON. */
export function asJson(document: Scheme) {
  return sql<string>`${JSON.stringify(document)}::jsonb`
}

/** An assessed subject as it is stored. */
export interface SubjectRow extends AssessedSubject {
  id: number
}

/** A class with how it is assessed: `version` 0 and no scheme if that was not said yet. */
export interface AssessmentRow {
  schoolId: number
  classId: number
  className: string
  termId: number
  schemeId: number | null
  schemeName: string | null
  /** The scheme's document as JSON text, where it was asked for. */
  schemeContent?: string | null
  /** The class of the scheme that it is; '' without a scheme. */
  schemeClass: string
  /** The days of its parts; those without have the whole term. */
  partDays: PartDays[]
  version: number
  changedAt: Date | null
  changedByName: string | null
  subjects: SubjectRow[]
  /** Names of the subjects that the sections of the class have, in their order. */
  ownSubjects: string[]
}

/** Selects classes that the viewer may see with their assessments. */
export function assessmentRows(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return db
    .selectFrom('classes')
    .leftJoin('classAssessments', (on) => onSameSchool(on, 'classAssessments.classId', 'classes.id'))
    .leftJoin('assessmentSchemes', (on) => onSameSchool(on, 'assessmentSchemes.id', 'classAssessments.schemeId'))
    .select([
      'classes.schoolId',
      'classes.id as classId',
      'classes.name as className',
      'classes.termId',
      'classAssessments.schemeId',
      'assessmentSchemes.name as schemeName',
      'classAssessments.changedAt',
      'classAssessments.changedByName',
    ])
    .select((row) => [
      sql<number>`coalesce(class_assessments.version, 0)`.as('version'),
      sql<string>`coalesce(class_assessments.scheme_class, '')`.as('schemeClass'),
      sql<PartDays[]>`coalesce(class_assessments.part_days, '[]')`.as('partDays'),
      jsonArrayFrom(
        row
          .selectFrom('assessedSubjects')
          .select([
            'assessedSubjects.id',
            'assessedSubjects.name',
            sql<(typeof subjectKinds)[number]>`assessed_subjects.kind`.as('kind'),
            'assessedSubjects.pattern',
            'assessedSubjects.subjectGroup as group',
            'assessedSubjects.replaces',
          ])
          .where('assessedSubjects.schoolId', '=', currentSchool)
          .whereRef('assessedSubjects.classId', '=', 'classes.id')
          .orderBy('assessedSubjects.sr'),
      ).as('subjects'),
      sql<string[]>`array(
        select min(subjects.name) from sections
          join subjects on subjects.school_id = current_school() and subjects.section_id = sections.id
        where sections.school_id = current_school() and sections.class_id = classes.id
        group by lower(subjects.name) order by min(subjects.sr), lower(subjects.name)
      )`.as('ownSubjects'),
    ])
    .where('classes.schoolId', '=', schoolId)
    .where(visibleClass(viewer))
}

/** Locks a class that the viewer may see, so that its assessment is changed by one person at a time. */
export async function lockAssessment(
  db: Tx,
  viewer: Viewer,
  schoolId: number,
  classId: number,
): Promise<AssessmentRow | undefined> {
  const locked = await db
    .selectFrom('classes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', classId)
    .where(visibleClass(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked && assessmentRows(db, viewer, schoolId).where('classes.id', '=', classId).executeTakeFirst()
}

/** Locks the assessment of a class, if there is one: a change of its scheme may be moving the class. */
export async function lockStoredAssessment(db: Tx, schoolId: number, classId: number): Promise<void> {
  await db
    .selectFrom('classAssessments')
    .select('classId')
    .where('schoolId', '=', schoolId)
    .where('classId', '=', classId)
    .forUpdate()
    .execute()
}

/** Locks and returns the classes of the current and later terms that use this version of a scheme. */
export async function lockClassesOfScheme(db: Tx, viewer: Viewer, schoolId: number, schemeId: number): Promise<AssessmentRow[]> {
  const locked = await db
    .selectFrom('classAssessments')
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'classAssessments.termId'))
    .select('classAssessments.classId')
    .where('classAssessments.schoolId', '=', schoolId)
    .where('classAssessments.schemeId', '=', schemeId)
    .where('terms.past', '=', false)
    .where((row) =>
      row('terms.id', '>=', sql<number>`coalesce((select id from terms where school_id = ${schoolId} and current), 0)`),
    )
    .orderBy('classAssessments.classId')
    .forUpdate('classAssessments')
    .execute()
  if (locked.length === 0) return []
  const ids = locked.map(({ classId }) => classId)
  return assessmentRows(db, viewer, schoolId).where('classes.id', 'in', ids).orderBy('classes.name').execute()
}

/** Moves locked classes to another version of their scheme, with the days that their parts have in it. */
export async function moveClasses(
  db: Tx,
  classes: readonly Pick<AssessmentRow, 'schoolId' | 'classId' | 'version' | 'partDays'>[],
  values: { schemeId: number; changedAt: Date; changedBy: string; changedByName: string },
): Promise<void> {
  for (const { schoolId, classId, version, partDays } of classes)
    await db
      .updateTable('classAssessments')
      .set({ ...values, partDays: JSON.stringify(partDays), version: version + 1 })
      .where('schoolId', '=', schoolId)
      .where('classId', '=', classId)
      .execute()
}

/** Replaces the subjects of a class. A subject of the same name, in any letter case, keeps its id. */
export async function storeSubjects(
  db: Tx,
  { schoolId, classId, subjects: stored }: AssessmentRow,
  subjects: readonly AssessedSubject[],
): Promise<void> {
  const idOf = new Map(stored.map(({ id, name }) => [name.toLowerCase(), id]))
  const rows = subjects.map(({ group, ...subject }, index) => ({
    ...subject,
    id: idOf.get(subject.name.toLowerCase()),
    sr: index + 1,
    subjectGroup: group,
  }))
  const kept = rows.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const ofClass = db.deleteFrom('assessedSubjects').where('schoolId', '=', schoolId).where('classId', '=', classId)
  await (kept.length === 0 ? ofClass : ofClass.where('id', 'not in', kept)).execute()
  for (const { id, ...values } of rows) {
    if (id === undefined) continue
    await db.updateTable('assessedSubjects').set(values).where('schoolId', '=', schoolId).where('id', '=', id).execute()
  }
  const added = rows.flatMap(({ id, ...values }) => (id === undefined ? [{ schoolId, classId, ...values }] : []))
  if (added.length > 0) await db.insertInto('assessedSubjects').values(added).execute()
}

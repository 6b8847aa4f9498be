import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import type { Day } from '#shared/dates.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import type { Concern, Figure, GoneWhy, RuleName } from '../attention.rules.ts'
import type { CaseList, casesView } from '../attention.schema.ts'
import { visibleConcerns } from './attention.permissions.ts'

type View = z.output<typeof casesView>

/** A reason of a case: its figure when it was found, and now or when it was gone. */
export interface Reason extends Figure {
  id: number
  rule: RuleName
  foundOn: Day
  foundValue: number
  foundBase: number
  goneOn: Day | null
  goneWhy: GoneWhy | null
}

/** Whose cases a viewer asks about: the viewer, and the school with its modules. */
export interface Asking {
  viewer: Viewer
  school: School
}

/**
 * Joins the cases that the viewer may see, of students who have a place in their term and are not erased, with `s`
 * (students), `e` (enrolments), `sections`, `classes` and `owner` (users). Cases are few: their places are looked up
 * one by one, and all others of the school are not read (`offset 0`): 200 cases took 8,557 rows, and not 11,575.
 */
export function visibleCases(db: Db | Tx, { viewer, school }: Asking) {
  return db
    .selectFrom('attentionCases as c')
    .innerJoin('students as s', (on) => on.on('s.schoolId', '=', school.id).onRef('s.id', '=', 'c.studentId'))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('enrolments')
          .select(['enrolments.schoolId', 'enrolments.studentId', 'enrolments.sectionId', 'enrolments.roll'])
          .where('enrolments.schoolId', '=', school.id)
          .whereRef('enrolments.termId', '=', 'c.termId')
          .whereRef('enrolments.studentId', '=', 'c.studentId')
          .offset(sql.lit(0))
          .as('e'),
      (on) => on.onTrue(),
    )
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('sections')
          .select(['sections.schoolId', 'sections.id', 'sections.classId', 'sections.name'])
          .where('sections.schoolId', '=', school.id)
          .whereRef('sections.id', '=', 'e.sectionId')
          .offset(sql.lit(0))
          .as('sections'),
      (on) => on.onTrue(),
    )
    .innerJoin('classes', (on) => on.on('classes.schoolId', '=', school.id).onRef('classes.id', '=', 'sections.classId'))
    .leftJoin('users as owner', (on) => onSameSchool(on, 'owner.id', 'c.ownerId'))
    .where('c.schoolId', '=', school.id)
    .where('s.erasedAt', 'is', null)
    .where(sql<boolean>`c.concern = any(${visibleConcerns(viewer, school)}::text[])`)
    .where(visibleSection(viewer))
}

function caseRows(db: Db | Tx, asking: Asking) {
  return visibleCases(db, asking)
    .select([
      'c.schoolId',
      'c.id',
      'c.termId',
      'c.studentId',
      'c.ownerId',
      'c.openedOn',
      'c.lookAgainOn',
      'c.closedOn',
      'c.closedByName',
      'c.closeReason',
      's.name as studentName',
      's.phone',
      's.disabled',
      's.registerNo',
      's.photoFile',
      'e.roll',
      'e.sectionId',
      'owner.name as ownerName',
    ])
    .select([
      sql<Concern>`c.concern`.as('concern'),
      sql<string>`classes.name || '-' || sections.name`.as('sectionName'),
      sql<Reason[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'rule', a.rule, 'foundOn', a.found_on, 'foundValue', a.found_value,
          'foundBase', a.found_base, 'value', a.value, 'base', a.base, 'since', a.since, 'weekday', a.weekday,
          'goneOn', a.gone_on, 'goneWhy', a.gone_why) order by a.found_on, a.id)
        from attention_reasons a where a.school_id = current_school() and a.case_id = c.id
      ), '[]')`.as('reasons'),
      sql<string | null>`(select n.agreed from attention_entries n
        where n.school_id = current_school() and n.case_id = c.id and n.agreed <> '' order by n.id desc limit 1)`.as('agreed'),
      sql<Day | null>`(select max(n.day) from attention_entries n where n.school_id = current_school() and n.case_id = c.id)`.as(
        'lastEntryOn',
      ),
    ])
}

/** A case as the list shows it. */
export type CaseRow = Awaited<ReturnType<ReturnType<typeof caseRows>['executeTakeFirstOrThrow']>>

/** Conditions of the lists of cases. */
function inList(list: CaseList, viewer: Viewer, today: Day): Expression<SqlBool> {
  const conditions = {
    OPEN: sql`c.closed_at is null and coalesce(c.look_again_on, ${today}) <= ${today}`,
    TODAY: sql`c.closed_at is null and c.look_again_on <= ${today}`,
    MINE: sql`c.closed_at is null and c.owner_id = ${viewer.userId}`,
    WAITING: sql`c.closed_at is null and c.look_again_on > ${today}`,
    CLOSED: sql`c.closed_at is not null`,
  }
  return sql<SqlBool>`coalesce(${conditions[list]}, false)`
}

function matchesView({ school }: Asking, { classId, sectionId, search }: View): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [sql`true`]
  if (classId !== undefined) all.push(sql`sections.class_id = ${classId}`)
  if (sectionId !== undefined) all.push(sql`e.section_id = ${sectionId}`)
  if (search !== undefined) all.push(matchesSearch(school.id, search))
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

/**
 * Selects a page of a list. Open cases come by the day to look again, then the longest open first; closed ones last
 * closed first.
 */
export function casePage(db: Db, asking: Asking, view: View, today: Day) {
  const { list, page = 0, pageSize = 20 } = view
  const rows = caseRows(db, asking)
    .where(matchesView(asking, view))
    .where(inList(list, asking.viewer, today))
  const ordered =
    list === 'CLOSED'
      ? rows.orderBy('c.closedAt', 'desc')
      : rows.orderBy(sql`c.look_again_on nulls last`).orderBy('c.openedOn').orderBy(inReadersOrder(sql`lower(s.name)`))
  return ordered
    .orderBy('c.id')
    .limit(pageSize)
    .offset(page * pageSize)
}

/** Counts the cases of every list. */
export function caseCounts(db: Db, asking: Asking, view: View, today: Day) {
  const count = (list: CaseList) => sql<number>`(count(*) filter (where ${inList(list, asking.viewer, today)}))::int`
  return visibleCases(db, asking)
    .where(matchesView(asking, view))
    .select([
      count('OPEN').as('open'),
      count('TODAY').as('today'),
      count('MINE').as('mine'),
      count('WAITING').as('waiting'),
      count('CLOSED').as('closed'),
      count(view.list).as('total'),
    ])
}

/** Selects a case by its id. */
export function caseById(db: Db | Tx, asking: Asking, id: number) {
  return caseRows(db, asking).where('c.id', '=', id)
}

/** Selects the cases of a student, the latest first. */
export function casesOfStudent(db: Db, asking: Asking, studentId: number) {
  return caseRows(db, asking).where('c.studentId', '=', studentId).orderBy('c.id', 'desc')
}

/**
 * Locks a case until the transaction ends; undefined when the viewer may not see it.
 * @throws Refusal FORBIDDEN for a case of an erased student
 */
export async function lockCase(db: Tx, asking: Asking, id: number): Promise<CaseRow | undefined> {
  const row = await caseById(db, asking, id).forUpdate('c').executeTakeFirst()
  if (row) await mustNotBeErased(db, asking.school.id, [row.studentId])
  return row
}

/** What was done about a case. A message has its text and how it went. */
export interface Entry {
  id: number
  kind: 'CALL' | 'NOTE' | 'MESSAGE'
  day: Day
  person: string
  said: string
  agreed: string
  lookAgainOn: Day | null
  writtenAt: Date
  writtenByName: string
  text: string | null
  messageState: string | null
}

/** Selects the entries of a case, newest first. */
export function entriesOfCase(db: Db | Tx, schoolId: number, caseId: number) {
  return db
    .selectFrom(
      sql<Entry>`(
    select n.id, n.kind, n.day, n.person, n.said, n.agreed, n.look_again_on, n.written_at, n.written_by_name,
      coalesce(nullif(m.text, ''), nullif(b.text, ''), b.template_name) as text, m.state as message_state
    from attention_entries n
    left join message_batches b on b.school_id = ${schoolId} and b.id = n.batch_id
    left join lateral (
      select text, state from messages where school_id = ${schoolId} and batch_id = n.batch_id order by id limit 1
    ) m on true
    where n.school_id = ${schoolId} and n.case_id = ${caseId}
    order by n.id desc)`.as<'n'>('n'),
    )
    .selectAll()
}

/** Somebody who may have a case. */
export interface Owner {
  id: number
  name: string
  role: string
}

/**
 * Selects who may have a case: ADMINs who see the class, and the teachers of the section, or the clerks for one about
 * fees.
 */
export function possibleOwners(db: Db | Tx, schoolId: number, caseId: number) {
  return db
    .selectFrom(
      sql<Owner>`(
    select u.id, u.name, u.role
    from attention_cases c
    join enrolments e on e.school_id = ${schoolId} and e.term_id = c.term_id and e.student_id = c.student_id
    join sections on sections.school_id = ${schoolId} and sections.id = e.section_id
    join users u on u.school_id = ${schoolId} and not u.disabled
    where c.school_id = ${schoolId} and c.id = ${caseId} and (
      u.role = 'ADMIN' and (
        not u.limited_to_classes
        or exists (select from class_admins l where l.school_id = ${schoolId} and l.user_id = u.id and l.class_id = sections.class_id))
      or u.role = 'TEACHER' and c.concern = 'ATTENDANCE'
        and exists (select from section_teachers t where t.school_id = ${schoolId} and t.section_id = e.section_id and t.user_id = u.id)
      or u.role = 'FEES' and c.concern = 'FEES')
    order by u.role = 'ADMIN', ${inReadersOrder(sql`lower(u.name)`)}, u.id)`.as<'o'>('o'),
    )
    .selectAll()
}

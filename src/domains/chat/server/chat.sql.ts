import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { ThreadFilter } from '../chat.schema.ts'

type Ids = RawBuilder<unknown>

function currentTerm(schoolId: number): RawBuilder<number> {
  return sql<number>`(select id from terms where school_id = ${schoolId} and current)`
}

/** Matches a student, by the name of the table, of whose family somebody can sign in: by an account, or by a phone. */
function hasReader(student: 'st' | 'students'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${student}.${name}`)
  return sql<boolean>`coalesce(${column('subject')} is not null or ${column('phone')} <> ${defaultPhone}
    or ${column('phones')} <> '{}', false)`
}

/** Selects the sections of the current term in which a user teaches the section or a subject. */
function taughtSections(schoolId: number, userId: number | null): Ids {
  return sql`
    select s.id from section_teachers st join sections s on s.school_id = ${schoolId} and s.id = st.section_id
    where st.school_id = ${schoolId} and st.user_id = ${userId} and s.term_id = ${currentTerm(schoolId)}
    union
    select b.section_id from subject_teachers bt join subjects b on b.school_id = ${schoolId} and b.id = bt.subject_id
    where bt.school_id = ${schoolId} and bt.user_id = ${userId} and b.term_id = ${currentTerm(schoolId)}`
}

/** Selects the sections of the current term without a teacher. Admins answer their families. */
function untaughtSections(schoolId: number): Ids {
  return sql`
    select s.id from sections s where s.school_id = ${schoolId} and s.term_id = ${currentTerm(schoolId)}
      and not exists (select from section_teachers st where st.school_id = ${schoolId} and st.section_id = s.id)
      and not exists (select from subjects b join subject_teachers bt on bt.school_id = ${schoolId} and bt.subject_id = b.id
        where b.school_id = ${schoolId} and b.section_id = s.id)`
}

/** Selects the sections of the current term whose families a staff member may write to. */
export function staffSections(viewer: Viewer, schoolId: number): Ids {
  if (viewer.role === 'TEACHER') return taughtSections(schoolId, viewer.userId)
  const all = sql`select s.id from sections s where s.school_id = ${schoolId} and s.term_id = ${currentTerm(schoolId)}`
  return viewer.classIds === null ? all : sql`${all} and s.class_id = any(${viewer.classIds}::bigint[])`
}

/** Selects the conversations of sections and of the students who sit in them now. */
function threadsOf(schoolId: number, sections: Ids): Ids {
  return sql`
    select x.id from chat_threads x where x.school_id = ${schoolId} and x.section_id in (${sections})
    union all
    select x.id from enrolments e join chat_threads x on x.school_id = ${schoolId} and x.student_id = e.student_id
    where e.school_id = ${schoolId} and e.term_id = ${currentTerm(schoolId)} and e.section_id in (${sections})`
}

/**
 * Selects a student's section in the current term. Reads it fresh, because the viewer's cached record may be seconds
 * old.
 */
function ownSection(schoolId: number, studentId: number | null): RawBuilder<number> {
  return sql<number>`(select e.section_id from enrolments e
    where e.school_id = ${schoolId} and e.student_id = ${studentId} and e.term_id = ${currentTerm(schoolId)})`
}

/**
 * Matches the conversations that a viewer may see. A family sees its own and its section's. A teacher sees those of the
 * sections taught now. An admin sees those of the own classes in every term. Needs `chat_threads t` in the query.
 */
export function visibleThread(viewer: Viewer, schoolId: number): Expression<SqlBool> {
  if (viewer.role === 'STUDENT')
    return sql<SqlBool>`(t.student_id = ${viewer.studentId} or t.section_id = ${ownSection(schoolId, viewer.studentId)})
      and exists (select from students own where own.school_id = ${schoolId} and own.id = ${viewer.studentId} and not own.disabled)`
  if (viewer.role === 'TEACHER') return sql<SqlBool>`t.id in (${threadsOf(schoolId, staffSections(viewer, schoolId))})`
  if (viewer.classIds === null) return sql<SqlBool>`true`
  const sections = sql`select s.id from sections s where s.school_id = ${schoolId} and s.class_id = any(${viewer.classIds}::bigint[])`
  return sql<SqlBool>`t.id in (${threadsOf(schoolId, sections)})`
}

/**
 * Matches the conversations that count as unread for a viewer. A family: all. A teacher: all but those in which only
 * colleagues wrote. An admin: those the admin wrote in, and families without any other teacher. Needs `chat_threads t`
 * and the viewer's `chat_reads r` in the query.
 */
function concernsViewer(viewer: Viewer, schoolId: number): Expression<SqlBool> {
  if (viewer.role === 'STUDENT') return sql<SqlBool>`true`
  if (viewer.role === 'TEACHER')
    return sql<SqlBool>`(t.section_id is not null or r.subject is not null or t.last_author = 'FAMILY')`
  const following = sql<SqlBool>`coalesce(r.following, false)`
  if (viewer.role === 'SUPERADMIN') return following
  const sectionsToAnswer = sql`${taughtSections(schoolId, viewer.userId)} union ${untaughtSections(schoolId)}`
  return sql<SqlBool>`(${following} or (t.last_author = 'FAMILY' and t.id in (${threadsOf(schoolId, sectionsToAnswer)})))`
}

function unread(viewer: Viewer, schoolId: number): Expression<SqlBool> {
  return sql<SqlBool>`(t.last_message_id > coalesce(r.last_read_id, 0) and ${concernsViewer(viewer, schoolId)})`
}

/** Counts the conversations with unread messages for the viewer. */
export function unreadCount(db: Db, viewer: Viewer, schoolId: number) {
  return threadsWithReadMark(db, viewer, schoolId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('t.lastMessageId', 'is not', null)
    .where(visibleThread(viewer, schoolId))
    .where(unread(viewer, schoolId))
}

function threadsWithReadMark(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return db
    .selectFrom('chatThreads as t')
    .leftJoin('chatReads as r', (on) =>
      on.on('r.schoolId', '=', schoolId).onRef('r.threadId', '=', 't.id').on('r.subject', '=', viewer.subject),
    )
    .where('t.schoolId', '=', schoolId)
}

/**
 * Joins conversations with `st` the student, `e` the enrolment in the current term, `s` and `c` the section and class.
 * A section is looked up by itself (`offset 0`), so that a page is read in the order of its index until it is full, and
 * not the places of the whole school: 323 rows for a page of thirty, and not 2,284.
 */
function threadsWithSection(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return threadsWithReadMark(db, viewer, schoolId)
    .leftJoin('students as st', (on) => on.on('st.schoolId', '=', schoolId).onRef('st.id', '=', 't.studentId'))
    .leftJoin('enrolments as e', (on) =>
      on.on('e.schoolId', '=', schoolId).onRef('e.studentId', '=', 't.studentId').on('e.termId', '=', currentTerm(schoolId)),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('sections')
          .select(['sections.id', 'sections.termId', 'sections.classId', 'sections.name'])
          .where('sections.schoolId', '=', schoolId)
          .where(sql<SqlBool>`sections.id = coalesce(t.section_id, e.section_id)`)
          .offset(sql.lit(0))
          .as('s'),
      (on) => on.onTrue(),
    )
    .leftJoin('classes as c', (on) => on.on('c.schoolId', '=', schoolId).onRef('c.id', '=', 's.classId'))
}

/** Selects conversations with the columns that lists show. */
function threadsWithDetails(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return threadsWithSection(db, viewer, schoolId)
    .leftJoin('chatMessages as m', (on) => on.on('m.schoolId', '=', schoolId).onRef('m.id', '=', 't.lastMessageId'))
    .select([
      't.schoolId',
      't.id',
      't.sectionId',
      't.studentId',
      't.closedAt',
      't.closedByName',
      't.lastMessageId',
      't.lastAuthor',
      't.version',
      'r.lastReadId',
      'st.name as studentName',
      'st.registerNo',
      'st.photoFile',
      'st.disabled as studentDisabled',
      'e.roll',
      'c.name as className',
      's.name as sectionName',
      'm.at as lastAt',
      'm.writtenByName as lastByName',
      hasReader('st').as('hasReader'),
      sql<boolean>`coalesce(s.term_id = ${currentTerm(schoolId)}, false)`.as('inTerm'),
      // The text of a removed message is shown nowhere.
      sql<string | null>`case when m.removed_at is null then left(m.text, 200) end`.as('lastText'),
      sql<boolean>`m.removed_at is not null`.as('lastRemoved'),
      sql<boolean>`m.file_id is not null`.as('lastHasFile'),
      sql<boolean>`coalesce(${unread(viewer, schoolId)}, false)`.as('unread'),
    ])
}
export type ThreadRow = Awaited<ReturnType<ReturnType<typeof threadsWithDetails>['execute']>>[number]

/** Selects the conversations that a viewer may see. */
export function threadRows(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return threadsWithDetails(db, viewer, schoolId).where(visibleThread(viewer, schoolId))
}

interface ListView {
  termId?: number | undefined
  filter: ThreadFilter
  before?: number | undefined
  searchMatch: Expression<SqlBool>
  limit: number
}

/**
 * Selects a page of conversations that have a message, newest first. The details are read for the page only: reading
 * them for all conversations of a school took five times as long.
 */
export function threadList(db: Db, viewer: Viewer, schoolId: number, { termId, filter, before, searchMatch, limit }: ListView) {
  let page = threadsWithSection(db, viewer, schoolId)
    .select('t.id')
    .where('t.lastMessageId', 'is not', null)
    .where(visibleThread(viewer, schoolId))
    .where(searchMatch)
  if (before !== undefined) page = page.where('t.lastMessageId', '<', before)
  if (filter === 'UNREAD') page = page.where(unread(viewer, schoolId))
  if (filter === 'WAITING') page = page.where('t.lastAuthor', '=', 'FAMILY').where('t.closedAt', 'is', null)
  const term = termId === undefined ? currentTerm(schoolId) : sql<number>`${termId}::bigint`
  // A student's conversation belongs to every term the student was enrolled in, and to the current term even before the
  // student has a section.
  const inTerm = sql<SqlBool>`(s.term_id = ${term} or t.student_id is not null and (${termId === undefined}::boolean or exists (
    select from enrolments was where was.school_id = ${schoolId} and was.student_id = t.student_id and was.term_id = ${term})))`
  const ofPage = page.where(inTerm).orderBy('t.lastMessageId', 'desc').limit(limit)
  return threadsWithDetails(db, viewer, schoolId)
    .where(sql<SqlBool>`t.id = any(array(${ofPage}))`)
    .orderBy('t.lastMessageId', 'desc')
}

/**
 * Locks a conversation until the transaction ends, so that ids and versions of its messages follow the commit order.
 */
export async function lockThread(db: Tx, viewer: Viewer, schoolId: number, id: number): Promise<ThreadRow | undefined> {
  await db
    .selectFrom('chatThreads')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return threadRows(db, viewer, schoolId).where('t.id', '=', id).executeTakeFirst()
}

/** Selects messages with their attachment. */
export function messageRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('chatMessages as m')
    .leftJoin('files as f', (on) => on.on('f.schoolId', '=', schoolId).onRef('f.id', '=', 'm.fileId'))
    .select([
      'm.schoolId',
      'm.id',
      'm.threadId',
      'm.version',
      'm.author',
      'm.text',
      'm.fileId',
      'm.at',
      'm.writtenBy',
      'm.writtenByName',
      'm.writtenByPhone',
      'm.writtenByRole',
      'm.removedAt',
      'm.removedByName',
      'm.removedReason',
      'f.name as fileName',
      'f.contentType',
      'f.size',
    ])
    .where('m.schoolId', '=', schoolId)
}
export type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number]

/** Selects messages in the conversations that a viewer may see. */
export function visibleMessages(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return messageRows(db, schoolId)
    .innerJoin('chatThreads as t', (on) => on.on('t.schoolId', '=', schoolId).onRef('t.id', '=', 'm.threadId'))
    .where(visibleThread(viewer, schoolId))
}

/** Selects the read mark of each family of a conversation, of whoever has read most; 0 for none. */
export function familyReads(db: Db, schoolId: number, threadId: number) {
  return db
    .selectFrom('chatThreads as t')
    .innerJoin(
      sql<{ studentId: number }>`lateral (
        select t.student_id where t.student_id is not null
        union all
        select e.student_id from enrolments e where e.school_id = ${schoolId} and e.section_id = t.section_id
      )`.as<'member'>('member'),
      (on) => on.onTrue(),
    )
    .innerJoin('students as st', (on) => on.on('st.schoolId', '=', schoolId).onRef('st.id', '=', 'member.studentId'))
    .select(
      sql<number>`coalesce((select max(r.last_read_id) from chat_reads r
        where r.school_id = ${schoolId} and r.thread_id = t.id and (r.subject = st.subject or r.subject in (
          select guardian_subject(given.phone) from unnest(st.phones || st.phone) as given (phone)))), 0)`.as('lastReadId'),
    )
    .where('t.schoolId', '=', schoolId)
    .where('t.id', '=', threadId)
    .where(hasReader('st'))
    .where('st.disabled', '=', false)
}

/** Selects the highest read mark of the staff in a student's conversation. */
export function staffReads(db: Db, viewer: Viewer, schoolId: number, threadId: number) {
  return (
    db
      .selectFrom('chatReads as r')
      .innerJoin('chatThreads as t', (on) => on.on('t.schoolId', '=', schoolId).onRef('t.id', '=', 'r.threadId'))
      .select((row) => row.fn.max<number>('r.lastReadId').as('lastReadId'))
      .where('r.schoolId', '=', schoolId)
      .where('r.threadId', '=', threadId)
      .where('t.studentId', 'is not', null)
      .where('r.subject', '<>', viewer.subject)
      // The family reads it too: the student, and each guardian.
      .where(sql<SqlBool>`exists (select from logins l where l.subject = r.subject and l.student_id is null)`)
      .having((row) => row.fn.countAll(), '>', 0)
  )
}

/** Selects the sections that a staff member may write to, in their order. */
export function contactSections(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return db
    .selectFrom('sections')
    .innerJoin('classes', (on) => on.on('classes.schoolId', '=', schoolId).onRef('classes.id', '=', 'sections.classId'))
    .select(['sections.id', 'classes.name as className', 'sections.name as sectionName'])
    .where('sections.schoolId', '=', schoolId)
    .where(sql<SqlBool>`sections.id in (${staffSections(viewer, schoolId)})`)
    .orderBy('sections.sr')
    .orderBy('sections.id')
}

/** Selects the enabled students whose families a staff member may write to, by section and roll. */
export function contactStudents(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('students', (on) => on.on('students.schoolId', '=', schoolId).onRef('students.id', '=', 'e.studentId'))
    .innerJoin('sections', (on) => on.on('sections.schoolId', '=', schoolId).onRef('sections.id', '=', 'e.sectionId'))
    .innerJoin('classes', (on) => on.on('classes.schoolId', '=', schoolId).onRef('classes.id', '=', 'sections.classId'))
    .select([
      'students.id',
      'students.name',
      'e.roll',
      'e.sectionId',
      'classes.name as className',
      'sections.name as sectionName',
      hasReader('students').as('hasReader'),
    ])
    .where('e.schoolId', '=', schoolId)
    .where('e.termId', '=', currentTerm(schoolId))
    .where('students.disabled', '=', false)
    .where(sql<SqlBool>`e.section_id in (${staffSections(viewer, schoolId)})`)
    .orderBy('sections.sr')
    .orderBy('sections.id')
    .orderBy('e.rollSort')
    .orderBy('e.studentId')
}

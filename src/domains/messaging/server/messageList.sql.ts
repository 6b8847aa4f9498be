import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addDays, indiaOffset } from '#shared/dates.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import type { messagesView } from '../messages.schema.ts'
import { type MessageChannel, messageKindRules, messageKinds, type MessageState, registeredKinds } from '../messaging.rules.ts'
import type { MessageRow } from './messages.sql.ts'

/** A step in a message's history. */
export interface MessageStep {
  at: Date
  channel: MessageChannel
  state: MessageState
  detail: string
}

/** A message with its students, template and history. */
export type ListedMessage = MessageRow & {
  studentNames: string[]
  /** The language that its students' family has chosen; '' for none. */
  familyLanguage: string
  /** The template name of its batch; '' for none. */
  templateName: string
  events: (Omit<MessageStep, 'at'> & { at: string })[]
}

type View = z.output<typeof messagesView>

/** Kinds that TEACHERs may not see, because they name what a family owes or paid, or how it signs in. */
const kindsHiddenFromTeachers = messageKinds.filter((kind) => messageKindRules[kind].hiddenFromTeachers)

/**
 * Selects the messages `m` that a viewer may see. A viewer limited to classes or sections sees messages about students
 * who are or were enrolled there. Notifications of the staff's devices are left out. TEACHERs do not see
 * messages between a family and the office.
 */
function visibleMessages(db: Db | Tx, schoolId: number, viewer: Viewer) {
  const query = db.selectFrom('messages as m').where('m.schoolId', '=', schoolId).where('m.kind', 'in', registeredKinds)
  const teacher = viewer.role === 'TEACHER'
  if (viewer.classIds === null && !teacher) return query
  return (teacher ? query.where('m.kind', 'not in', kindsHiddenFromTeachers) : query).where(sql<boolean>`exists (
    select from message_students about
    join enrolments e on e.school_id = ${schoolId} and e.student_id = about.student_id
    join sections on sections.school_id = ${schoolId} and sections.id = e.section_id
    where about.school_id = ${schoolId} and about.message_id = m.id and ${visibleSection(viewer)})`)
}

function matchesView(schoolId: number, view: Omit<View, 'page' | 'pageSize'>): Expression<SqlBool> {
  const { kind, channel, search = '', batchId, from, to } = view
  const terms = [
    kind && sql`m.kind = ${kind}`,
    channel && sql`m.channel = ${channel}`,
    batchId && sql`m.batch_id = ${batchId}`,
    from && sql`m.queued_at >= ${`${from}T00:00${indiaOffset}`}::timestamptz`,
    to && sql`m.queued_at < ${`${addDays(to, 1)}T00:00${indiaOffset}`}::timestamptz`,
    search.trim() &&
      sql`exists (select from (
        select student_id, ''::text as roll from message_students where school_id = ${schoolId} and message_id = m.id
      ) e where ${matchesSearch(schoolId, search)})`,
  ].filter((term) => typeof term === 'object')
  return terms.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(terms, sql` and `)})`
}

/** Counts the messages of a view in each state, ignoring the view's own state filter. */
export function messageCounts(db: Db, schoolId: number, viewer: Viewer, view: View) {
  return visibleMessages(db, schoolId, viewer)
    .select((row) => [row.ref('m.state').$castTo<MessageState>().as('state'), row.fn.countAll<number>().as('count')])
    .where(matchesView(schoolId, view))
    .groupBy('m.state')
    .orderBy('m.state')
}

function visibleListedMessages(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return visibleMessages(db, schoolId, viewer)
    .leftJoin('messageBatches as b', (on) => onSameSchool(on, 'b.id', 'm.batchId'))
    .selectAll('m')
    .select((row) => [
      sql<string>`coalesce(b.template_name, '')`.as('templateName'),
      sql<string>`coalesce((
        select s.language from message_students about join students s on s.school_id = ${schoolId} and s.id = about.student_id
        where about.school_id = ${schoolId} and about.message_id = m.id and s.language <> '' order by s.id limit 1), '')`.as(
        'familyLanguage',
      ),
      sql<string[]>`array(
        select s.name from message_students about join students s on s.school_id = ${schoolId} and s.id = about.student_id
        where about.school_id = ${schoolId} and about.message_id = m.id order by s.id)`.as('studentNames'),
      jsonArrayFrom(
        row
          .selectFrom('messageEvents as e')
          .select(['e.at', 'e.channel', 'e.state', 'e.detail'])
          .where('e.schoolId', '=', schoolId)
          .whereRef('e.messageId', '=', 'm.id')
          .orderBy('e.id'),
      ).as('events'),
    ])
    .$castTo<ListedMessage>()
}

/** Selects a page of a view, newest first. */
export function messagePage(db: Db, schoolId: number, viewer: Viewer, view: View) {
  const { state, page = 0, pageSize = 20 } = view
  const query = visibleListedMessages(db, schoolId, viewer)
    .where(matchesView(schoolId, view))
    .orderBy('m.id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
  return state === undefined ? query : query.where('m.state', '=', state)
}

/** Selects the newest messages about a student. */
export function messagesAbout(db: Db, schoolId: number, viewer: Viewer, studentId: number, most: number) {
  return visibleListedMessages(db, schoolId, viewer)
    .where(
      sql<boolean>`m.id in (select message_id from message_students where school_id = ${schoolId} and student_id = ${studentId})`,
    )
    .orderBy('m.id', 'desc')
    .limit(most)
}

/** Selects one message that the viewer may see. */
export function messageById(db: Db | Tx, schoolId: number, viewer: Viewer, id: number) {
  return visibleListedMessages(db, schoolId, viewer).where('m.id', '=', id)
}

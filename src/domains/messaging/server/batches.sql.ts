import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { MessageKind, MessageState } from '../messaging.rules.ts'
import type { batchesView } from '../messaging.schema.ts'

type BatchesView = z.output<typeof batchesView>

/** A batch of messages that one person queued, with the number of messages in each state. */
export interface BatchRow {
  id: number
  schoolId: number
  kind: MessageKind
  templateName: string
  text: string
  audience: number
  /** The sections' current names; empty for another audience. */
  sectionNames: string[]
  createdAt: Date
  createdByName: string
  total: number
  cost: number
  counts: { state: MessageState; count: number }[]
}

function batches(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('messageBatches as b')
    .select([
      'b.id',
      'b.schoolId',
      'b.templateName',
      'b.text',
      'b.audience',
      'b.createdAt',
      'b.createdByName',
      'b.total',
      'b.cost',
    ])
    .select([
      sql<MessageKind>`b.kind`.as('kind'),
      sql<string[]>`array(
        select classes.name || '-' || sections.name from sections
        join classes on classes.school_id = current_school() and classes.id = sections.class_id
        where sections.school_id = current_school() and sections.id = any(b.section_ids)
        order by sections.sr, sections.id
      )`.as('sectionNames'),
      sql<BatchRow['counts']>`coalesce((
        select jsonb_agg(jsonb_build_object('state', states.state, 'count', states.count) order by states.state)
        from (
          select m.state, count(*)::int as count from messages m
          where m.school_id = current_school() and m.batch_id = b.id group by m.state
        ) states
      ), '[]')`.as('counts'),
    ])
    .where('b.schoolId', '=', schoolId)
}

/** Selects one batch by its id. */
export function batchById(db: Db | Tx, schoolId: number, id: number) {
  return batches(db, schoolId).where('b.id', '=', id)
}

/** Reads the newest batch with a preview token, and whether it is less than ten minutes old. */
export function latestBatchWithToken(db: Tx, schoolId: number, token: string) {
  return db
    .selectFrom('messageBatches')
    .select(['id', 'createdByName', sql<boolean>`created_at > clock_timestamp() - interval '10 minutes'`.as('recent')])
    .where('schoolId', '=', schoolId)
    .where('token', '=', token)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Matches the batches of a search that the viewer may see. A class-limited ADMIN sees the own batches only. */
function visibleAndMatching(viewer: Viewer, { search = '' }: BatchesView) {
  const own = viewer.classIds === null ? sql<boolean>`true` : sql<boolean>`b.created_by = ${viewer.subject}::uuid`
  return sql<boolean>`${own} and position(lower(${search}) in
    lower(concat_ws(' ', b.template_name, replace(b.kind, '_', ' '), b.text, b.created_by_name))) > 0`
}

/** Selects a page of the viewer's batches, newest first. */
export function batchPage(db: Db, schoolId: number, viewer: Viewer, view: BatchesView) {
  const { page = 0, pageSize = 20 } = view
  return batches(db, schoolId)
    .where(visibleAndMatching(viewer, view))
    .orderBy('b.id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
}

/** Counts the viewer's batches that match a search. */
export function batchCount(db: Db, schoolId: number, viewer: Viewer, view: BatchesView) {
  return db
    .selectFrom('messageBatches as b')
    .where('b.schoolId', '=', schoolId)
    .where(visibleAndMatching(viewer, view))
    .select((row) => row.fn.countAll<number>().as('total'))
}

import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { rowsOf } from './scores.sql.ts'

/** A publication with the students who have a card of it. */
export interface PublicationToTell {
  id: number
  termId: number
  part: string
  visibleFrom: string
  withdrawn: boolean
  /** When families were told last. */
  sentAt: Date | null
  studentIds: number[]
}

/** Selects publications that the viewer may see. */
export function selectPublicationsToTell(db: Db | Tx, viewer: Viewer, schoolId: number, ids: readonly number[]) {
  return rowsOf(
    db,
    sql<PublicationToTell>`
      select p.id, p.term_id, p.part, p.visible_from, p.withdrawn_at is not null as withdrawn, p.messages_sent_at as sent_at,
        array(select c.student_id from report_cards c
          where c.school_id = ${schoolId} and c.publication_id = p.id order by c.id) as student_ids
      from result_publications p
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      where p.school_id = ${schoolId} and p.id = any(${ids}::bigint[]) and ${visibleSection(viewer)}
      order by array_position(${ids}::bigint[], p.id)`,
  )
}

/** Selects and locks publications: the job and a person who sends by hand wait for each other. */
export function lockPublications(db: Tx, schoolId: number, ids: readonly number[]) {
  return db
    .selectFrom('resultPublications')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
}

/** A publication of which families are to be told now. */
export interface DuePublication {
  id: number
  termId: number
  part: string
  publishedBy: string
  publishedByName: string
}

/** An order that could not be carried out is tried again after this time. */
const retryMs = 3_600_000

/** Selects the publications of which families are to be told now. */
export function selectDuePublications(db: Db | Tx, schoolId: number, now: Date) {
  const triedBefore = new Date(now.getTime() - retryMs)
  return db
    .selectFrom('resultPublications')
    .select(['id', 'termId', 'part', 'publishedBy', 'publishedByName'])
    .where('schoolId', '=', schoolId)
    .where('messagesOrdered', '=', true)
    .where('messagesSentAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('visibleFrom', '<=', schoolDay(now))
    .where((row) => row.or([row('messagesTriedAt', 'is', null), row('messagesTriedAt', '<=', triedBefore)]))
    .orderBy('id')
}

/** Stores what became of the messages of publications. */
export async function updateMessages(
  db: Tx,
  { schoolId, ids }: { schoolId: number; ids: readonly number[] },
  change: { messagesOrdered?: boolean; messagesSentAt?: Date; messagesTriedAt: Date | null; messagesProblem: string | null },
): Promise<void> {
  await db
    .updateTable('resultPublications')
    .set(change)
    .where('schoolId', '=', schoolId)
    .where('id', 'in', [...ids])
    .execute()
}

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { visibleCard } from './cardsOfStudent.sql.ts'
import { rowsOf } from './scores.sql.ts'

/** A stored card to print. `content` is JSON text, because camel-casing must not change the names inside. */
export interface PrintedCardRow {
  content: string
  token: string
  withdrawn: boolean
}

/** Selects cards by the order of their publications, then as they were stored, by roll. */
function selectCards(db: Db | Tx, schoolId: number, publicationIds: readonly number[], chosen: RawBuilder<unknown>) {
  return rowsOf(
    db,
    sql<PrintedCardRow>`
      select c.content::text as content, c.token, p.withdrawn_at is not null as withdrawn
      from report_cards c
      join result_publications p on p.school_id = ${schoolId} and p.id = c.publication_id
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      where c.school_id = ${schoolId} and ${chosen}
      order by array_position(${publicationIds}::bigint[], c.publication_id), c.id`,
  )
}

/** Selects the cards of publications that the viewer may see. */
export function selectCardsOfPublications(db: Db | Tx, viewer: Viewer, schoolId: number, publicationIds: readonly number[]) {
  const chosen = sql`c.publication_id = any(${publicationIds}::bigint[]) and ${visibleSection(viewer)}`
  return selectCards(db, schoolId, publicationIds, chosen)
}

/** Selects a card that the viewer may see. A STUDENT sees the own ones that are not withdrawn, from their day on. */
export function selectCard(db: Db | Tx, viewer: Viewer, schoolId: number, { id, today }: { id: number; today: string }) {
  const mine = sql`c.student_id = ${viewer.studentId}::bigint and p.withdrawn_at is null and p.visible_from <= ${today}::date`
  const chosen = viewer.role === 'STUDENT' ? mine : visibleCard(db, viewer, schoolId)
  return selectCards(db, schoolId, [], sql`c.id = ${id} and ${chosen}`)
}

/** A publication to print, with the number of its cards. */
export interface PublicationToPrint {
  id: number
  name: string
  part: string
  cards: number
}

/** Selects publications that the viewer may see. */
export function selectPublicationsToPrint(db: Db | Tx, viewer: Viewer, schoolId: number, ids: readonly number[]) {
  return rowsOf(
    db,
    sql<PublicationToPrint>`
      select p.id, classes.name || '-' || sections.name as name, p.part,
        (select count(*)::int from report_cards c where c.school_id = ${schoolId} and c.publication_id = p.id) as cards
      from result_publications p
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      where p.school_id = ${schoolId} and p.id = any(${ids}::bigint[]) and ${visibleSection(viewer)}
      order by array_position(${ids}::bigint[], p.id)`,
  )
}

/** Selects what the public page of a card says, by the token of its code. */
export function selectPublicCard(db: Db | Tx, schoolId: number, token: string) {
  return rowsOf(
    db,
    sql<Pick<PrintedCardRow, 'content' | 'withdrawn'> & { studentId: number; visibleFrom: string }>`
      select c.content::text as content, c.student_id, p.visible_from, p.withdrawn_at is not null as withdrawn
      from report_cards c
      join result_publications p on p.school_id = ${schoolId} and p.id = c.publication_id
      where c.school_id = ${schoolId} and c.token = ${token}`,
  )
}

import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { CommandContext } from '#platform/command.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import type { ReportCard } from '../reportCard.schema.ts'
import { rowsOf } from './scores.sql.ts'

/** The published results of a section in a part. */
export interface PublicationRow {
  schoolId: number
  id: number
  termId: number
  sectionId: number
  sectionName: string
  className: string
  /** '' for the year. */
  part: string
  /** Whether it has cards only of students who were examined again. */
  supplementary: boolean
  visibleFrom: string
  /** Number of cards. */
  cards: number
  /** Number of students without one. */
  leftOut: number
  publishedAt: Date
  publishedByName: string
  withdrawnAt: Date | null
  withdrawnByName: string | null
  withdrawReason: string | null
  /** Whether the head has ordered that families are told on the day from which they see the cards. */
  messagesOrdered: boolean
  /** When messages to families were queued last, by the order or by hand. */
  messagesSentAt: Date | null
  /** Why the order could not be carried out, in English; null where it has not failed. */
  messagesProblem: string | null
}

/** Selects publications that the viewer may see, the newest first: one, or those of a term or section. */
export function selectPublications(
  db: Db | Tx,
  viewer: Viewer,
  schoolId: number,
  { id, termId, sectionId }: { id?: number; termId?: number; sectionId?: number | null | undefined },
) {
  const chosen = id === undefined ? sql`p.term_id = ${termId}` : sql`p.id = ${id}`
  const ofSection = sectionId ? sql`and p.section_id = ${sectionId}` : sql``
  return rowsOf(
    db,
    sql<PublicationRow>`
      select p.school_id, p.id, p.term_id, p.section_id, sections.name as section_name, classes.name as class_name, p.part,
        p.supplementary, p.visible_from, p.cards, p.left_out, p.published_at, p.published_by_name, p.withdrawn_at, p.withdrawn_by_name,
        p.withdraw_reason, p.messages_ordered, p.messages_sent_at, p.messages_problem
      from result_publications p
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      where p.school_id = ${schoolId} and ${chosen} ${ofSection} and ${visibleSection(viewer)}
      order by p.id desc`,
  )
}

/** Locks a publication and returns it, if the viewer may see it. */
export async function lockPublication({
  db,
  read,
  viewer,
  schoolId,
  input: { id },
}: Pick<CommandContext<{ id: number }, unknown>, 'db' | 'read' | 'viewer' | 'schoolId' | 'input'>): Promise<
  PublicationRow | undefined
> {
  const [, [row]] = await read(
    db.selectFrom('resultPublications').select('id').where('schoolId', '=', schoolId).where('id', '=', id).forNoKeyUpdate(),
    selectPublications(db, viewer, schoolId, { id }),
  )
  return row
}

/** What a card says of a student besides the result. */
export type CardStudent = ReportCard['student'] & { studentId: number; photoFile: string | null }

export function selectCardStudents(db: Db | Tx, schoolId: number, sectionId: number) {
  return rowsOf(
    db,
    sql<CardStudent>`
      select s.id as student_id, s.name, s.father_name, s.mother_name, s.guardian, s.birthdate::text as birthdate, s.register_no,
        s.pen_number, s.saral_id, s.photo_file
      from enrolments e join students s on s.school_id = ${schoolId} and s.id = e.student_id and not s.disabled
      where e.school_id = ${schoolId} and e.section_id = ${sectionId}`,
  )
}

/** Selects the name by which a class's school goes in a school with several names; '' for its own. */
export function selectClassSchoolName(db: Db | Tx, schoolId: number, classId: number) {
  return db.selectFrom('classes').select('smsSuffix').where('schoolId', '=', schoolId).where('id', '=', classId)
}

/** Returns what a card says of the school. */
export function cardSchool(school: School, ownName: string): ReportCard['school'] {
  const { village, taluka, dist, state } = school
  return {
    name: school.manySchoolNames && ownName !== '' ? ownName : school.name,
    address: [village, taluka, dist, state].filter((line) => line !== '').join(', '),
    phone: school.adminPhone,
    email: school.email,
    board: school.board,
    affiliationNo: school.affiliationNo,
    recognitionNo: school.recognitionNo,
    udise: school.udise,
    signatureFile: school.signatureFile,
  }
}

/** Stores cards of a publication in one statement. */
export async function storeCards(
  db: Tx,
  { schoolId, publicationId, termId }: { schoolId: number; publicationId: number; termId: number },
  cards: readonly { studentId: number; token: string; content: ReportCard }[],
): Promise<void> {
  await sql`
    insert into report_cards (school_id, publication_id, term_id, student_id, content, token)
    select ${schoolId}::bigint, ${publicationId}::bigint, ${termId}::bigint, student_id, content, token
    from unnest(
      ${cards.map(({ studentId }) => studentId)}::bigint[], ${cards.map(({ content }) => JSON.stringify(content))}::jsonb[],
      ${cards.map(({ token }) => token)}::text[]
    ) as cards (student_id, content, token)
    returning school_id`.execute(db)
}

/** A published card. `content` is JSON text, because camel-casing must not change the names inside. */
export interface CardRow {
  id: number
  publicationId: number
  studentId: number
  name: string
  content: string
  token: string
  termName: string
  className: string
  sectionName: string
  part: string
  publishedAt: Date
  visibleFrom: string
  withdrawn: boolean
}

function cardRows(db: Db | Tx, schoolId: number, chosen: ReturnType<typeof sql>) {
  return rowsOf(
    db,
    sql<CardRow>`
      select c.id, c.publication_id, c.student_id, students.name, c.content::text as content, c.token, terms.name as term_name,
        classes.name as class_name, sections.name as section_name, p.part, p.published_at, p.visible_from,
        p.withdrawn_at is not null as withdrawn
      from report_cards c
      join result_publications p on p.school_id = ${schoolId} and p.id = c.publication_id
      join students on students.school_id = ${schoolId} and students.id = c.student_id
      join terms on terms.school_id = ${schoolId} and terms.id = p.term_id
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      where c.school_id = ${schoolId} and ${chosen}
      order by p.id desc, c.id`,
  )
}

/** Selects the cards of a publication that the viewer may see, in the order in which they were stored, by roll. */
export function selectPublishedCards(db: Db | Tx, viewer: Viewer, schoolId: number, publicationId: number) {
  return cardRows(db, schoolId, sql`c.publication_id = ${publicationId} and ${visibleSection(viewer)}`)
}

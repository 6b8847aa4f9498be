import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import type { Day } from '#shared/dates.ts'
import { enteringTeachers, rowsOf } from './scores.sql.ts'

/** A teacher who enters the scores of a subject in a section, with how the teacher is reached. */
export interface RemindedTeacher {
  sectionId: number
  subjectId: number
  userId: number
  /** The account; null for none. */
  subject: string | null
  name: string
  phone: string
  hasDevice: boolean
}

/** A subject of a section that nobody is assigned to. */
type UnassignedSheet = Pick<RemindedTeacher, 'sectionId' | 'subjectId'> & { userId: null }

/**
 * Selects who enters the scores of the subjects of a term's sections that the viewer sees as a whole: a TEACHER those
 * of the own sections. A subject without a teacher has one row.
 */
export function selectRemindedTeachers(
  db: Db | Tx,
  viewer: Viewer,
  schoolId: number,
  { termId, sectionId }: { termId: number; sectionId?: number | null | undefined },
) {
  const chosen = sectionId ? sql`and sections.id = ${sectionId}` : sql``
  return rowsOf(
    db,
    sql<RemindedTeacher | UnassignedSheet>`
      select sections.id as section_id, a.id as subject_id, users.id as user_id, users.subject, users.name, users.phone,
        exists (select from device_tokens d where d.subject = users.subject) as has_device
      from sections
      join assessed_subjects a on a.school_id = ${schoolId} and a.class_id = sections.class_id
      left join lateral (select distinct user_id from ${enteringTeachers(schoolId)} entering) t on true
      left join users on users.school_id = ${schoolId} and users.id = t.user_id and not users.disabled
      where sections.school_id = ${schoolId} and sections.term_id = ${termId} and ${visibleSection(viewer)} ${chosen}
      order by users.name, users.id`,
  )
}

/** When teachers were last reminded of a sheet. */
export interface ReminderRow {
  sectionId: number
  subjectId: number
  askedAt: Date
  askedByName: string
}

/** Selects the reminders of a day in a part. */
export function selectRemindersOfDay(db: Db | Tx, schoolId: number, part: string, day: Day) {
  return rowsOf(
    db,
    sql<ReminderRow>`
      select section_id, assessed_subject_id as subject_id, asked_at, asked_by_name from score_reminders
      where school_id = ${schoolId} and part = ${part} and day = ${day}`,
  )
}

/**
 * Stores that teachers are reminded today of sheets, but of those for which somebody has reminded them today. Of two
 * people at once, one does.
 * @returns the sheets that are stored now
 */
export async function storeReminders(
  db: Tx,
  schoolId: number,
  { part, day, subject, name }: { part: string; day: Day; subject: string; name: string },
  sheets: readonly { sectionId: number; subjectId: number }[],
): Promise<{ id: number; sectionId: number; subjectId: number; askedAt: Date }[]> {
  const { rows } = await sql<{ id: number; sectionId: number; subjectId: number; askedAt: Date }>`
    insert into score_reminders (school_id, section_id, assessed_subject_id, part, day, asked_by, asked_by_name)
    select ${schoolId}::bigint, section_id, subject_id, ${part}::text, ${day}::date, ${subject}::uuid, ${name}::text
    from unnest(${sheets.map(({ sectionId }) => sectionId)}::bigint[], ${sheets.map(({ subjectId }) => subjectId)}::bigint[])
      as missing (section_id, subject_id)
    -- In one order, so that two people who remind of the same sheets do not wait for each other.
    order by section_id, subject_id
    on conflict (school_id, section_id, assessed_subject_id, part) do update
      set day = excluded.day, asked_at = excluded.asked_at, asked_by = excluded.asked_by, asked_by_name = excluded.asked_by_name
      where score_reminders.day < excluded.day
    returning id, section_id, assessed_subject_id as subject_id, asked_at`.execute(db)
  return rows
}

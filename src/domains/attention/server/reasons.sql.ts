import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import { caseRules, type Decisions, type Figure, type Finding, type RuleName, type StandingReason } from '../attention.rules.ts'

/**
 * Reads the standing reasons of a school, or those of attendance of the students of some sections.
 * @param sectionIds null for all reasons of the school, also of students who have left
 */
export async function standingReasons(
  db: Tx,
  schoolId: number,
  termId: number | null,
  sectionIds: readonly number[] | null,
): Promise<StandingReason[]> {
  const inScope =
    sectionIds === null
      ? sql`true`
      : sql`e.section_id = any(${sectionIds}::bigint[]) and c.concern = 'ATTENDANCE' and c.term_id = ${termId}`
  const { rows } = await sql<StandingReason>`
    select a.id, a.student_id, a.rule, a.value, a.base, a.since, a.weekday,
      case when c.term_id is distinct from ${termId}::bigint then 'TERM'
        when e.student_id is null or s.disabled then 'LEFT' else 'HERE' end as place
    from attention_reasons a
    join attention_cases c on c.school_id = ${schoolId} and c.id = a.case_id
    join students s on s.school_id = ${schoolId} and s.id = a.student_id
    left join enrolments e on e.school_id = ${schoolId} and e.term_id = c.term_id and e.student_id = a.student_id
    where a.school_id = ${schoolId} and a.gone_on is null and ${inScope}
    order by a.id`.execute(db)
  return rows
}

interface Scope {
  schoolId: number
  termId: number
  day: Day
}

/**
 * Stores new reasons, each in the student's open case of its concern. A student without one gets a case, owned by the
 * first teacher of the section. A case that waits comes back to the board.
 */
export async function storeFound(db: Tx, { schoolId, termId, day }: Scope, found: readonly Finding[]): Promise<void> {
  if (found.length === 0) return
  const concern = (rule: RuleName) => caseRules[rule].concern
  const rows = sql`unnest(${found.map((row) => row.studentId)}::bigint[], ${found.map((row) => row.rule)}::text[],
    ${found.map((row) => concern(row.rule))}::text[], ${found.map((row) => row.value)}::bigint[], ${found.map((row) => row.base)}::bigint[],
    ${found.map((row) => row.since)}::date[], ${found.map((row) => row.weekday)}::smallint[])
    as f (student_id, rule, concern, value, base, since, weekday)`
  // Whoever closes one of these cases by hand is waited for, so that no reason is added to a closed case.
  await sql`
    select from attention_cases
    where school_id = ${schoolId} and closed_at is null and student_id = any(${found.map((row) => row.studentId)}::bigint[])
    order by id for update`.execute(db)
  await sql`
    insert into attention_cases (school_id, term_id, student_id, concern, owner_id, opened_on)
    select ${schoolId}::bigint, ${termId}::bigint, f.student_id, f.concern, case f.concern when 'ATTENDANCE' then (
        select min(t.user_id) from enrolments e
        join section_teachers t on t.school_id = ${schoolId} and t.section_id = e.section_id
        join users u on u.school_id = ${schoolId} and u.id = t.user_id and not u.disabled
        where e.school_id = ${schoolId} and e.term_id = ${termId} and e.student_id = f.student_id
      ) end, ${day}::date
    from (select distinct student_id, concern from ${rows}) f
    order by f.student_id
    on conflict (school_id, student_id, concern) where closed_at is null do nothing`.execute(db)
  await sql`
    update attention_cases c set look_again_on = null
    from (select distinct student_id, concern from ${rows}) f
    where c.school_id = ${schoolId} and c.student_id = f.student_id and c.concern = f.concern and c.closed_at is null
      and c.look_again_on > ${day}::date`.execute(db)
  await sql`
    insert into attention_reasons (school_id, case_id, student_id, rule, found_on, found_value, found_base, value, base, since, weekday)
    select ${schoolId}::bigint, c.id, f.student_id, f.rule, ${day}::date, f.value, f.base, f.value, f.base, f.since, f.weekday
    from ${rows}
    join attention_cases c on c.school_id = ${schoolId} and c.student_id = f.student_id and c.concern = f.concern and c.closed_at is null
    order by c.id
    on conflict (school_id, student_id, rule) where gone_on is null do nothing`.execute(db)
}

/** Stores figures of standing reasons, and which of them stand no more. */
export async function storeFigures(db: Tx, schoolId: number, day: Day, { changed, gone }: Decisions): Promise<void> {
  const all: readonly (Figure & { id: number; why?: string })[] = [...changed, ...gone]
  if (all.length === 0) return
  await sql`
    update attention_reasons a set value = f.value, base = f.base, since = f.since, weekday = f.weekday, gone_why = f.why,
      gone_on = case when f.why is not null then greatest(${day}::date, a.found_on) end
    from unnest(${all.map((row) => row.id)}::bigint[], ${all.map((row) => row.value)}::bigint[], ${all.map((row) => row.base)}::bigint[],
      ${all.map((row) => row.since)}::date[], ${all.map((row) => row.weekday)}::smallint[], ${all.map((row) => row.why ?? null)}::text[])
      as f (id, value, base, since, weekday, why)
    where a.school_id = ${schoolId} and a.id = f.id and a.gone_on is null`.execute(db)
}

/** Closes the open cases of which no reason stands any more. */
export async function closeCasesWithoutReason(db: Tx, schoolId: number, day: Day, reasonIds: readonly number[]): Promise<void> {
  if (reasonIds.length === 0) return
  await sql`
    update attention_cases c set closed_on = greatest(${day}::date, c.opened_on), closed_at = now(), look_again_on = null
    where c.school_id = ${schoolId} and c.closed_at is null
      and c.id in (select case_id from attention_reasons where school_id = ${schoolId} and id = any(${reasonIds}::bigint[]))
      and not exists (select from attention_reasons a where a.school_id = ${schoolId} and a.case_id = c.id and a.gone_on is null)`.execute(
    db,
  )
}

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { studentFigures, tenthsOf } from '#domains/attendance/server/studentFigures.exports.ts'
import { overdueStudents } from '#domains/fees/server/overdue.exports.ts'
import {
  caseRules,
  type Finding,
  leastDays,
  leastRecentAway,
  leastRecentDays,
  recentDays,
  type RuleName,
  type RuleSetting,
  weekdayDays,
  weekdaysSeen,
} from '../attention.rules.ts'

/** The children and the day that rules are asked about. */
interface Wanted {
  termId: number
  sectionIds: readonly number[]
  day: Day
  rules: readonly RuleSetting[]
}

/** Before every register: all marks of a term count. */
const firstDay: Day = '1900-01-01'

type AttendanceRule = Exclude<RuleName, 'OVERDUE'>

/**
 * Selects what the rules of attendance find on a day: children whom a rule finds, and the figures of those with a
 * standing reason. One statement counts the marks once for all rules, as the report of students who need attention
 * counts them.
 */
export function attendanceFindings(db: Db | Tx, school: School, { termId, sectionIds, day, rules }: Wanted) {
  const recent = sql`day > ${addDays(day, -recentDays)}::date`
  const [run, share, fall, weekday, gate] = (['ABSENT_RUN', 'LOW_SHARE', 'FALL', 'WEEKDAY', 'GATE'] as const).map((rule) =>
    limitsOf(rules, rule),
  ) as [Limits, Limits, Limits, Limits, Limits]
  const finding = (rule: AttendanceRule, figures: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    rules.some((setting) => setting.rule === rule && setting.enabled)
      ? [sql`select student_id, ${rule}::text, ${figures} from ${from}`]
      : []
  const found = [
    ...finding(
      'ABSENT_RUN',
      sql`run, back, run_since, null::int, last_run >= ${run.opensAt}, back >= ${run.goneAt}`,
      sql`student_figures where days > 0`,
    ),
    ...finding(
      'LOW_SHARE',
      sql`share, marks, null::date, null::int, days >= ${leastDays} and share < ${share.opensAt} * 10, share >= ${share.goneAt} * 10`,
      sql`(select student_id, days, present + absent + late as marks,
        ${tenthsOf(sql`(present + late)`, sql`(present + absent + late)`)} as share from student_figures where days > 0) f`,
    ),
    ...finding(
      'FALL',
      sql`lately, before, null::date, null::int, days_before >= ${leastDays} and away_lately >= ${leastRecentAway} and before - lately >= ${fall.opensAt} * 10,
        before - lately <= ${fall.goneAt} * 10`,
      sql`recent_shares where days_lately >= ${leastRecentDays} and before is not null`,
    ),
    ...finding(
      'WEEKDAY',
      sql`away, seen, null::date, weekday, away >= ${weekday.opensAt} and away * 2 >= all_away, away <= ${weekday.goneAt}`,
      sql`worst_weekdays`,
    ),
    ...finding(
      'GATE',
      sql`mismatches, ${recentDays}::int, last_mismatch, null::int, mismatches >= ${gate.opensAt}, mismatches <= ${gate.goneAt}`,
      sql`gate_days`,
    ),
  ]
  if (found.length === 0) return null
  return db
    .selectFrom(
      sql<Finding>`(
    with ${studentFigures(school, { termId, sectionIds, start: firstDay, end: day })},
    recent_shares as (
      select student_id, count(*) filter (where ${recent}) as days_lately, count(*) filter (where not ${recent}) as days_before,
        count(*) filter (where ${recent} and absent > 0) as away_lately,
        ${tenthsOf(sql`sum(present + late) filter (where ${recent})`, sql`sum(present + absent + late) filter (where ${recent})`)} as lately,
        ${tenthsOf(sql`sum(present + late) filter (where not ${recent})`, sql`sum(present + absent + late) filter (where not ${recent})`)} as before
      from student_days group by student_id
    ),
    worst_weekdays as (
      select distinct on (student_id) student_id, weekday, away, seen, sum(away) over (partition by student_id) as all_away
      from (
        select student_id, weekday, count(*) filter (where away)::int as away, count(*)::int as seen
        from (
          select student_id, extract(dow from day)::int as weekday, away,
            row_number() over (partition by student_id, extract(dow from day)::int order by day desc) as nth
          from student_days where day > ${addDays(day, -weekdayDays)}::date
        ) d
        where nth <= ${weekdaysSeen} group by student_id, weekday
      ) w
      order by student_id, away desc, weekday
    ),
    gate_days as (
      select student_id, count(*) filter (where mismatch)::int as mismatches, max(day) filter (where mismatch) as last_mismatch
      from (
        select student_id, day, case when away and ${recent} then exists (
          select from gate_scans s
          where s.school_id = ${school.id} and s.day = d.day and s.student_id = d.student_id and s.direction = 'IN')
          else false end as mismatch
        from student_days d
      ) d
      group by student_id
    ),
    found as (
      -- Named here: of a name list of the CTE itself a cluster forgets the names when one rule alone is on.
      select * from (${sql.join(found, sql` union all `)}) all_rules (student_id, rule, value, base, since, weekday, opens, gone)
    )
    select f.student_id, f.rule, f.value, f.base, f.since, f.weekday, f.opens, f.gone
    from found f
    left join attention_reasons a on a.school_id = ${school.id} and a.student_id = f.student_id and a.rule = f.rule and a.gone_on is null
    where f.opens or a.id is not null)`.as<'f'>('f'),
    )
    .selectAll()
}

interface Limits {
  opensAt: number
  goneAt: number
}

function limitsOf(rules: readonly RuleSetting[], rule: RuleName): Limits {
  const { threshold } = rules.find((setting) => setting.rule === rule) ?? caseRules[rule]
  return { opensAt: threshold, goneAt: caseRules[rule].goneAt(threshold) }
}

/**
 * Reads whose fees are overdue for longer than a school wants, from the pending list, and how much is overdue of those
 * who were found before.
 * @param standing the children who were found before
 */
export async function overdueFindings(
  db: Tx,
  school: School,
  { termId, day, rules }: Pick<Wanted, 'termId' | 'day' | 'rules'>,
  standing: readonly number[],
): Promise<Finding[]> {
  const { opensAt, goneAt } = limitsOf(rules, 'OVERDUE')
  const overdue = await overdueStudents(db, school.id, { termId, today: day })
  const known = new Set(standing)
  const listed = new Set(overdue.map(({ studentId }) => studentId))
  const figure = (studentId: number, value: number, since: Day | null) => ({
    studentId,
    rule: 'OVERDUE' as const,
    value,
    base: 0,
    since,
    weekday: null,
    opens: since !== null && since < addDays(day, -opensAt),
    gone: since === null || since >= addDays(day, -goneAt),
  })
  return [
    ...overdue.map(({ studentId, pending, dueSince }) => figure(studentId, pending, dueSince)),
    ...standing.filter((studentId) => !listed.has(studentId)).map((studentId) => figure(studentId, 0, null)),
  ].filter(({ studentId, opens }) => opens || known.has(studentId))
}

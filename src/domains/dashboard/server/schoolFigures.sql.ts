import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/database/connect.ts'
import { containsPattern } from '#platform/database/likePattern.ts'
import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import type { schoolsComparison } from '../schoolFigures.schema.ts'

/** A school beside the others. Figures are null before they were counted; those of today also if counted before it. */
export interface ComparedSchool {
  schoolId: number
  name: string
  description: string
  countedAt: Date | null
  students: number | null
  present: number | null
  absent: number | null
  /** Sections that expect a register today, 0 on a holiday; and those with a taken one. */
  sections: number | null
  sectionsTaken: number | null
  collectedToday: Paise | null
  collectedTerm: Paise | null
  overdue: Paise | null
  openDays: number | null
}

/** Sums over all schools that match. */
export interface SchoolSums {
  total: number
  students: number
  present: number
  absent: number
  collectedToday: Paise
  collectedTerm: Paise
  overdue: Paise
  openDays: number
}

type View = z.output<typeof schoolsComparison>

const sortColumns: Readonly<Record<NonNullable<View['sort']>, RawBuilder<unknown>>> = {
  NAME: sql`lower(name)`,
  STUDENTS: sql`students`,
  ATTENDANCE: sql`present::numeric / nullif(present + absent, 0)`,
  COLLECTED_TODAY: sql`collected_today`,
  COLLECTED_TERM: sql`collected_term`,
  OVERDUE: sql`overdue`,
  OPEN_DAYS: sql`open_days`,
}

/**
 * SQL of the schools that match a search, with the figures that the job has kept. It is for the installation (school
 * 0), which alone may read the figures of every school: the policy `compared`. Nothing else of a school is read here.
 */
function compared(today: Day, search: string): RawBuilder<unknown> {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean)
  const matches = words.map((word) => sql`lower(schools.name || ' ' || schools.description) like ${containsPattern(word)}`)
  const ofToday = (column: string) => sql`case when f.day = ${today} then ${sql.ref(`f.${column}`)} end as ${sql.ref(column)}`
  return sql`select schools.id as school_id, schools.name, schools.description, f.counted_at, f.students, f.collected_term, f.overdue,
      f.open_days, ${sql.join(['present', 'absent', 'sections', 'sections_taken', 'collected_today'].map(ofToday))}
    from schools left join school_figures f on f.school_id = schools.id
    where ${sql.join([sql`schools.id > 0 and not schools.is_society`, ...matches], sql` and `)}`
}

/** Selects a page of the schools side by side. A school without a figure comes last. */
export function comparedPage(
  db: Db,
  today: Day,
  { search = '', sort = 'NAME', descending = false, page = 0, pageSize = 20 }: View,
) {
  const order = descending ? sql`desc nulls last` : sql`asc nulls last`
  return db
    .selectFrom(
      sql<ComparedSchool>`(select * from (${compared(today, search)}) c
        order by ${sortColumns[sort]} ${order}, lower(name), school_id limit ${pageSize} offset ${page * pageSize})`.as<'c'>('c'),
    )
    .selectAll()
}

/** Sums all schools that match a search: one row. */
export function comparedSums(db: Db, today: Day, { search = '' }: View) {
  const sum = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)::bigint as ${sql.ref(column)}`
  const columns = ['students', 'present', 'absent', 'collected_today', 'collected_term', 'overdue', 'open_days']
  return db
    .selectFrom(
      sql<SchoolSums>`(select count(*)::int as total, ${sql.join(columns.map(sum))} from (${compared(today, search)}) c)`.as<'s'>(
        's',
      ),
    )
    .selectAll()
}

/** Selects the schools whose figures are older than a moment or of another day, the oldest first. */
export function outdatedSchools(db: Db, today: Day, before: Date) {
  return db
    .selectFrom(
      sql<{ id: number }>`(select schools.id from schools left join school_figures f on f.school_id = schools.id
        where schools.id > 0 and not schools.is_society and (f.school_id is null or f.day <> ${today} or f.counted_at < ${before})
        order by f.counted_at nulls first, schools.id)`.as<'o'>('o'),
    )
    .selectAll()
}

import type pg from 'pg'

/**
 * Takes the register of every section on each of `days` days, with a mark of each student: of the current term on the
 * days before today, of the terms before it 365 days earlier each.
 * @param school the one school whose registers are taken; all schools without it
 */
export async function fillMarks(
  owner: pg.Client,
  { school = null, days }: { school?: number | null; days: number },
): Promise<void> {
  for (const [table, statement] of statements) {
    await owner.query(statement, statement.includes('$2') ? [school, days] : [school])
    // Without statistics the next statement is planned for empty tables.
    await owner.query(`analyze ${table}`)
  }
}

const statements = [
  [
    'registers',
    `insert into registers (school_id, term_id, section_id, day, session, taken_at, taken_by, taken_by_name)
       select s.school_id, s.term_id, s.id, day, 'DAY', (day + time '08:00') at time zone 'Asia/Kolkata', gen_random_uuid(), 'Teacher'
         from sections s
         join (select id, school_id, row_number() over (partition by school_id order by starts_on desc) - 1 as ago from terms) term
           on term.school_id = s.school_id and term.id = s.term_id
         cross join generate_series(1, $2::int) n
         cross join lateral (select (now() at time zone 'Asia/Kolkata')::date - 365 * term.ago::int - n as day) taken
        where $1::bigint is null or s.school_id = $1`,
  ],
  [
    'marks',
    `insert into marks (school_id, register_id, student_id, value)
       select r.school_id, r.id, e.student_id, (array['P','P','P','P','P','P','P','P','A','L'])[1 + (e.student_id * 7 + r.id * 3) % 10]
         from registers r join enrolments e on e.school_id = r.school_id and e.section_id = r.section_id
        where $1::bigint is null or r.school_id = $1`,
  ],
  [
    'registers',
    `update registers r set present = m.p, absent = m.a, late = m.l
       from (select school_id, register_id, count(*) filter (where value = 'P') as p, count(*) filter (where value = 'A') as a,
           count(*) filter (where value = 'L') as l from marks where $1::bigint is null or school_id = $1 group by 1, 2) m
      where r.school_id = m.school_id and r.id = m.register_id`,
  ],
] as const

import { expect, test } from 'vitest'
import { tablesWithoutSchool } from './tablesWithoutSchool.ts'

const tables = [
  'students',
  'enrolments',
  'sections',
  'payments',
  'collected_lines',
  'concessions',
  'concession_kinds',
  'terms',
  'fees',
]

const without = (sql: string) => tablesWithoutSchool(sql, (table) => tables.includes(table))

test('a fee account asked for the name of a concession by the school of its line', () => {
  expect(
    without(`select case when line.concession_id is not null then (
        select kind.name from concessions concession
        join concession_kinds kind on kind.school_id = concession.school_id and kind.id = concession.kind_id
        where concession.school_id = line.school_id and concession.id = line.concession_id) end as "concession_name"
      from "collected_lines" as "line" left join "payments" on "payments"."school_id" = "line"."school_id" and "payments"."id" = "line"."payment_id"
      where "line"."school_id" = $1 and "line"."student_id" = $2`),
  ).toEqual(['payments', 'concessions concession', 'concession_kinds kind'])
})

test('the months of the dashboard asked for the term of a fee by the school of the fee', () => {
  expect(
    without(`with due as materialized (
        select id, fee_due_on(fees.month, fees.due_on,
          (select terms.starts_on from terms where terms.school_id = fees.school_id and terms.id = fees.term_id),
          (select schools.fees_date from schools where schools.id = fees.school_id)) < $1::date as overdue
        from fees where school_id = $2 and term_id = $3)
      select count(*) from due`),
  ).toEqual(['terms'])
})

test.each([
  'select from students where school_id = $1',
  'select from students where school_id = 7 and id = $1',
  'select from students where $1::bigint = students.school_id',
  'select from "students" as "s" where ("s"."id" = $2 and "s"."school_id" = $1)',
  'select from students where school_id = current_school()',
  'select from students s join enrolments e on e.school_id = $1 and e.student_id = s.id where s.school_id = $1',
  'select from students s left join enrolments e on e.school_id = current_school() and e.student_id = s.id where s.school_id = $1',
  'select from enrolments e right join students s on e.school_id = $1 where s.school_id = $1',
  'with students as (select from fees where school_id = $1) select from students',
  'insert into students (school_id, name) values ($1, $2) on conflict (school_id, id) do update set name = excluded.name',
  'update students set name = e.roll from enrolments e where students.school_id = $1 and e.school_id = $1',
  'delete from students using enrolments e where students.school_id = $1 and e.school_id = $1',
  'select from schools join logins on logins.school_id = schools.id',
  'select from pg_catalog.students',
])('%s compares each table with the school', (sql) => {
  expect(without(sql)).toEqual([])
})

test.each([
  ['select from students', ['students']],
  ['select from public.students', ['students']],
  ['select from students where school_id = $1 or id = $2', ['students']],
  ['select from students where school_id <> $1', ['students']],
  ['select from students where school_id = any($1)', ['students']],
  ['select from students where school_id in ($1, $2)', ['students']],
  ['select from students where school_id = (select 7)', ['students']],
  ['select from students where not school_id = $1', ['students']],
  ['select from students s join enrolments e using (school_id) where s.school_id = $1', ['enrolments e']],
  ['select from students s left join enrolments e on s.school_id = $1 where e.school_id = $1', ['students s']],
  ['select from students s full join enrolments e on s.school_id = $1 and e.school_id = $1', ['students s', 'enrolments e']],
  ['select from (select from students) s where s.school_id = $1', ['students']],
  [
    'select from terms t where school_id = $1 and exists (select from students s where s.school_id = t.school_id)',
    ['students s'],
  ],
  ['select case when $1 then (select id from students limit 1) end', ['students']],
  ['select from unnest($1::int[]) n cross join lateral (select from students s where s.id = n offset 0) s', ['students s']],
  ['select from terms where school_id = $1 union all select from students', ['students']],
  ['with s as (select from students) select from s where school_id = $1', ['students']],
  ['with s as (delete from students returning school_id) select from s', ['students']],
  ['insert into terms (school_id) select school_id from students where id = $1', ['students']],
  ['insert into terms (school_id) values ($1) returning (select count(*) from students)', ['students']],
  ['update students set name = $1 where id = $2', ['students']],
  [
    'update students s set name = e.roll from enrolments e where s.school_id = $1 and e.school_id = s.school_id',
    ['enrolments e'],
  ],
  ['delete from students s using enrolments e where s.school_id = e.school_id and e.school_id = $1', ['students s']],
])('%s does not', (sql, tables) => {
  expect(without(sql)).toEqual(tables)
})

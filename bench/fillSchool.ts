import pg from 'pg'
import { Database } from '#platform/database/connect.ts'
import { listAllStudentPhones } from '#platform/guardians/studentPhones.ts'
import { writeNameKeys } from '#platform/nameKeysJob.ts'
import { fill } from './fill.ts'
import { type FeesSize, fillFees } from './fillFees.ts'
import { fillMarks } from './fillMarks.ts'
import type { BenchServer } from './server.ts'

/** How large the schools are. */
export interface SchoolSize {
  schools: number
  students: number
  sections: number
  terms: number
  /** Days of each term on which every register was taken. */
  days: number
  /** Payments of each student in each term. */
  payments: number
  /** The fees of a term, and the days of its payments, where they are not those of `FeesSize`. */
  money?: Pick<FeesSize, 'days' | 'fees'>
  /** Schools that have marks: all, or only the first one where the marks of the others change nothing. */
  marksOf: 'all' | 'first'
  /** People with an account in each school. */
  people: number
  /** Schools that the works ask, spread over all of them. */
  asked: number
}

/** A student as the works name and check them. */
export interface BenchStudent {
  id: string
  name: string
  /** What the school has collected from the student in the current term, in paise. */
  collected: string
  /** The version of the fee that is not fixed, as the counter sees it (`feeVersion` of account.rules.ts). */
  donationSeen: string
}

/** A filled school with the answers that its works must give. */
export interface BenchSchool {
  id: string
  termId: string
  startsOn: string
  donation: string
  students: BenchStudent[]
  sections: { id: string; studentIds: string[] }[]
  /** First names, each with the number of its students. */
  names: { name: string; hits: number }[]
  /** Marks since the current term began, and those of them that are P. */
  marks: number
  present: number
  paymentsToday: number
  /** In paise, cheques included. */
  collectedToday: string
  /** Accounts of ADMINs. */
  subjects: string[]
}

/**
 * Fills an empty, migrated database with whole schools, and returns those that are asked. About sixty students share a
 * first name; the registers of the days before today are taken, fees are assigned and paid, and ADMINs have accounts.
 */
export async function fillSchools(server: BenchServer, size: SchoolSize): Promise<BenchSchool[]> {
  await fill(server.ownerUrl, server.appUrl, size)
  await fillFees(server.ownerUrl, { terms: { most: size.terms, first: size.terms }, payments: size.payments, ...size.money })
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  try {
    await owner.query(named, [Math.max(1, Math.round(size.students / 60))])
    await owner.query(people, [size.people])
    const { rows: first } = await owner.query<{ id: string }>('select min(id)::text as id from schools where id > 0')
    await deriveRows(server.appUrl)
    await fillMarks(owner, { school: size.marksOf === 'first' ? Number(first[0]?.id) : null, days: size.days })
    await owner.query('vacuum analyze')
    const { rows } = await owner.query<BenchSchool>(schools, [Math.ceil(size.schools / size.asked)])
    return rows
  } finally {
    await owner.end()
  }
}

/** Writes what a serving process derives from the students at its start, which would run beside the measurement. */
async function deriveRows(appUrl: string): Promise<void> {
  const database = new Database(appUrl, { onError: () => undefined, connections: 1 })
  try {
    await writeNameKeys(database)
    await listAllStudentPhones(database)
  } finally {
    await database.close()
  }
}

const starts = `(array['Anu','Bala','Chandra','Deva','Guru','Hari','Indra','Jaya','Krishna','Madhu','Naga','Rama','Shiva','Surya'])`
const ends = `(array['priya','kant','mohan','lata','raj','nath','vati','kumar','das','prasad','mala','shankar'])`

/** Gives the students of a school so many first names, each to as many students. */
const named = `with nth as (
    select school_id, id, (row_number() over (partition by school_id order by id) - 1) % $1::int as n from students)
  update students s set first_name = given.name, name = given.name || ' ' || s.surname
    from nth cross join lateral (select ${starts}[1 + n % 14] || ${ends}[1 + n / 14 % 12] as name) given
   where s.school_id = nth.school_id and s.id = nth.id`

const people = `with added as (
    insert into users (school_id, subject, name, email, phone, role)
      select id, gen_random_uuid(), 'Office ' || n, 'office' || n || '@s' || id || '.test', '9876543210', 'ADMIN'
        from schools, generate_series(1, $1::int) n where id > 0
      returning school_id, id, subject)
  insert into logins (subject, school_id, user_id) select subject, school_id, id from added`

const schools = `select term.school_id::text as id, term.id::text as "termId", term.starts_on::text as "startsOn",
    (select id::text from fees where fees.school_id = term.school_id and fees.term_id = term.id and slug = 'donation') as donation,
    (select json_agg(json_build_object('id', s.id::text, 'name', s.name, 'collected', coalesce(paid.collected, 0)::text,
          'donationSeen', 'open:' || coalesce(paid.given, 0) || ':' || coalesce(paid.lines, 0) || ':' || coalesce(paid.last, 0)) order by s.id)
       from students s
       left join (
         select line.student_id, sum(line.amount) filter (where line.status in ('PAID', 'PART_PAID', 'REFUND')) as collected,
           sum(line.amount) filter (where fee.slug = 'donation') as given,
           count(*) filter (where fee.slug = 'donation') as lines,
           max(line.id) filter (where fee.slug = 'donation') as last
         from collected_lines line join fees fee on fee.school_id = line.school_id and fee.id = line.fee_id
         where line.school_id = term.school_id and line.term_id = term.id group by 1) paid on paid.student_id = s.id
      where s.school_id = term.school_id) as students,
    (select json_agg(json_build_object('id', section_id::text, 'studentIds', ids) order by section_id)
       from (select section_id, array_agg(student_id::text order by roll_sort, student_id) as ids from enrolments
         where school_id = term.school_id and term_id = term.id group by 1) section) as sections,
    (select json_agg(json_build_object('name', first_name, 'hits', hits) order by first_name)
       from (select first_name, count(*)::int as hits from students where school_id = term.school_id group by 1) known) as names,
    (select coalesce(sum(present + absent + late), 0)::int from registers r where r.school_id = term.school_id and r.term_id = term.id and r.day >= term.starts_on) as marks,
    (select coalesce(sum(present), 0)::int from registers r where r.school_id = term.school_id and r.term_id = term.id and r.day >= term.starts_on) as present,
    today.payments as "paymentsToday", today.collected as "collectedToday",
    (select json_agg(subject order by id) from users where school_id = term.school_id and email like 'office%') as subjects
  from terms term
  cross join lateral (select count(*)::int as payments, coalesce(sum(amount), 0)::text as collected from payments p
    where p.school_id = term.school_id and p.term_id = term.id and p.collected_on = (now() at time zone 'Asia/Kolkata')::date) today
  where term.current and term.school_id % $1::int = 0 order by term.school_id`

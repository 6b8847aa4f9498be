import pg from 'pg'
import { Database } from '#platform/database/connect.ts'
import { guardianCookie, openGuardianSession } from '#platform/guardians/sessions.ts'
import { fill } from './fill.ts'
import { fillFees } from './fillFees.ts'
import { overHttp } from './http.ts'
import { line } from './report.ts'
import { screenDocument } from './screenDocument.ts'
import { benchServer } from './server.ts'

const size = { schools: 3, students: 5000 }
/** The promise: half of the answers to one client come within this time. */
const boundMs = 15
/** Schools of the installation in which a guardian's schools are looked up, and what a lookup may take. */
const lookup = { schools: 1000, boundMs: 1 }

/**
 * Measures the one request of the family's place: a guardian with two children in one school of 5,000 students and one
 * in another, with fees, 100 registers, messages and absences; and how long it takes to find the guardian's schools
 * among 1,000.
 * @throws when one of them takes longer than promised
 */
export async function family(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId, studentIds } = await fill(server.ownerUrl, server.appUrl, size)
    await fillFees(server.ownerUrl)
    const phone = await addFamily(server.ownerUrl, schoolId, studentIds)
    const database = new Database(server.appUrl, { onError: () => undefined, connections: 1 })
    const token = await openGuardianSession(database.kysely, phone, 'Bench')
    await database.close()
    const { url } = await server.serve()
    const query = screenDocument('FamilyHome')
    const request = () => ({ query, variables: {} })
    const byCookie = (session: string) => ({ cookie: `${guardianCookie}=${session}` })
    process.stdout.write(`${'family'.padEnd(32)}   req/s     p50     p99  ratio\n`)
    await overHttp(url, token, request, { clients: 8, seconds: 3 }, byCookie)
    const many = await overHttp(url, token, request, { clients: 8, seconds: 6 }, byCookie)
    const alone = await overHttp(url, token, request, { clients: 1, seconds: 6 }, byCookie)
    process.stdout.write(`${line('the page, 8 clients', many, null)}\n${line('the page, one client', alone, null)}\n`)
    await addSchools(server.ownerUrl)
    const found = await timeLookup(server.appUrl, phone)
    process.stdout.write(`${'schools of a phone, of 1,000'.padEnd(32)} p50 ${found.toFixed(2)} ms\n`)
    if (found > lookup.boundMs) throw new Error(`Finding the schools of a phone takes ${found} ms, more than ${lookup.boundMs}.`)
    if (alone.p50 > boundMs) throw new Error(`The page of a family takes ${alone.p50} ms, more than ${boundMs}.`)
  } finally {
    await server.stop()
  }
}

const listed = `insert into student_phones (school_id, student_id, phone)
  select distinct s.school_id, s.id, given.phone from students s cross join lateral unnest(s.phones || s.phone) as given (phone)`

/** Fills the installation up to 1,000 schools, the new ones with 200 students each. */
async function addSchools(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      `with added as (
         insert into schools (name, admin_phone) select 'School ' || n, '9800000000' from generate_series(4, $1::int) n returning id
       ), terms as (insert into terms (school_id, name, current) select id, '2026-27', true from added returning school_id, id)
       insert into students (school_id, create_term_id, name, phone, qrcode)
       select school_id, id, 'Pupil ' || n, '96' || lpad(((school_id * 200 + n) % 100000000)::text, 8, '0'), school_id || '-' || n
       from terms, generate_series(1, 200) n`,
      [lookup.schools],
    )
    await owner.query(`${listed} on conflict do nothing`)
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

/** Returns the median time of a lookup in milliseconds. */
async function timeLookup(appUrl: string, phone: string): Promise<number> {
  const app = new pg.Client({ connectionString: appUrl })
  await app.connect()
  try {
    const times: number[] = []
    for (let turn = 0; turn < 500; turn += 1) {
      const began = performance.now()
      const { rowCount } = await app.query({ name: 'lookup', text: 'select schools_of_phone($1)', values: [phone] })
      times.push(performance.now() - began)
      if (rowCount !== 2) throw new Error(`A phone in 2 schools was found in ${rowCount}.`)
    }
    return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
  } finally {
    await app.end()
  }
}

/** Gives two children of a school and one of another a phone, and fills the term with registers and messages. */
async function addFamily(ownerUrl: string, schoolId: number, studentIds: readonly number[]): Promise<string> {
  const phone = '9700000001'
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('update students set phone = $2 where id = any($1)', [studentIds.slice(0, 2), phone])
    await owner.query(`update students set phones = array[$2] where id = (select min(id) from students where school_id > $1)`, [
      schoolId,
      phone,
    ])
    // Half of the students have a second phone.
    await owner.query(
      `update students set phones = array['97' || lpad((id % 100000000)::text, 8, '0')] where id % 2 = 0 and phones = '{}'`,
    )
    await owner.query('truncate student_phones')
    await owner.query(listed)
    await owner.query(
      `insert into registers (school_id, term_id, section_id, day, session, present, absent, late, taken_by, taken_by_name)
       select s.school_id, s.term_id, s.id, (now() at time zone 'Asia/Kolkata')::date - n, 'DAY', 0, 0, 0,
         '00000000-0000-0000-0000-000000000001', 'Teacher'
       from sections s, generate_series(0, 99) n where s.school_id = $1`,
      [schoolId],
    )
    await owner.query(
      `insert into marks (school_id, register_id, student_id, value)
       select r.school_id, r.id, e.student_id, case when (e.student_id + r.id) % 12 = 0 then 'A' else 'P' end
       from registers r join enrolments e on e.school_id = r.school_id and e.section_id = r.section_id`,
    )
    await owner.query(
      `with sent as (
         insert into messages (school_id, kind, event, phone, params, text, channels, channel, state, sent_at)
         select s.school_id, 'NOTICE', 'bench ' || s.id || ' ' || n, s.phone, '{}', 'The school is closed on Monday.', '{SMS}', 'SMS',
           'DELIVERED', now() - make_interval(days => n)
         from students s, generate_series(1, 10) n where s.school_id = $1 returning school_id, id, event
       )
       insert into message_students (school_id, message_id, student_id)
       select school_id, id, split_part(event, ' ', 2)::bigint from sent`,
      [schoolId],
    )
    await owner.query('vacuum analyze')
    return phone
  } finally {
    await owner.end()
  }
}

import { signer } from '#scripts/signer.ts'
import pg from 'pg'
import { fillFees } from './fillFees.ts'
import { type GraphqlRequest, overHttp } from './http.ts'
import { fillRegisters } from './liveRegisters.ts'
import { line, within } from './report.ts'
import { screenDocument } from './screenDocument.ts'
import { benchServer } from './server.ts'

/** Maximum time of the page's one request, in seconds. */
const most = 0.015
const document = screenDocument('StudentOverview')

/**
 * Measures the page of a student as the browser asks for it, in one request: a school of 5,000 students with 500,000
 * marks, 100,000 payments, incidents, and messages to each family.
 */
export async function child(): Promise<void> {
  const server = await benchServer()
  try {
    const school = await fillRegisters(server)
    await fillFees(server.ownerUrl)
    await fillMore(server.ownerUrl)
    const { url } = await server.serve()
    const token = await (await signer(server.ownerUrl, url))(school.subject)
    const studentIds = school.sections.flatMap((section) => section.studentIds)
    let turn = 0
    const next = (): GraphqlRequest => ({
      query: document,
      variables: {
        schoolId: String(school.id),
        input: { termId: String(school.termId), studentId: String(studentIds[(turn++ * 7919) % studentIds.length]) },
      },
    })
    await overHttp(url, token, next, { clients: 1, seconds: 3 })
    const alone = await overHttp(url, token, next, { clients: 1, seconds: 8 })
    const together = await overHttp(url, token, next, { clients: 8, seconds: 8 })
    process.stdout.write(`${'student’s page'.padEnd(32)}   req/s     p50     p99  ratio\n`)
    process.stdout.write(`${line('one client', alone, null)}\n${line('8 clients', together, null)}\n`)
    within('p50 of the page, one client', alone.p50 / 1000, most)
  } finally {
    await server.stop()
  }
}

/** Adds the modules' rows: three incidents and twenty messages for each student, and brothers and sisters. */
async function fillMore(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const statement of statements) await owner.query(statement)
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

/** The place of a student in the current term. */
const current = 'terms on terms.school_id = e.school_id and terms.id = e.term_id and terms.current'

const statements = [
  'update schools set discipline = true where id > 0',
  // Two children of a family.
  "update students set phone = '98' || lpad((id / 2)::text, 8, '0')",
  "insert into incident_types (school_id, name, points) select id, 'Late', -5 from schools where id > 0",
  `insert into incidents (school_id, term_id, section_id, student_id, incident_type_id, day, points, recorded_by, recorded_by_name)
     select e.school_id, e.term_id, e.section_id, e.student_id, t.id, (now() at time zone 'Asia/Kolkata')::date - n, -5,
       '00000000-0000-0000-0000-000000000001', 'Teacher'
     from enrolments e join incident_types t on t.school_id = e.school_id join ${current} cross join generate_series(1, 3) n`,
  `with queued as (
       insert into messages (school_id, kind, event, phone, channels, channel, state, params, queued_at, due_at, sent_at)
         select e.school_id, 'ABSENCE', n || '/' || e.student_id, '9812345678', '{WHATSAPP}', 'WHATSAPP', 'SENT',
           jsonb_build_object('student', 'A Student', 'day', '2026-06-15'), now(), now(), now()
         from enrolments e join ${current} cross join generate_series(1, 20) n
         returning school_id, id, split_part(event, '/', 2)::bigint as student_id)
     insert into message_students (school_id, message_id, student_id) select school_id, id, student_id from queued`,
]

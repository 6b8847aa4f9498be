import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createAccounts, giveOwnPassword } from '#platform/auth/accounts.ts'
import { Database, enterSchool } from '#platform/database/connect.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import { fillMarks } from './fillMarks.ts'
import { graphql } from './http.ts'
import type { BenchServer } from './server.ts'

const saveDocument = `mutation ($s: ID!, $i: SaveRegister!) { saveRegister(schoolId: $s, input: $i) { id register { version present absent late } } }`
const monthDocument = `query ($s: ID!, $i: SectionMonthView!) { sectionMonth(schoolId: $s, input: $i) { sectionName
  days { day holiday registers { id session subjectName starts present absent late takenByName takenAt } }
  students { id name roll disabled marks present absent late percent } } }`
const summaryDocument = `query ($s: ID!, $i: AttendanceSummaryView!) { attendanceSummary(schoolId: $s, input: $i) {
  sections { sectionId sectionName students taken expected present absent late percent } total { taken expected present absent late percent } } }`

/** 5,000 students in 100 sections of 50, with a register on each of 100 days: 500,000 marks. */
const size = { sections: 100, ofSection: 50, days: 100 }

/**
 * Measures registers without live lectures: saving one, a section's month, a school's term. One request at a time per
 * client.
 */
export async function registers(
  server: BenchServer,
  url: string,
  sign: (subject: string) => Promise<string>,
  say: (text: string) => void,
): Promise<void> {
  const school = await fillRegisters(server)
  const token = await sign(school.subject)
  const today = schoolDay(new Date())
  const variables = (input: object) => ({ s: String(school.id), i: input })
  const section = (turn: number) => school.sections[turn % school.sections.length] as School['sections'][number]
  say(
    `\n${size.sections * size.ofSection} students of one school, ${size.sections * size.ofSection * size.days} marks       p50     p99`,
  )
  const save = (turn: number) => {
    const { id, studentIds } = section(turn)
    const marks = studentIds.map((studentId, index) => ({ studentId, value: index % 10 === turn % 10 ? 'A' : 'P' }))
    const input = { key: randomUUID(), sectionId: id, day: today, session: 'DAY', seen: Math.floor(turn / size.sections), marks }
    return graphql(url, token, saveDocument, variables(input))
  }
  const parts: Record<string, (turn: number) => Promise<unknown>> = {
    [`register of ${size.ofSection} taken`]: save,
    'register taken again': (turn) => save(turn + size.sections),
    'month of a section': (turn) =>
      graphql(url, token, monthDocument, variables({ sectionId: section(turn).id, month: addDays(today, -20).slice(0, 7) })),
    'percentages of the school': () =>
      graphql(url, token, summaryDocument, variables({ termId: school.termId, from: school.from, to: today })),
  }
  for (const [name, ask] of Object.entries(parts)) {
    const times: number[] = []
    for (let turn = 0; turn < size.sections; turn++) {
      const start = performance.now()
      await ask(turn)
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    say(`${name.padEnd(46)} ${(times[50] ?? 0).toFixed(1).padStart(7)} ${(times[98] ?? 0).toFixed(1).padStart(7)}`)
  }
}

export interface School {
  id: number
  termId: number
  subject: string
  from: Day
  sections: { id: number; studentIds: string[] }[]
}

/** Fills a school with 5,000 students and the registers of 100 days. Returns it with an ADMIN who signs in. */
export async function fillRegisters(server: BenchServer): Promise<School> {
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  const from = addDays(schoolDay(new Date()), -size.days)
  try {
    const { rows } = await owner.query<{ school: string; term: string }>(filled, [size.sections, size.ofSection])
    const [{ school, term } = { school: '0', term: '0' }] = rows
    for (const statement of filling) {
      await owner.query(statement, [school, size.sections, size.ofSection])
      // Without statistics the next statement is planned for empty tables.
      await owner.query('analyze')
    }
    await fillMarks(owner, { school: Number(school), days: size.days })
    await owner.query('vacuum analyze')
    const { rows: sections } = await owner.query<{ id: string; students: string[] }>(
      `select section_id as id, array_agg(student_id::text order by student_id) as students
         from enrolments where school_id = $1 group by section_id order by section_id`,
      [school],
    )
    return {
      id: Number(school),
      termId: Number(term),
      from,
      subject: await addAdmin(server.appUrl, Number(school)),
      sections: sections.map((row) => ({ id: Number(row.id), studentIds: row.students })),
    }
  } finally {
    await owner.end()
  }
}

async function addAdmin(appUrl: string, schoolId: number): Promise<string> {
  const database = new Database(appUrl, { onError: () => undefined, connections: 1 })
  const email = 'registers@bench.test'
  try {
    return await database.kysely.transaction().execute(async (db) => {
      await enterSchool(db, schoolId)
      const { id } = await db
        .insertInto('users')
        .values({ schoolId, name: 'Bench Admin', email, phone: '9876543210', role: 'ADMIN' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const subjects = await createAccounts(db, [{ email, name: 'Bench Admin', schoolId, userId: id }])
      await giveOwnPassword(db, subjects, '9876543210')
      const { subject } = await db
        .selectFrom('logins')
        .select('subject')
        .where('schoolId', '=', schoolId)
        .where('userId', '=', id)
        .executeTakeFirstOrThrow()
      return subject
    })
  } finally {
    await database.close()
  }
}

const filled = `with school as (insert into schools (name, admin_phone) select 'Registers', '9876543210' where $1::int > 0 and $2::int > 0 returning id),
  term as (insert into terms (school_id, name, current) select id, '2026-27', true from school returning school_id, id)
  select school_id as school, id as term from term`

const filling = [
  `insert into classes (school_id, term_id, name) select school_id, id, '1' from terms where school_id = $1 and $2::int > 0 and $3::int > 0`,
  `insert into sections (school_id, term_id, class_id, sr, name)
     select school_id, term_id, id, n, 'S' || n from classes, generate_series(1, $2::int) n where school_id = $1 and $3::int > 0`,
  `insert into students (school_id, create_term_id, name, qrcode)
     select school_id, id, 'Student ' || n, school_id || '-' || n from terms, generate_series(1, $2::int * $3::int) n where school_id = $1`,
  `insert into enrolments (school_id, term_id, student_id, section_id, roll)
     select st.school_id, st.create_term_id, st.id, sec.id, (1 + st.nth / $2::int)::text
       from (select *, row_number() over (order by id) - 1 as nth from students where school_id = $1) st
       join (select *, row_number() over (order by id) - 1 as nth from sections where school_id = $1) sec on sec.nth = st.nth % $2::int
      where $3::int > 0`,
]

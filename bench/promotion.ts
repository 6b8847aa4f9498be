import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { signer } from '#scripts/signer.ts'
import { createAccounts, giveOwnPassword } from '#platform/auth/accounts.ts'
import { Database } from '#platform/database/connect.ts'
import { allRows } from '#tests/allRows.ts'
import { fill } from './fill.ts'
import { graphql } from './http.ts'
import { within } from './report.ts'
import { benchServer } from './server.ts'

/** Maximum time from the order to the last student's enrolment, in seconds. */
const most = 30

const groundDocument = `query ($s: ID!, $i: PromotionGroundView!) { promotionGround(schoolId: $s, input: $i) {
  from { id } to { id } sections { id className name teachers { id } } targets { id className name } feeCategories { id } } }`
const previewDocument = `query ($s: ID!, $i: StudentPromotionPlan!) { previewPromotion(schoolId: $s, input: $i) { moving } }`
const sectionsDocument = `mutation ($s: ID!, $i: SectionPromotion!) { batch: promoteSections(schoolId: $s, input: $i) { id } }`
const studentsDocument = `mutation ($s: ID!, $i: StudentPromotion!) { batch: promoteStudents(schoolId: $s, input: $i) { id } }`
const batchDocument = `query ($s: ID!, $i: PromotionOfId!) { batch: promotion(schoolId: $s, input: $i) {
  state done total failed count parts { id state message } } }`
const reverseDocument = `mutation ($s: ID!, $i: PromotionOfId!) { reversePromotion(schoolId: $s, input: $i) { state } }`

interface Ground {
  from: { id: string }
  to: { id: string }
  sections: { id: string; className: string; name: string; teachers: { id: string }[] }[]
  targets: { id: string; className: string; name: string }[]
  feeCategories: { id: string }[]
}

/**
 * Measures promoting 5,000 students in 100 sections, with 400 subjects and everybody's fees, and reversing it. Checks
 * that the reversal restores every row.
 */
export async function promotion(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const server = await benchServer()
  try {
    const { schoolId, termId } = await fill(server.ownerUrl, server.appUrl, { schools: 1, students: 5000 })
    await turnYear(server.ownerUrl, schoolId)
    const superadmin = await addSuperadmin(server.appUrl)
    const before = await allRows(server.ownerUrl)
    const { url } = await server.serve()
    const token = await (await signer(server.ownerUrl, url))(superadmin)
    const ask = async <Data>(document: string, input: object) =>
      (await graphql(url, token, document, { s: String(schoolId), i: input })) as Data

    /** Orders a promotion and polls as the screen does. Returns the seconds and the number of different states seen. */
    async function carryOut(document: string, input: object) {
      const begun = performance.now()
      const { batch } = await ask<{ batch: { id: string } }>(document, { key: randomUUID(), ...input })
      const seen = new Set<number>()
      for (;;) {
        const found = (
          await ask<{ batch: { state: string; done: number; failed: number; count: number } }>(batchDocument, { id: batch.id })
        ).batch
        seen.add(found.done)
        if (found.state === 'DONE') {
          if (found.failed > 0) throw new Error(`${found.failed} parts have failed.`)
          return { id: batch.id, count: found.count, seconds: (performance.now() - begun) / 1000, seen: seen.size }
        }
        await sleep(100)
      }
    }

    const ground = async () =>
      (await ask<{ promotionGround: Ground }>(groundDocument, { termId: String(termId) })).promotionGround
    const { from, to, sections, feeCategories } = await ground()
    const terms = { termId: from.id, toTermId: to.id }
    const made = await carryOut(sectionsDocument, {
      ...terms,
      subjects: true,
      books: true,
      smsNames: true,
      feeCategoryIds: feeCategories.map(({ id }) => id),
      sections: sections.map(({ id, className, name, teachers }) => ({
        sectionId: id,
        className,
        sectionName: name,
        teacherIds: teachers.map((teacher) => teacher.id),
      })),
    })
    say(`${made.count} sections with their subjects and the fees: ${made.seconds.toFixed(2)} s`)

    const { targets } = await ground()
    const key = (place: { className: string; name: string }) => `${place.className}-${place.name}`
    const ids = new Map(targets.map((target) => [key(target), target.id]))
    // The last class has no next one here, so it repeats the year.
    const next = (className: string) => String(Math.min(20, Number(className) + 1))
    const plan = {
      ...terms,
      rolls: 'KEEP',
      feeCategories: true,
      moves: sections.map(({ id, className, name }) => ({
        sectionId: id,
        stayingIds: [],
        targetSectionId: ids.get(key({ className: next(className), name })) ?? '',
      })),
    }
    const begun = performance.now()
    const { previewPromotion: preview } = await ask<{ previewPromotion: { moving: number } }>(previewDocument, plan)
    say(`preview of ${preview.moving} students: ${Math.round(performance.now() - begun)} ms`)
    const moved = await carryOut(studentsDocument, plan)
    if (moved.count !== 5000) throw new Error(`${moved.count} students were promoted.`)
    within(
      `${moved.count} students promoted in ${plan.moves.length} parts, progress seen ${moved.seen} times`,
      moved.seconds,
      most,
    )

    for (const { id, what } of [
      { id: moved.id, what: 'students' },
      { id: made.id, what: 'sections' },
    ]) {
      const start = performance.now()
      await ask(reverseDocument, { id })
      say(`${what} reversed: ${((performance.now() - start) / 1000).toFixed(2)} s`)
    }
    const after = await allRows(server.ownerUrl)
    // Tables that a running server writes by itself.
    const same = Object.keys(before).filter((table) => isDeepStrictEqual(before[table], after[table])).length
    const rows = Object.values(before).reduce((sum, all) => sum + all.length, 0)
    say(`${rows} rows of ${Object.keys(before).length} tables compared: ${same} tables are as before`)
    if (same !== Object.keys(before).length) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

/**
 * Makes the filled term the previous one: four subjects and a teacher for each section, and twelve fees assigned to
 * everybody.
 */
async function turnYear(ownerUrl: string, schoolId: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const statement of [
      'update terms set current = false where school_id = $1',
      "insert into terms (school_id, name, current) values ($1, '2027-28', true)",
      `insert into users (school_id, name, email, role) select $1, 'Teacher ' || n, 'teacher' || n || '@bench.test', 'TEACHER' from generate_series(1, 100) n`,
      `insert into section_teachers (school_id, section_id, user_id)
         select s.school_id, s.id, u.id from (select *, row_number() over (order by id) n from sections where school_id = $1) s
         join users u on u.school_id = s.school_id and u.name = 'Teacher ' || s.n`,
      `insert into subjects (school_id, term_id, section_id, sr, name)
         select school_id, term_id, id, n, 'Subject ' || n from sections, generate_series(1, 4) n where school_id = $1`,
      `insert into subject_slots (school_id, subject_id, day, starts, ends)
         select school_id, id, day, '09:00', '10:00' from subjects, unnest(array[1, 3, 5]) day where school_id = $1`,
      `insert into fee_categories (school_id, term_id, name) select school_id, id, 'Tuition' from terms where school_id = $1 and not current`,
      `insert into fees (school_id, term_id, fee_category_id, name, slug, amount, fixed_amount, month, sr)
         select school_id, term_id, id, 'Tuition', 'tuition', 150000, true, month, n from fee_categories,
           unnest(array['APR','MAY','JUN','JUL','AUG','SEP','OCT','NOV','DEC','JAN','FEB','MAR']) with ordinality months (month, n)
         where school_id = $1`,
      `insert into student_fee_categories (school_id, term_id, student_id, fee_category_id)
         select e.school_id, e.term_id, e.student_id, c.id from enrolments e
         join fee_categories c on c.school_id = e.school_id and c.term_id = e.term_id where e.school_id = $1`,
    ])
      await owner.query(statement, [schoolId])
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

/** @returns the account's subject */
async function addSuperadmin(appUrl: string): Promise<string> {
  const database = new Database(appUrl, { onError: () => undefined, connections: 1 })
  try {
    return await database.transaction(0, async (db) => {
      const { id } = await db
        .insertInto('users')
        .values({ schoolId: 0, name: 'Bench Owner', email: 'super@bench.test', role: 'SUPERADMIN' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const [subject = ''] = await createAccounts(db, [
        { email: 'super@bench.test', name: 'Bench Owner', schoolId: 0, userId: id },
      ])
      await giveOwnPassword(db, [subject], '9876543210')
      return subject
    })
  } finally {
    await database.close()
  }
}

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStudents } from '#tests/world/rows.ts'
import { allRows } from '#tests/allRows.ts'
import { fromNow } from '#tests/moments.ts'
import { testDatabase, testSecretKey } from '#tests/database.ts'
import { type Ground, groundOn } from '#tests/matrix/ground.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { readErasures, recordErasure } from '#platform/erasures.ts'
import { schoolDay } from '#shared/dates.ts'
import { issueCertificate } from '#domains/certificates/server/certificates.commands.ts'
import { viewDayBook } from '#domains/daybook/server/daybook.queries.ts'
import { editStudents } from '#domains/students/server/editStudents.commands.ts'
import {
  deleteStudent,
  revealAadhaar,
  setStudentDisabled,
  setStudentPhoto,
  updateStudent,
} from '#domains/students/server/students.commands.ts'
import { listAudit } from './audit.queries.ts'
import { applyAskedErasures } from './askedErasures.ts'
import {
  askForErasure,
  eraseStudent,
  orderStudentData,
  stopErasure,
  viewPrivacyRights,
  viewStudentPrivacy,
} from './privacy.commands.ts'
import { reapplyErasures } from './reapplyErasures.ts'
import { studentDataMaker } from './studentData.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let ground: Ground
let school: number
let student: number
let name: string
/** Texts that occur only in the erased student's rows. */
const planted: string[] = []
const photo = randomUUID()
/** The photo that an import has replaced, kept for its undo. */
const formerPhoto = randomUUID()

const word = () => {
  const text = `planted${randomUUID().replaceAll('-', '')}`
  planted.push(text)
  return text
}
const run = (text: string, ...values: unknown[]) => ground.owner.query(text, [school, student, ...values])

beforeAll(async () => {
  database = await testDatabase()
  ground = await groundOn(database.ownerUrl, { DATA_DIR: database.dataDir, SECRET_KEY: testSecretKey })
  const { own, canaries } = ground
  school = own.id
  student = own.student7A
  planted.push(...canaries.filter((one) => one.school === 'own' && one.place === 7).flatMap((one) => one.texts))
  planted.push(
    ...canaries.filter((one) => one.school === 'own' && one.kind.startsWith('order.payer')).flatMap((one) => one.texts),
  )
  name = (await run('select name from students where school_id = $1 and id = $2')).rows[0].name
  for (const column of ['father_occupation', 'colony', 'uid_no', 'mother_name'])
    await run(`update students set ${column} = $3 where school_id = $1 and id = $2`, word())
  await run(`update payments set student_name = $3, register_no = $4 where school_id = $1 and student_id = $2`, word(), word())
  await run(`update collected_lines set comment = $3 where school_id = $1 and student_id = $2 and payment_id is null`, word())
  await run(`update marks set note = $3 where school_id = $1 and student_id = $2`, word())
  await run(`update incidents set action_taken = $3 where school_id = $1 and student_id = $2`, word())
  await run(
    `insert into mark_changes (school_id, register_id, student_id, value, note, changed_by_name)
     select school_id, register_id, student_id, 'P', $3, 'A' from marks where school_id = $1 and student_id = $2 limit 1`,
    word(),
  )
  await run(
    `update messages m set text = $3, params = jsonb_build_object('student', $4::text), email = $5
     where m.school_id = $1 and m.id in (select message_id from message_students where school_id = $1 and student_id = $2)`,
    word(),
    word(),
    `${word()}@home.test`,
  )
  await run(
    `insert into message_events (school_id, message_id, channel, state, detail)
     select $1, message_id, 'SMS', 'FAILED', $3 from message_students where school_id = $1 and student_id = $2`,
    word(),
  )
  const payer = word()
  await run(
    `update online_orders set payer_name = $3 where school_id = $1
     and id in (select order_id from online_order_lines where school_id = $1 and student_id = $2)`,
    payer,
  )
  await run(
    `insert into online_order_events (school_id, order_id, source, text)
     select $1, order_id, 'GUARDIAN', '₹10.00 to be paid by ' || $3 || '. Sent to the gateway.'
     from online_order_lines where school_id = $1 and student_id = $2`,
    payer,
  )
  await run(`update online_order_lines set student_name = $3 where school_id = $1 and student_id = $2`, word())
  await ground.owner.query('update legacy_imports set problems = $2 where school_id = $1', [
    school,
    JSON.stringify([{ value: name }]),
  ])
  await run(
    `insert into legacy_students (school_id, legacy_id, student_id, import_id) select $1, $3, $2, id from legacy_imports where school_id = $1 limit 1`,
    word(),
  )
  await run(
    `insert into device_tokens (subject, endpoint, p256dh, auth) select subject, $3, repeat('x', 87), repeat('y', 22)
     from students where school_id = $1 and id = $2`,
    `https://push.test/${word()}`,
  )
  for (const file of [photo, formerPhoto])
    await run(
      `insert into files (school_id, id, purpose, content_type, size, created_by, attached) values ($1, $3, 'student-photo', 'image/png', 5, $4, true)`.replace(
        '($1',
        '($1 + 0 * $2::bigint',
      ),
      file,
      randomUUID(),
    )
  await run('update students set photo_file = $3 where school_id = $1 and id = $2', photo)
  await run(
    'insert into imported_photos (school_id, import_id, student_id, photo_file, former_file) values ($1, $3, $2, $4, $5)',
    ground.own.extra.photosImport,
    photo,
    formerPhoto,
  )
  // ID cards of the student only, of two students, and of everybody.
  for (const ids of ['[$2]', '[$2, 999]', 'null'])
    await run(
      `with job as (
         insert into document_jobs (school_id, kind, title, params, state, finished_at, expires_at, created_by, created_by_name)
         select $1, 'ID_CARDS', $4, jsonb_build_object('holder', 'STUDENT', 'ids', replace($3, '$2', ($2::bigint)::text)::jsonb),
           'DONE', now(), now() + interval '20 days', gen_random_uuid(), 'A'
         returning id
       ), file as (
         insert into files (school_id, purpose, content_type, size, created_by, attached)
         values ($1, 'document', 'application/pdf', 5, gen_random_uuid(), true) returning id
       )
       insert into document_job_files (school_id, job_id, file_id, format, name)
       select $1, job.id, file.id, 'PDF', 'cards.pdf' from job, file`,
      ids,
      `cards ${ids}`,
    )
  await mkdir(dirname(photoPath()), { recursive: true })
  for (const file of [photo, formerPhoto]) await writeFile(photoPath(file), 'photo')
})
afterAll(async () => {
  await ground.close()
  await database.drop()
})

function photoPath(file = photo): string {
  return join(database.dataDir, 'files', String(school), file)
}

/** Reads everything in every table of every schema as text, except what the school has certified. */
async function whole(): Promise<string> {
  const { rows } = await ground.owner.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'auth', 'jobs') and relkind = 'r' and relname not in ('certificates', 'report_cards')`,
  )
  const texts: string[] = []
  for (const { name: table } of rows)
    texts.push(
      ...(await ground.owner.query<{ row: string }>(`select t::text as row from ${table} t`)).rows.map(
        ({ row }) => `${table} ${row}`,
      ),
    )
  return texts.join('\n')
}

/** Reads money, counts and issued papers. */
async function books(): Promise<unknown> {
  const call = await ground.world.call('admin')
  const day = schoolDay(new Date())
  const dayBook = await viewDayBook(call, school, { termId: ground.own.termId, day })
  const { rows } = await ground.owner.query(
    `select 'payment', id::text, concat_ws('/', receipt_prefix, receipt_year, receipt_no, amount, mode, state, collected_on, cheque_no, order_id, deleted_at) from payments
     union all select 'refund', id::text, concat_ws('/', refund_prefix, refund_year, refund_no, amount, mode, reference, refunded_on, cancelled_at) from refunds
     union all select 'line', id::text, concat_ws('/', fee_id, payment_id, amount, status, month, bank_account_id, deleted_at) from collected_lines
     union all select 'order', id::text, concat_ws('/', txnid, payable, received, state, gateway_reference) from online_orders
     union all select 'order line', order_id::text, concat_ws('/', fee_id, amount) from online_order_lines
     union all select 'surplus', id::text, concat_ws('/', amount, outcome, reference) from online_surplus
     union all select 'mark', register_id || '/' || student_id, value from marks
     union all select 'place', id::text, concat_ws('/', term_id, section_id, roll) from enrolments
     union all select 'incident', id::text, concat_ws('/', incident_type_id, points, day) from incidents
     union all select 'counter', school_id || '/' || year, last::text from receipt_counters
     union all select 'refund counter', school_id || '/' || year, last::text from refund_counters
     union all select 'certificate', id::text, to_jsonb(c)::text from certificates c
     union all select 'report card', id::text, to_jsonb(c)::text from report_cards c
     order by 1, 2, 3`,
  )
  return [
    JSON.parse(JSON.stringify(dayBook, (key, value) => (key === 'studentName' || key === 'reason' ? undefined : value))),
    rows,
  ]
}

const erase = async (input: object, who: 'admin' | 'superadmin' = 'superadmin') =>
  eraseStudent(await ground.world.call(who), school, input)

const asks = async (input: object) => askForErasure(await ground.world.call('admin'), school, input)
const stops = async (id: number) => stopErasure(await ground.world.call('admin'), school, { id })

test('an export contains everything about a student, and no secrets or data of others', async () => {
  const call = await ground.world.call('admin')
  const order = { key: randomUUID(), id: student }
  const job = await orderStudentData(call, school, order)
  expect((await orderStudentData(call, school, order)).id).toBe(job.id)
  expect(job).toMatchObject({ kind: 'STUDENT_DATA', title: `Everything about ${name}`, params: { id: student } })
  const [made] = await studentDataMaker.make({
    call,
    schoolId: school,
    params: { id: student },
    jobId: job.id,
    orderedAt: new Date(),
    signal: new AbortController().signal,
    pdf: () => Promise.reject(new Error('no pages')),
    progress: async () => undefined,
  })
  expect(made).toMatchObject({ format: 'ZIP' })
  const entries = unzipSync(made?.bytes ?? new Uint8Array())
  const photos = [photo, formerPhoto].map((file) => `files/${file.slice(0, 8)}-student-photo.png`)
  expect(Object.keys(entries).toSorted()).toEqual(['data.json', 'everything.xlsx', ...photos.toSorted()])
  const text = strFromU8(entries['data.json'] ?? new Uint8Array())
  const kinds = (place: number) =>
    ground.canaries.filter((one) => one.school === 'own' && one.place === place && !one.kind.startsWith('link.'))
  const isSealed = (value: string) => value.length > 100
  const missing = kinds(7).filter(({ texts }) => !texts.some((one) => isSealed(one) || text.includes(one)))
  expect(missing.map((one) => one.kind)).toEqual([])
  const secret = ground.canaries.filter(
    (one) =>
      one.school !== 'own' ||
      one.place === 8 ||
      /^(link|bank|gate|device|account|installation|teacher|staff|colleague|order\.salt)/.test(one.kind),
  )
  expect(secret.filter(({ texts }) => texts.some((one) => text.includes(one))).map((one) => one.kind)).toEqual([])
  expect(text).not.toContain('https://push.test/')
  const data = JSON.parse(text) as Record<string, { action?: string }[]>
  for (const table of [
    'payments',
    'refunds',
    'collected_lines',
    'online_orders',
    'marks',
    'incidents',
    'messages',
    'chat_messages',
    'audit_log',
  ])
    expect(data[table]?.length, table).toBeGreaterThan(0)
  const { sheets } = await readXlsx(entries['everything.xlsx'] ?? new Uint8Array())
  expect(sheets.map((sheet) => sheet.name)).toContain('Attendance')
  expect(sheets[0]?.rows.flat()).toContain(name)
})

test('a student who has not left or has pending money cannot be erased, nor by a class-limited admin', async () => {
  const { whyNot, counts } = await viewStudentPrivacy(await ground.world.call('admin'), school, { id: student })
  expect(whyNot.map((why) => why.split(/[ .]/).slice(0, 3).join(' '))).toEqual([
    'The student is',
    expect.stringMatching(/^₹/),
    'A cheque is',
    'A surplus of',
  ])
  expect(counts).toMatchObject({ messages: 2, chat: 1, incidents: 1, files: 4, payments: 2, account: true })
  expect(await refusal(erase({ id: student, name }))).toMatchObject({ code: 'CONFLICT', message: whyNot.join(' ') })
  const limited = await ground.world.call('limitedAdmin')
  expect((await refusal(eraseStudent(limited, school, { id: student, name }))).code).toBe('FORBIDDEN')
  expect((await refusal(askForErasure(limited, school, { id: student, name }))).code).toBe('FORBIDDEN')
  expect(await refusal(asks({ id: student, name }))).toMatchObject({ code: 'CONFLICT', message: whyNot.join(' ') })

  // The student leaves, the cheque is paid, and the pending amount is discounted.
  await run('update students set disabled = true where school_id = $1 and id = $2')
  await run(
    `update payments set state = 'COLLECTED', settled_on = collected_on, settled_by = created_by, settled_by_name = 'A' where school_id = $1 and student_id = $2 and state = 'CLEARING'`,
  )
  await run(`update collected_lines set status = 'PAID' where school_id = $1 and student_id = $2 and status = 'CLEARING'`)
  await run('delete from student_fee_categories where school_id = $1 and student_id = $2')
  await run(
    `update online_surplus set outcome = 'REFUNDED', reference = 'R1', settled_at = now(), settled_by = $3, settled_by_name = 'A' where school_id = $1 and student_id = $2`,
    randomUUID(),
  )
  expect((await viewStudentPrivacy(await ground.world.call('admin'), school, { id: student })).whyNot).toEqual([])
  expect(await refusal(erase({ id: student, name: 'Somebody Else' }))).toMatchObject({
    problems: [{ path: 'name', message: 'This is not the name of the student' }],
  })
})

test('a failure in the middle changes nothing', async () => {
  const before = await allRows(database.ownerUrl)
  await ground.owner.query('revoke delete on files from shala_app')
  await expect(erase({ id: student, name })).rejects.toThrow('permission denied')
  await ground.owner.query('grant delete on files to shala_app')
  expect(await allRows(database.ownerUrl)).toEqual(before)
  expect([photo, formerPhoto].map((file) => existsSync(photoPath(file)))).toEqual([true, true])
  expect(await readErasures(ground.config)).toEqual([])
})

test('an erasure leaves nothing that identifies the student, and keeps all amounts, numbers, marks and papers', async () => {
  const [before, found] = [await books(), (await checkData(ground.database)).findings]
  const stays = ground.canaries.filter((one) => one.place === 8 || one.school === 'other').flatMap((one) => one.texts[0] ?? [])
  const was = await whole()
  expect(planted.filter((text) => /^(planted|kanari)/.test(text) && !was.includes(text))).toEqual([])
  expect(await erase({ id: student, name: ` ${name.toUpperCase()} ` })).toBe(student)
  const now = await whole()
  const left = planted.filter((text) => now.includes(text))
  expect(left.map((text) => now.split('\n').find((line) => line.includes(text)))).toEqual([])
  expect(stays.filter((text) => was.includes(text) && !now.includes(text))).toEqual([])
  const orders = await run(
    `select title from document_jobs where school_id = $1 and $2::bigint > 0 and kind in ('ID_CARDS', 'STUDENT_DATA') order by id`,
  )
  expect(orders.rows.map((row) => row.title)).toEqual(['cards [$2, 999]', 'cards null'])
  expect(await books()).toEqual(before)
  const known = new Set(found.map((one) => one.check))
  expect((await checkData(ground.database)).findings.filter((one) => !known.has(one.check))).toEqual([])
  expect([photo, formerPhoto].map((file) => existsSync(photoPath(file)))).toEqual([false, false])
  expect(await readErasures(ground.config)).toEqual([{ schoolId: school, studentId: student, createdAt: expect.any(Date) }])
  const { rows } = await listAudit(await ground.world.call('admin'), school, { studentId: String(student), area: 'PRIVACY' })
  expect(rows.map((row) => [row.says, row.targets[0]?.name])).toEqual([
    ['Student erased', `Erased student ${student}`],
    ['Data of a student exported', `Erased student ${student}`],
    ['Data of a student exported', `Erased student ${student}`],
  ])
})

test('a second erasure changes nothing; an erased student cannot be exported, changed or enabled', async () => {
  const before = await allRows(database.ownerUrl)
  expect(await erase({ id: student, name: 'whatever' }, 'superadmin')).toBe(student)
  expect(await allRows(database.ownerUrl)).toEqual(before)
  const call = await ground.world.call('admin')
  const isErased = { code: 'FORBIDDEN', message: 'This student was erased.' }
  const platform = await ground.world.call('superadmin')
  const paper = { formatId: 1, formatVersion: 1, values: [], disableStudent: false }
  const refused = await Promise.all(
    [
      orderStudentData(call, school, { key: randomUUID(), id: student }),
      setStudentDisabled(call, school, { id: student, disabled: false }),
      setStudentPhoto(call, school, { id: student, photoFile: '' }),
      revealAadhaar(call, school, { id: student }),
      deleteStudent(platform, school, { id: student }),
      updateStudent(call, school, {
        id: student,
        termId: ground.own.termId,
        section: `${ground.own.class7}:${ground.own.section7A}`,
        roll: '9',
        name: 'Somebody',
        phone: '9812345678',
      }),
      issueCertificate(call, school, { ...paper, key: randomUUID(), studentId: student }),
    ].map(refusal),
  )
  expect(refused).toEqual(refused.map(() => expect.objectContaining(isErased)))
  const row = { id: String(student), term: '2026-27', class: '7', section: 'A', roll: '1', name: 'Somebody' }
  for (const action of ['U', 'D'] as const)
    expect(await refusal(editStudents(platform, school, { key: randomUUID(), rows: [{ ...row, action }] }))).toMatchObject({
      problems: expect.arrayContaining([{ path: 'rows.0.id', message: isErased.message }]),
    })
  expect(await allRows(database.ownerUrl)).toEqual(before)
})

test('reapplying erasures erases students of a restored backup, but not another student with the same id', async () => {
  await run('update students set erased_at = null, name = $3, subject = null where school_id = $1 and id = $2', name)
  await run('update payments set student_name = $3 where school_id = $1 and student_id = $2', name)
  const config = ground.config
  await recordErasure(config, { schoolId: school, studentId: ground.own.student8A, createdAt: new Date(0) })
  expect(await reapplyErasures(ground.database, config, await readErasures(config))).toEqual({ erased: 1, nothing: 1 })
  expect((await whole()).includes(name)).toBe(false)
  expect(await reapplyErasures(ground.database, config, await readErasures(config))).toEqual({ erased: 0, nothing: 2 })
})

test('the night erases a student for whom it was asked when the time is over and nothing stands against it', async () => {
  const [other = 0] = await addStudents(ground.world, ground.own, ground.own.section7B, [{ name: 'Asked For', disabled: true }])
  const now = fromNow(31 * 86_400_000)
  const apply = () => applyAskedErasures(ground.database, ground.config, school, { now })
  // Others for whom it was asked already.
  await apply()
  await asks({ id: other, name: 'Asked For' })
  const set = (disabled: boolean) => ground.owner.query('update students set disabled = $1 where id = $2', [disabled, other])
  await set(false)
  expect(await apply()).toBe(0)
  await set(true)
  expect(await apply()).toBe(1)
  expect(await apply()).toBe(0)
  const { rows } = await ground.owner.query('select name, erasure_asked_at, erasure_asked_by_name from students where id = $1', [
    other,
  ])
  expect(rows).toEqual([{ name: `Erased student ${other}`, erasure_asked_at: null, erasure_asked_by_name: null }])
  const { rows: noted } = await ground.owner.query(
    `select role, action from audit_log where row_ids = array[$1::bigint] order by at, id`,
    [other],
  )
  expect(noted).toEqual([
    { role: 'ADMIN', action: 'student.askErasure' },
    { role: 'JOB', action: 'student.erase' },
  ])
})

test('an ADMIN asks for an erasure, which can be stopped, and does not erase', async () => {
  const [stays = 0] = await addStudents(ground.world, ground.own, ground.own.section7B, [{ name: 'Stays Here', disabled: true }])
  const before = await allRows(database.ownerUrl)
  expect(await refusal(erase({ id: stays, name: 'Stays Here' }, 'admin'))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(asks({ id: stays, name: 'Somebody Else' }))).toMatchObject({ problems: [{ path: 'name' }] })
  expect(await refusal(stops(stays))).toMatchObject({ message: 'Nobody has asked for the erasure.' })
  expect(await asks({ id: stays, name: 'Stays Here' })).toBe(stays)
  expect(await refusal(asks({ id: stays, name: 'Stays Here' }))).toMatchObject({ message: 'The erasure was asked for already.' })
  expect(await viewPrivacyRights(await ground.world.call('admin'), school, { id: stays })).toMatchObject({
    erasedAt: null,
    erasureAskedAt: expect.any(Date),
    erasureAskedByName: 'admin of Own School',
  })
  // Before the time is over the night does nothing.
  const early = fromNow(29 * 86_400_000)
  expect(await applyAskedErasures(ground.database, ground.config, school, { now: early })).toBe(0)
  expect(await stops(stays)).toBe(stays)
  const late = fromNow(31 * 86_400_000)
  expect(await applyAskedErasures(ground.database, ground.config, school, { now: late })).toBe(0)
  expect(await allRows(database.ownerUrl)).toEqual(before)
})

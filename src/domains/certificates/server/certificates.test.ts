import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schoolDayBefore, takeRegister, today } from '#tests/world/attendance.ts'
import { addRegister, addStudents, enrol, limitToClass, setSchool } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { layoutOf, statedLine } from '#tests/certificateFormats.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { addDays, writeDay } from '#shared/dates.ts'
import { deleteStudent, hasRecordsMessage, setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { fillAllMessage } from '../certificates.schema.ts'
import { readyFormats } from '../formats/readyFormats.ts'
import { certificateDocument, certificatePreview } from './certificateDocument.ts'
import {
  cancelCertificate,
  issueCertificate,
  issueDuplicate,
  listCertificates,
  listCertificatesOfStudent,
} from './certificates.commands.ts'
import { viewDraft } from './draft.queries.ts'
import { deleteFormat, listFormats, saveFormat } from './formats.commands.ts'
import { setNextSerial, viewSerials } from './serials.commands.ts'

let world: TestWorld
let owner: pg.Client
/** Asks for the name, a conduct, an Aadhaar number and the two that the server writes. */
let formatId: number
let pupils: number[]

const short = layoutOf('No. {{serialNo}} of {{issueDate}}: {{studentName}}, {{conduct}}, {{aadhaar}}')

async function save(fields: Record<string, unknown> = {}, who: Who = 'superadmin', school = world.own) {
  const format = { id: null, seen: null, name: `Format ${randomUUID()}`, format: short, fields: [], ...fields }
  return saveFormat(await world.call(who), school.id, format)
}

const given = (more: Record<string, string> = {}) =>
  Object.entries({ studentName: 'Asha Patil', conduct: 'Good', aadhaar: 'none', ...more }).map(([name, value]) => ({
    name,
    value,
  }))

interface Asked {
  studentId: number
  who?: Who
  school?: TestSchool
  [field: string]: unknown
}

async function issue({ who = 'admin', school, ...asked }: Asked) {
  return issueCertificate(await world.call(who), (school ?? world.own).id, {
    key: randomUUID(),
    formatId,
    formatVersion: 1,
    values: given(),
    disableStudent: false,
    ...asked,
  })
}

const cancel = async (id: number, more: Record<string, unknown> = {}, who: Who = 'admin') =>
  cancelCertificate(await world.call(who), world.own.id, { id, reason: 'Wrong name', enableStudent: false, ...more })
const duplicate = async (id: number, key: string = randomUUID(), who: Who = 'admin') =>
  issueDuplicate(await world.call(who), world.own.id, { key, id, reason: 'Lost' })
const list = async (input: Record<string, unknown> = {}, who: Who = 'admin') =>
  listCertificates(await world.call(who), world.own.id, input)
const html = async (certificateId: number, who: Who = 'admin') =>
  (await certificateDocument.make(await world.call(who), world.own.id, { certificateId })).body
const student = async (id: number) =>
  (await owner.query('select disabled from students where id = $1', [id])).rows[0] as { disabled: boolean }

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  formatId = (await save({ name: 'Short' })).id
  pupils = await addStudents(world, world.own, world.own.section7B, 40)
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

describe('formats', () => {
  test('are stored with every field of their layout, changed by version, and deleted', async () => {
    const stored = await save({ name: 'Mine', fields: [{ name: 'conduct', sr: 7 }] })
    expect(stored.fields.map(({ name }) => name)).toEqual(['conduct', 'serialNo', 'issueDate', 'studentName', 'aadhaar'])
    expect(stored).toMatchObject({ version: 1, changedByName: 'Super Admin' })
    const changed = await save({ id: stored.id, seen: 1, name: 'Mine', format: layoutOf('{{date_of_birth}}') })
    expect(changed).toMatchObject({ id: stored.id, version: 2 })
    expect(changed.fields.map(({ name }) => name)).toEqual(['date_of_birth', 'studentName', 'serialNo', 'issueDate'])
    expect((await listFormats(await world.call('limitedAdmin'), world.own.id, {})).find(({ id }) => id === stored.id)).toEqual(
      changed,
    )
    const late = { code: 'CONFLICT', problems: [{ path: 'seen' }] }
    expect(await refusal(save({ id: stored.id, seen: 1 }))).toMatchObject(late)
    expect(await refusal(deleteFormat(await world.call('superadmin'), world.own.id, { id: stored.id, seen: 1 }))).toMatchObject(
      late,
    )
    expect(await refusal(save({ name: 'MINE' }))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'name' }] })
    await save({ name: 'Mine' }, 'superadmin', world.other)
    await deleteFormat(await world.call('superadmin'), world.own.id, { id: stored.id, seen: 2 })
    expect((await listFormats(await world.call('admin'), world.own.id, {})).map(({ name }) => name)).toEqual(['Short'])
    await deleteFormat(await world.call('superadmin'), world.own.id, { id: (await save({ name: 'mine' })).id, seen: 1 })
  })

  test('are a super administrator’s to change, and only those of the school are there', async () => {
    expect((await refusal(save({}, 'admin'))).code).toBe('FORBIDDEN')
    const foreign = await save({}, 'superadmin', world.other)
    const missing = await refusal(save({ id: 999_999, seen: 1 }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(save({ id: foreign.id, seen: 1 }))).toEqual(missing)
    const refused = await refusal(save({ format: JSON.stringify({ type: 'doc', content: [{ type: 'script' }] }) }))
    expect(refused).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'format.content.0.type' }] })
  })

  test('take their pictures from the school’s own uploads; one that was printed stays', async () => {
    const upload = async (school: TestSchool, purpose = 'certificate-picture') =>
      (
        await owner.query<{ id: string }>(
          `insert into files (school_id, purpose, content_type, size, created_by) values ($1, $2, 'image/png', 1, $3) returning id`,
          [school.id, purpose, (await world.call('superadmin')).viewer?.subject],
        )
      ).rows[0]!.id
    const layout = (...ids: string[]) =>
      JSON.stringify({
        type: 'doc',
        content: [{ type: 'paragraph', content: ids.map((fileId) => ({ type: 'image', attrs: { fileId } })) }, statedLine],
      })
    const [first, second] = [await upload(world.own), await upload(world.own)]
    for (const fileId of [await upload(world.other), await upload(world.own, 'school-signature'), randomUUID()])
      expect(await refusal(save({ format: layout(fileId) }))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'format' }] })
    const { id } = await save({ name: 'Pictures', format: layout(first) })
    // It belongs to this format alone.
    expect((await refusal(save({ format: layout(first) }))).code).toBe('BAD_INPUT')
    const left = async () => (await owner.query('select id from files where id in ($1, $2)', [first, second])).rows.length
    await save({ id, seen: 1, name: 'Pictures', format: layout(second) })
    expect(await left()).toBe(1)
    const [studentId = 0] = pupils.splice(0, 1)
    await issue({ studentId, formatId: id, formatVersion: 2 })
    await save({ id, seen: 2, name: 'Pictures' })
    expect(await left()).toBe(1)
    await deleteFormat(await world.call('superadmin'), world.own.id, { id, seen: 3 })
    expect(await left()).toBe(1)
  })
})

describe('a draft', () => {
  test('knows what the school, the student and the registers know, and asks for the rest', async () => {
    const id = world.own.student7A
    await setSchool(world, world.own, { village: 'Wai', udise: '27310100101', board: 'State Board' })
    await owner.query(
      `update students set birthdate = '2015-06-03', aadhar_last4 = '1234', aadhar_sealed = '\\x00', register_no = 'R-7', mother_name = 'Sunita', date_of_admission = $2 where id = $1`,
      [id, addDays(today, -30)],
    )
    const days = [schoolDayBefore(addDays(today, -1)), schoolDayBefore(addDays(today, -3))]
    // A mark of before the admission, from when its day was not known.
    const earlier = { sectionId: world.own.section7A, day: schoolDayBefore(addDays(today, -40)) }
    await addRegister(world, world.own, earlier, [{ studentId: id, value: 'L' }])
    for (const [place, day] of days.entries())
      await takeRegister(world, 'admin', { sectionId: world.own.section7A, day }, { [id]: place === 1 ? 'A' : 'L' })
    const cbse = await save({ name: 'CBSE', format: JSON.stringify(readyFormats.find(({ key }) => key === 'cbse')!.format) })
    const draft = await viewDraft(await world.call('limitedAdmin'), world.own.id, { formatId: cbse.id, studentId: id })
    const field = (name: string) => draft.fields.find((one) => one.name === name)
    expect(draft).toMatchObject({ student: { sectionName: '7-A' }, standing: null, logoUrl: null })
    expect(field('schoolVillage')).toEqual({
      name: 'schoolVillage',
      label: 'Village / town',
      value: 'Wai',
      known: true,
      fixed: false,
      needed: false,
    })
    expect(field('birthdateInWords')?.value).toBe('Third June Two Thousand Fifteen')
    expect([field('workingDays')?.value, field('daysPresent')?.value]).toEqual(['2', '1'])
    expect(field('serialNo')).toMatchObject({ value: String(draft.serial), fixed: true })
    expect(field('conduct')).toEqual({ name: 'conduct', label: 'Conduct', value: '', known: false, fixed: false, needed: false })
    const masked = await viewDraft(await world.call('admin'), world.own.id, { formatId, studentId: id })
    expect(masked.fields.find(({ name }) => name === 'aadhaar')?.value).toBe('XXXX XXXX 1234')
    await deleteFormat(await world.call('superadmin'), world.own.id, { id: cbse.id, seen: 1 })
  })

  test('says since when a student sits in the class: since the admission to it, or the first year without another in between', async () => {
    const [studentId = 0] = pupils.splice(0, 1)
    const since = await save({ name: 'Since', format: layoutOf('{{studyingSince}}') })
    const said = async () =>
      (await viewDraft(await world.call('admin'), world.own.id, { formatId: since.id, studentId })).fields[0]?.value
    const satIn = async (id: number, name: string, className: string) => {
      const term = await addTermWithSection(world, world.own, { id, name }, className)
      await enrol(world, term, term.sectionId, [{ studentId }])
    }
    expect(await said()).toBe('7, since 2026-27')
    await satIn(-3, '2023-24', '7')
    await satIn(-2, '2024-25', '6')
    expect(await said()).toBe('7, since 2026-27')
    await satIn(-1, '2025-26', '7')
    expect(await said()).toBe('7, since 2025-26')
    const admitted = `update students set date_of_admission = '2025-06-15', admit_in_class = $2 where id = $1`
    await owner.query(admitted, [studentId, '5'])
    expect(await said()).toBe('7, since 2025-26')
    await owner.query(admitted, [studentId, '7'])
    expect(await said()).toBe('7, since 15/06/2025')
    await deleteFormat(await world.call('superadmin'), world.own.id, { id: since.id, seen: 1 })
  })

  test('is nobody’s of another class, school or role', async () => {
    const of = async (who: Who, studentId: number) =>
      refusal(viewDraft(await world.call(who), world.own.id, { formatId, studentId }))
    expect((await of('limitedAdmin', world.own.student8A)).code).toBe('NOT_FOUND')
    expect((await of('admin', world.other.student7A)).code).toBe('NOT_FOUND')
    for (const who of ['fees', 'teacher', 'student'] as const) expect((await of(who, world.own.student7A)).code).toBe('FORBIDDEN')
  })
})

describe('issuing', () => {
  test('keeps the layout and the values as they were, under the next number; the student can be disabled with it', async () => {
    const studentId = world.own.student8A
    const counter = await viewDraft(await world.call('admin'), world.own.id, { formatId, studentId })
    const values = given({ studentName: 'Rohan <b>Patil</b>', serialNo: '999', issueDate: '01/01/2000', unknown: 'x' })
    const key = randomUUID()
    const issued = await issue({ studentId, key, values, disableStudent: true })
    expect(issued).toMatchObject({
      serial: counter.serial,
      copy: 0,
      studentName: 'Rohan <b>Patil</b>',
      sectionName: '8-A',
      formatName: 'Short',
      issuedByName: 'admin of Own School',
      cancelledAt: null,
      duplicates: 0,
    })
    expect(issued.token).toMatch(new RegExp(`^${world.own.id.toString(36)}-[\\w-]{24}$`))
    expect(await student(studentId)).toEqual({ disabled: true })
    expect((await auditRows(world)).at(-1)).toMatchObject({
      action: 'certificate.issue',
      rowIds: [issued.id],
      fields: ['disabled'],
    })
    // The same request is answered again, another is told what stands.
    expect(await issue({ studentId, key, values, disableStudent: true })).toEqual(issued)
    const told = await refusal(issue({ studentId }))
    expect(told).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'studentId' }] })
    expect(told.message).toContain(
      `This student has certificate no. ${issued.serial} of ${writeDay(today)} already. Issue a duplicate of it, or cancel it first.`,
    )
    await save({
      id: formatId,
      seen: 1,
      name: 'Short',
      format: layoutOf('{{conduct}} only, and {{aadhaar}}'),
    })
    const paper = await html(issued.id)
    expect(paper).toContain(
      `No. <bdi class="certificate-value">${issued.serial}</bdi> of <bdi class="certificate-value">${writeDay(today)}</bdi>`,
    )
    expect(paper).toContain('Rohan &lt;b&gt;Patil&lt;/b&gt;')
    expect(paper).toContain('data:image/svg+xml;base64,')
    expect(paper).not.toMatch(/DUPLICATE|CANCELLED|PREVIEW/)
    expect(await refusal(issue({ studentId: pupils[0]! }))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'formatVersion' }],
    })
    await save({ id: formatId, seen: 2, name: 'Short' })
    await owner.query('update certificate_formats set version = 1 where id = $1', [formatId])
  })

  test('needs every field, and no whole Aadhaar number is kept', async () => {
    const [studentId = 0] = pupils.splice(0, 1)
    expect(await refusal(issue({ studentId, values: given({ conduct: ' ', studentName: '\u202e' }) }))).toEqual({
      code: 'BAD_INPUT',
      message: fillAllMessage(),
      problems: [2, 3].map((place) => ({ path: `values.${place}.value`, message: 'Required' })),
    })
    const issued = await issue({ studentId, values: given({ aadhaar: '2345 6789 0124' }) })
    expect(await html(issued.id)).toContain('XXXX XXXX 0124')
    expect(
      (await owner.query(`select "values"::text as kept from certificates where id = $1`, [issued.id])).rows[0].kept,
    ).not.toContain('6789')
  })

  test('is for the own classes and the own school', async () => {
    const [studentId = 0] = pupils
    const missing = await refusal(issue({ studentId: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    for (const asked of [{ studentId: world.other.student7A }, { studentId: world.own.student8A, who: 'limitedAdmin' as const }])
      expect(await refusal(issue(asked))).toEqual(missing)
    expect(await refusal(issue({ studentId, formatId: (await save({}, 'superadmin', world.other)).id }))).toEqual(missing)
    expect((await refusal(issue({ studentId, school: world.other }))).code).toBe('NOT_FOUND')
  })

  test('two clerks at the same student: one wins, the other is told; numbers have no gap whatever fails beside them', async () => {
    await owner.query("alter table certificates add constraint fails_on_purpose check (student_name <> 'Fails')")
    const racing = pupils.splice(0, 16)
    const outcomes = await Promise.allSettled(
      racing.flatMap((studentId, place) => {
        const who = place % 2 === 0 ? 'admin' : 'superadmin'
        const values = given(place % 4 === 3 ? { studentName: 'Fails' } : {})
        return [issue({ studentId, who, values }), issue({ studentId, who: 'admin', values })]
      }),
    )
    await owner.query('alter table certificates drop constraint fails_on_purpose')
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(won).toHaveLength(12)
    expect(new Set(won.map(({ studentId }) => studentId)).size).toBe(12)
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as { code?: string }] : []))
    expect(lost.filter(({ code }) => code === 'CONFLICT')).toHaveLength(12)
    await issue({ studentId: pupils.splice(0, 1)[0]! })
    const { rows } = await owner.query(
      `select (select array_agg(serial order by serial) from certificates where school_id = $1 and copy = 0) as serials,
        (select last_serial from certificate_counters where school_id = $1) as last`,
      [world.own.id],
    )
    const { serials, last } = rows[0] as { serials: number[]; last: number }
    expect(serials).toEqual(Array.from({ length: serials.length }, (_, place) => place + 1))
    expect(last).toBe(serials.length)
  })

  test('continues the numbers of a paper register, as long as none was issued; at the same moment as the first, too', async () => {
    const as = (who: Who, school = world.other) => world.call(who, school)
    const next = async (number: unknown, who: Who = 'admin') => setNextSerial(await as(who), world.other.id, { next: number })
    const view = async (who: Who = 'admin') => viewSerials(await as(who), world.other.id, {})
    const { id: otherFormat } = await save({ name: 'Numbers', format: layoutOf('') }, 'superadmin', world.other)
    const leaving = [world.other.student7A, ...(await addStudents(world, world.other, world.other.section7B, 5))]
    const first = async (studentId: number) =>
      issueCertificate(await as('admin'), world.other.id, {
        key: randomUUID(),
        formatId: otherFormat,
        formatVersion: 1,
        studentId,
        values: given(),
        disableStudent: false,
      })
    expect(await view()).toMatchObject({ next: 1, started: false })
    for (const wrong of [0, -3, 1.5, '', 'x', 10_000_000]) {
      const told = await refusal(next(wrong))
      expect(told).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'next' }] })
    }
    expect(await refusal(next(7, 'limitedAdmin'))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('whole school'),
    })
    expect((await refusal(next(7, 'fees'))).code).toBe('FORBIDDEN')
    expect(await next(412)).toMatchObject({ next: 412, started: false })
    expect(await next(2, 'superadmin')).toMatchObject({ next: 2 })
    const draft = await viewDraft(await as('admin'), world.other.id, { formatId: otherFormat, studentId: leaving[0]! })
    expect(draft.serial).toBe(2)
    expect((await auditRows(world, world.other.id)).at(-1)).toMatchObject({
      action: 'certificate.setNextSerial',
      fields: ['next'],
    })
    const noGap = async () =>
      (await checkData(world.database)).findings.filter(({ check }) => check === 'certificates-without-gap')
    expect(await noGap()).toEqual([])

    // As if nobody had ever asked: no row of the counter that could be locked.
    await owner.query('delete from certificate_counters where school_id = $1', [world.other.id])
    const starts = Promise.allSettled([next(900), next(950)])
    const issued = (await Promise.all(leaving.map(first))).map(({ serial }) => serial)
    const lowest = Math.min(...issued)
    expect(issued.toSorted((one, other) => one - other)).toEqual(leaving.map((_, place) => lowest + place))
    const set = (await starts).flatMap((start) => (start.status === 'fulfilled' ? [start.value.next] : []))
    expect(set.length === 0 ? [1] : set).toContain(lowest)
    expect(await noGap()).toEqual([])
    const late = await refusal(next(2000, 'superadmin'))
    expect(late).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('has issued certificates already') })
    expect(await view('limitedAdmin')).toMatchObject({ next: lowest + leaving.length, started: true })
  })

  test('keeps the student from being deleted, in words', async () => {
    const { rows } = await list({ search: 'Rohan' })
    const deleted = deleteStudent(await world.call('superadmin'), world.own.id, { id: rows[0]!.studentId })
    expect(await refusal(deleted)).toMatchObject({ code: 'CONFLICT', message: hasRecordsMessage() })
  })
})

describe('duplicates and cancelling', () => {
  test('a duplicate carries the number and the values of its original; two at once are two copies', async () => {
    const [studentId = 0] = pupils.splice(0, 1)
    const original = await issue({ studentId, values: given({ conduct: 'Very good' }) })
    const key = randomUUID()
    const copies = await Promise.all([duplicate(original.id, key), duplicate(original.id), duplicate(original.id, key)])
    expect(copies.map(({ copy }) => copy)).toEqual(copies[0].copy === 1 ? [1, 2, 1] : [2, 1, 2])
    expect(copies[0]).toMatchObject({ serial: original.serial, reason: 'Lost' })
    const paper = await html(copies[0].id)
    expect(paper).toContain('<b>DUPLICATE</b>')
    expect(paper).toContain('Very good')
    expect(await refusal(duplicate(copies[0].id))).toMatchObject({ code: 'FORBIDDEN' })
    expect(
      (await refusal(issueDuplicate(await world.call('admin'), world.own.id, { key, id: original.id, reason: '' }))).code,
    ).toBe('BAD_INPUT')

    expect(await cancel(copies[0].id)).toMatchObject({ cancelReason: 'Wrong name', cancelledByName: 'admin of Own School' })
    expect((await list({ search: String(original.serial), state: 'CANCELLED' })).rows.map(({ id }) => id)).toEqual([copies[0].id])
    await owner.query('update students set disabled = true where id = $1', [studentId])
    expect(await cancel(original.id, { enableStudent: true })).toMatchObject({ cancelledAt: expect.any(Date) })
    expect(await student(studentId)).toEqual({ disabled: false })
    const all = (await list({ search: String(original.serial) })).rows.filter(({ serial }) => serial === original.serial)
    expect(all.map(({ cancelledAt }) => cancelledAt !== null)).toEqual([true, true, true])
    expect(await html(original.id)).toContain('CANCELLED')
    expect((await refusal(cancel(original.id))).code).toBe('FORBIDDEN')
    expect((await refusal(duplicate(original.id))).code).toBe('FORBIDDEN')
    const next = await issue({ studentId })
    expect(next.serial).toBeGreaterThan(original.serial)
  })

  test('nothing of a certificate can be rewritten or removed by the server’s role', async () => {
    for (const statement of [
      `update certificates set student_name = 'x'`,
      `update certificates set "values" = '{}'`,
      'update certificates set serial = serial + 1000',
      'delete from certificates',
    ]) {
      const client = new pg.Client({ connectionString: world.appUrl })
      await client.connect()
      await client.query(`select set_config('app.school_id', $1, false)`, [String(world.own.id)])
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
      await client.end()
    }
  })

  test('of another class or school are answered like none', async () => {
    const { rows } = await list({ search: 'rohan' })
    const { id } = rows[0]!
    const missing = await refusal(cancel(999_999))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(cancel(id, {}, 'limitedAdmin'))).toEqual(missing)
    expect(await refusal(duplicate(id, randomUUID(), 'limitedAdmin'))).toEqual(missing)
    expect(await refusal(html(id, 'limitedAdmin'))).toEqual(missing)
    const other = await world.call('admin', world.other)
    expect(await refusal(cancelCertificate(other, world.other.id, { id, reason: 'x', enableStudent: false }))).toEqual(missing)
    expect((await list({ search: 'rohan' }, 'limitedAdmin')).total).toBe(0)
    expect((await listCertificates(other, world.other.id, { search: 'rohan' })).total).toBe(0)
  })
})

test('the register is found by name, register number and serial, newest first, page by page', async () => {
  const all = await list({ pageSize: 200 })
  expect(all.rows).toHaveLength(all.total)
  expect(all.rows.map(({ id }) => id)).toEqual(all.rows.map(({ id }) => id).toSorted((one, other) => other - one))
  expect((await list({ page: 1, pageSize: 5 })).rows.map(({ id }) => id)).toEqual(all.rows.slice(5, 10).map(({ id }) => id))
  expect((await list({ search: 'ROHAN patil' })).total).toBe(1)
  expect((await list({ search: 'रोहन पाटील' })).total).toBe(1)
  expect((await list({ search: '%' })).total).toBe(0)
  const states = await Promise.all((['VALID', 'CANCELLED', 'DUPLICATE'] as const).map((state) => list({ state })))
  // Three were cancelled, of which two are duplicates; no duplicate is an original that stands.
  expect(states.map(({ total }) => total)).toEqual([all.total - 3, 3, 0])
  const again = await duplicate(states[0]!.rows[0]!.id)
  expect((await list({ state: 'DUPLICATE' })).rows.map(({ id }) => id)).toEqual([again.id])
  expect((await list({ state: 'VALID' })).total).toBe(states[0]!.total)
  await cancel(again.id)
})

test('a preview is marked, takes no number and leads nowhere', async () => {
  const [studentId = 0] = pupils
  const before = await viewDraft(await world.call('admin'), world.own.id, { formatId, studentId })
  const call = await world.call('admin')
  const sent = { formatId, studentId, values: [{ name: 'conduct', value: '<i>Good</i>' }], html: '<p>forged</p>', userID: 1 }
  const { body, fileName } = await certificatePreview.make(call, world.own.id, sent)
  expect(fileName).toBe('leaving-certificate-preview')
  expect(body).toContain('<div class="certificate-across" aria-hidden="true">PREVIEW</div>')
  expect(body).toContain('&lt;i&gt;Good&lt;/i&gt;')
  expect(body).toContain('{{aadhaar}}')
  expect(body).not.toMatch(/forged|data:image\/svg/)
  expect((await viewDraft(call, world.own.id, { formatId, studentId })).serial).toBe(before.serial)
})

test('who once taught a student may cancel the certificate, and does not enable whoever sits in another class now', async () => {
  const { rows } = await list({ search: 'rohan' })
  const { id, studentId } = rows[0]!
  const term = await addTermWithSection(world, world.own, { name: 'another' }, '6')
  await limitToClass(world, world.own, world.own.users.limitedAdmin, term.classId)
  await enrol(world, term, term.sectionId, [{ studentId, roll: '1' }])
  invalidateViewer(world.database, world.own.subjects.limitedAdmin ?? null)
  expect(await refusal(cancel(id, { enableStudent: true }, 'limitedAdmin'))).toMatchObject({ code: 'FORBIDDEN' })
  expect((await list({ search: 'rohan', state: 'VALID' })).total).toBe(1)
  expect(await cancel(id, {}, 'limitedAdmin')).toMatchObject({ cancelledByName: 'limitedAdmin of Own School' })
  expect(await student(studentId)).toEqual({ disabled: true })
})

describe('a child who came back', () => {
  test('leaves again with a second certificate of the next number, and the first stays valid', async () => {
    const [studentId = 0] = await addStudents(world, world.own, world.own.section7A, [{ name: 'Came Back' }])
    const first = await issue({ studentId, disableStudent: true })
    const told = { code: 'CONFLICT', problems: [{ path: 'studentId' }] }
    // Who has left has not come back, whatever the form says.
    expect(await refusal(issue({ studentId, cameBack: true }))).toMatchObject(told)
    await setStudentDisabled(await world.call('admin'), world.own.id, { id: studentId, disabled: false })
    expect(await refusal(issue({ studentId }))).toMatchObject(told)
    const second = await issue({ studentId, cameBack: true, disableStudent: true })
    expect(second).toMatchObject({ serial: first.serial + 1, copy: 0, cancelledAt: null })
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'certificate.issue', fields: ['cameBack', 'disabled'] })
    const { standing } = await viewDraft(await world.call('admin'), world.own.id, { formatId, studentId })
    expect(standing).toMatchObject({ serial: second.serial })
    const listed = await listCertificatesOfStudent(await world.call('admin'), world.own.id, { studentId })
    expect(listed.map(({ serial, cancelledAt }) => [serial, cancelledAt])).toEqual([
      [second.serial, null],
      [first.serial, null],
    ])
    // Both go on as certificates: a duplicate of the first, and a cancellation of the second, which leaves the first.
    const copy = await issueDuplicate(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      id: first.id,
      reason: 'Lost',
    })
    expect(copy).toMatchObject({ serial: first.serial, copy: 1 })
    await cancel(second.id)
    expect(await refusal(issue({ studentId }))).toMatchObject({
      message: expect.stringContaining(`certificate no. ${first.serial} of`),
    })
    expect((await checkData(world.database)).findings).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableOfTest } from '#tests/cluster/testServer.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { enrol, limitToClass } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { invalidateSchool } from '#platform/school.ts'
import { invalidateViewer, viewerOf } from '#platform/viewer.ts'
import { verhoeffDigit } from '#shared/aadhaar.ts'
import { findKeptStudents, keepingTables, previewStudentDeletion } from './deletion.queries.ts'
import {
  addStudent,
  deleteStudent,
  openAadhaarScan,
  revealAadhaar,
  setStudentDisabled,
  setStudentPhoto,
  hasRecordsMessage,
  updateStudent,
  viewOwnStudent,
  viewQrSheet,
  viewTermRolls,
  viewStudent,
} from './students.commands.ts'

let world: TestWorld
let owner: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

const number = `23456789012${verhoeffDigit('23456789012')}`

function form(given: object = {}) {
  const { termId, class7, section7A } = world.own
  return { termId, name: ' meera  JOSHI ', phone: '9812345678', section: `${class7}:${section7A}`, roll: '0', ...given }
}

async function added(given: object = {}, who: Who = 'admin') {
  // The children of this file have one name and one phone.
  return addStudent(await world.call(who), world.own.id, form({ addAnyway: true, ...given }))
}

async function change(id: number, given: object = {}, who: Who = 'admin') {
  return updateStudent(await world.call(who), world.own.id, { id, ...form(given) })
}

async function setFormat(studentEmail: string) {
  await world.database.kysely.updateTable('schools').set({ studentEmail }).where('id', '=', world.own.id).execute()
  invalidateSchool(world.database, world.own.id)
}

async function accountOf(id: number) {
  const { rows } = await owner.query<{ email: string; password: string; student: number }>(
    `select u.email, a.password, l.student_id as student from students s join auth."user" u on u.id = s.subject
     join auth.account a on a."userId" = u.id join logins l on l.subject = u.id where s.id = $1`,
    [id],
  )
  return rows[0]
}

async function storedFile(purpose: 'student-photo' | 'student-aadhar'): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (school_id, purpose, content_type, size, created_by) values ($1, $2, 'image/jpeg', 10, $3) returning id`,
    [world.own.id, purpose, world.own.subjects.admin],
  )
  return rows[0]?.id ?? ''
}

async function fileExists(id: string): Promise<boolean> {
  return (await owner.query('select from files where id = $1', [id])).rowCount === 1
}

describe('adding a student', () => {
  test('stores the student with an enrolment, a random QR code and an audit row without values', async () => {
    const student = await added({
      roll: '7',
      birthdate: '2015-06-01',
      fatherName: 'RAVI joshi',
      phones: '9812345679',
      orphan: false,
      caste: 'x',
    })
    expect(student).toMatchObject({
      name: 'Meera Joshi',
      phone: '9812345678',
      gender: 'BLANK',
      birthdate: '2015-06-01',
      fatherName: 'Ravi Joshi',
      phones: ['9812345679'],
      disabled: false,
      loginEmail: null,
      subject: null,
      createTermId: world.own.termId,
      places: [{ termId: world.own.termId, roll: '7', className: '7', sectionName: 'A', sectionId: world.own.section7A }],
    })
    expect(student.qrcode).toMatch(/^[\w-]{22}$/)
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'student.add',
      rowIds: [student.id],
      fields: expect.arrayContaining(['name', 'phone', 'section', 'roll', 'birthdate', 'caste']),
    })
  })

  test('creates an account whose password is the phone when a login e-mail is typed', async () => {
    const student = await added({ loginEmail: 'Meera@Home.test' })
    expect(await accountOf(student.id)).toMatchObject({
      email: 'meera@home.test',
      password: expect.stringMatching(/^phone:/),
      student: student.id,
    })
    expect(await viewerOf(world.database, student.subject ?? '')).toMatchObject({ role: 'STUDENT', studentId: student.id })
  })

  test('makes the login e-mail from the school’s format, if it has one', async () => {
    await setFormat('{first_name}.{id}@own.test')
    const student = await added()
    expect(student.loginEmail).toBe(`meera.${student.id}@own.test`)
    expect((await accountOf(student.id))?.email).toBe(student.loginEmail)
    await setFormat('')
  })

  test.each([
    ['loginEmail', { loginEmail: 'taken@own.test' }, 'The email taken@own.test is already used by another account.'],
    ['loginEmail', { loginEmail: 'staff@anywhere.test' }, 'The email staff@anywhere.test is already used by another account.'],
    ['rfid', { rfid: 'CARD-1' }, 'The RFID CARD-1 is already used by another student.'],
  ])('refuses a %s that is taken, and stores nothing', async (path, given, message) => {
    if ((await owner.query(`select from students where rfid = 'CARD-1'`)).rowCount === 0) {
      await added({ loginEmail: 'taken@own.test', rfid: 'CARD-1' })
      await owner.query(
        `insert into auth."user" (id, name, email, "emailVerified") values (gen_random_uuid(), 'x', 'staff@anywhere.test', false)`,
      )
    }
    const before = await owner.query('select count(*) from students')
    expect(await refusal(added(given))).toEqual({ code: 'CONFLICT', message, problems: [{ path, message }] })
    expect((await owner.query('select count(*) from students')).rows).toEqual(before.rows)
  })

  test('reports every invalid field', async () => {
    const refused = await refusal(added({ name: '', phone: '1', roll: '', aadharNumber: '123412341234' }))
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems.map((problem) => problem.path).sort()).toEqual(['aadharNumber', 'name', 'phone', 'roll'])
  })

  test('accepts only a section of the form’s term and class in this school', async () => {
    const { own, other } = world
    const wrong = [`${own.class8}:${own.section7A}`, `${other.class7}:${other.section7A}`, `${own.class7}:999999`]
    for (const section of wrong) expect((await refusal(added({ section }))).problems[0]?.path).toBe('section')
    expect((await refusal(added({ termId: other.termId }))).problems[0]?.path).toBe('section')
  })

  test('an ADMIN limited to a class adds to this class only', async () => {
    const { class8, section8A } = world.own
    expect(await added({}, 'limitedAdmin')).toMatchObject({ name: 'Meera Joshi' })
    expect((await refusal(added({ section: `${class8}:${section8A}` }, 'limitedAdmin'))).problems[0]?.path).toBe('section')
  })
})

describe('Aadhaar', () => {
  test('is stored sealed, shown by its last four digits, and revealed by an audited command', async () => {
    const student = await added({ aadharNumber: number })
    expect(student.aadharLast4).toBe(number.slice(8))
    const { rows } = await owner.query<{ row: string }>('select students::text as row from students where id = $1', [student.id])
    expect(rows[0]?.row).not.toContain(number)
    expect(rows[0]?.row).not.toContain(Buffer.from(number).toString('hex'))
    expect(await revealAadhaar(await world.call('admin'), world.own.id, { id: student.id })).toBe(number)
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'student.revealAadhaar',
      rowIds: [student.id],
      fields: ['aadharNumber'],
    })
  })

  test('has a PDF whose address comes by an audited command alone', async () => {
    const { id } = await added({ aadharFile: await storedFile('student-aadhar') })
    const before = (await auditRows(world)).length
    const address = await openAadhaarScan(await world.call('admin'), world.own.id, { id })
    expect(address).toMatch(/^\/files\//)
    expect((await auditRows(world)).slice(before)).toEqual([
      { role: 'ADMIN', action: 'student.openAadhaarScan', rowIds: [id], fields: ['aadharFile'] },
    ])
    const without = await added({})
    expect(await openAadhaarScan(await world.call('admin'), world.own.id, { id: without.id })).toBeNull()
    const { student7A } = world.own
    for (const who of ['teacher', 'student'] as const)
      expect(await refusal(openAadhaarScan(await world.call(who), world.own.id, { id: student7A }))).toMatchObject({
        code: 'FORBIDDEN',
      })
  })

  test('is kept when the masked form is sent, deleted when cleared, and any other mask is refused', async () => {
    const { id } = await added({ aadharNumber: number })
    expect(await change(id, { aadharNumber: `XXXX XXXX ${number.slice(8)}` })).toMatchObject({ aadharLast4: number.slice(8) })
    expect(await revealAadhaar(await world.call('admin'), world.own.id, { id })).toBe(number)
    expect((await refusal(change(id, { aadharNumber: 'XXXX XXXX 0000' }))).problems[0]?.path).toBe('aadharNumber')
    expect(await change(id, {})).toMatchObject({ aadharLast4: number.slice(8) })
    expect(await change(id, { aadharNumber: '' })).toMatchObject({ aadharLast4: null, aadharSealed: null })
    expect(await revealAadhaar(await world.call('admin'), world.own.id, { id })).toBeNull()
  })

  test('cannot be opened when copied to the row of another student', async () => {
    const [one, other] = [await added({ aadharNumber: number }), await added({ aadharNumber: number })]
    const { rows } = await owner.query('select aadhar_sealed as sealed from students where id = $1', [one.id])
    await owner.query('update students set aadhar_sealed = $1 where id = $2', [rows[0].sealed, other.id])
    await expect(revealAadhaar(await world.call('admin'), world.own.id, { id: other.id })).rejects.toThrow(
      'belongs somewhere else',
    )
  })
})

describe('changing a student', () => {
  test('updates the fields that are sent and keeps the rest; the audit row names the changed fields', async () => {
    const { id } = await added({ caste: 'a', religion: 'b', birthdate: '2015-06-01', singleParent: true })
    const changed = await change(id, { name: 'Meera Rao', religion: 'c', birthdate: '', roll: '8' })
    expect(changed).toMatchObject({ name: 'Meera Rao', caste: 'a', religion: 'c', birthdate: null, singleParent: true })
    expect(changed.places).toMatchObject([{ roll: '8' }])
    expect((await auditRows(world)).at(-1)?.fields.sort()).toEqual(['birthdate', 'name', 'religion', 'roll'])
  })

  test('moves the student within the term, and enrols the student in another term without changing the first', async () => {
    const { own } = world
    const { id } = await added()
    const moved = await change(id, { section: `${own.class7}:${own.section7B}` })
    expect(moved.places).toMatchObject([{ sectionId: own.section7B }])
    const next = await addTermWithSection(world, own, { name: '2027-28' }, '8', 'C')
    const later = await change(id, { termId: next.termId, section: `${next.classId}:${next.sectionId}`, roll: '1' })
    expect(later.places.map(({ className, sectionName }) => className + sectionName)).toEqual(['8C', '7B'])
  })

  test('changes the account with the login e-mail, and deletes it when the e-mail is cleared', async () => {
    const { id } = await added()
    await change(id, { loginEmail: 'first@own.test' })
    expect((await accountOf(id))?.email).toBe('first@own.test')
    await change(id, { loginEmail: 'second@own.test' })
    expect((await accountOf(id))?.email).toBe('second@own.test')
    const same = await change(id, { loginEmail: 'second@own.test' })
    expect(same.subject).not.toBeNull()
    const cleared = await change(id, { loginEmail: '' })
    expect(cleared).toMatchObject({ loginEmail: null, subject: null })
    expect((await owner.query(`select from auth."user" where email = 'second@own.test'`)).rowCount).toBe(0)
    expect(await viewerOf(world.database, same.subject ?? '')).toBeNull()
  })

  test('refuses the login e-mail of another account and changes neither', async () => {
    await added({ loginEmail: 'hers@own.test' })
    const { id } = await added({ loginEmail: 'mine@own.test' })
    expect(await refusal(change(id, { loginEmail: 'hers@own.test', name: 'Other' }))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'loginEmail' }],
    })
    expect((await accountOf(id))?.email).toBe('mine@own.test')
  })

  test('gives a stored student a login once the school has a format', async () => {
    const { id } = await added()
    await setFormat('s{id}@own.test')
    expect(await change(id, { loginEmail: '' })).toMatchObject({ loginEmail: `s${id}@own.test` })
    await setFormat('')
  })

  test('replaces the photo and deletes the old one', async () => {
    const [first, second] = [await storedFile('student-photo'), await storedFile('student-photo')]
    const { id } = await added({ photoFile: first })
    expect(await change(id, {})).toMatchObject({ photoFile: first })
    expect(await change(id, { photoFile: second })).toMatchObject({ photoFile: second })
    expect([await fileExists(first), await fileExists(second)]).toEqual([false, true])
    expect(await change(id, { photoFile: '' })).toMatchObject({ photoFile: null })
    expect(await fileExists(second)).toBe(false)
    const [third, of] = [await storedFile('student-photo'), await world.call('admin')]
    expect(await setStudentPhoto(of, world.own.id, { id, photoFile: third })).toMatchObject({ photoFile: third })
    expect(await setStudentPhoto(of, world.own.id, { id, photoFile: '' })).toMatchObject({ photoFile: null })
    expect(await fileExists(third)).toBe(false)
  })

  test('refuses a file of another student, purpose or school', async () => {
    const [photo, pdf] = [await storedFile('student-photo'), await storedFile('student-aadhar')]
    await added({ photoFile: photo, aadharFile: pdf })
    expect((await refusal(added({ photoFile: photo }))).problems[0]?.path).toBe('photoFile')
    expect((await refusal(added({ photoFile: await storedFile('student-aadhar') }))).problems[0]?.path).toBe('photoFile')
    expect((await refusal(added({ aadharFile: 'x' }))).problems[0]?.path).toBe('aadharFile')
  })
})

describe('the QR code', () => {
  test('of an existing card is stored; a blank one keeps the stored code or creates a new one', async () => {
    const { id, qrcode } = await added({ qrcode: ' CARD 0001 ' }, 'superadmin')
    expect(qrcode).toBe('CARD 0001')
    expect(await change(id, { qrcode: '' }, 'superadmin')).toMatchObject({ qrcode: 'CARD 0001' })
    expect(await change(id)).toMatchObject({ qrcode: 'CARD 0001' })
    expect(await change(id, { qrcode: 'CARD 0002' }, 'superadmin')).toMatchObject({ qrcode: 'CARD 0002' })
    expect((await auditRows(world)).at(-1)?.fields).toEqual(['qrcode'])
    expect((await added({ qrcode: '' }, 'superadmin')).qrcode).toMatch(/^[\w-]{22}$/)
  })

  test('of another student of the school is refused on its field; another school may have it', async () => {
    await added({ qrcode: 'CARD 0003' }, 'superadmin')
    const { id } = await added({ qrcode: 'CARD 0004' }, 'superadmin')
    const message = 'The QR code CARD 0003 is already used by another student.'
    const taken = { code: 'CONFLICT', message, problems: [{ path: 'qrcode', message }] }
    expect(await refusal(added({ qrcode: 'CARD 0003' }, 'superadmin'))).toEqual(taken)
    expect(await refusal(change(id, { qrcode: 'CARD 0003' }, 'superadmin'))).toEqual(taken)
    const { termId, class7, section7A } = world.other
    const input = { ...form({ qrcode: 'CARD 0003' }), termId, section: `${class7}:${section7A}` }
    expect(await addStudent(await world.call('superadmin'), world.other.id, input)).toMatchObject({ qrcode: 'CARD 0003' })
  })

  test('is changed by a SUPERADMIN only; sending the stored code is no change', async () => {
    const { id } = await added({ qrcode: 'CARD 0005' }, 'superadmin')
    for (const attempt of [() => added({ qrcode: 'CARD 0006' }), () => change(id, { qrcode: 'CARD 0006' })])
      expect(await refusal(attempt())).toMatchObject({ code: 'FORBIDDEN', problems: [{ path: 'qrcode' }] })
    expect(await change(id, { qrcode: 'CARD 0005', roll: '9' })).toMatchObject({ qrcode: 'CARD 0005' })
  })
})

describe('disabling a student', () => {
  test('ends the sessions and refuses the student at once; enabling allows signing in again', async () => {
    const { id, subject } = await added({ loginEmail: 'out@own.test' })
    await owner.query(
      `insert into auth.session (id, "userId", token, "expiresAt", "updatedAt") values (gen_random_uuid(), $1, 'token', now() + interval '1 day', now())`,
      [subject],
    )
    const call = await world.call('admin')
    expect(await viewerOf(world.database, subject ?? '')).not.toBeNull()
    expect(await setStudentDisabled(call, world.own.id, { id, disabled: true })).toMatchObject({ id, disabled: true })
    expect(await viewerOf(world.database, subject ?? '')).toBeNull()
    expect((await owner.query('select from auth.session where "userId" = $1', [subject])).rowCount).toBe(0)
    await setStudentDisabled(call, world.own.id, { id, disabled: false })
    expect(await viewerOf(world.database, subject ?? '')).toMatchObject({ studentId: id })
  })
})

describe('deleting a student', () => {
  test('deletes the enrolments, the account and the files with the student', async () => {
    const photo = await storedFile('student-photo')
    const { id, subject } = await added({ loginEmail: 'gone@own.test', photoFile: photo })
    expect(await deleteStudent(await world.call('superadmin'), world.own.id, { id })).toBe(id)
    for (const [table, column, value] of [
      ['students', 'id', id],
      ['enrolments', 'student_id', id],
      ['logins', 'subject', subject],
      ['auth."user"', 'id', subject],
      ['files', 'id', photo],
    ])
      expect((await owner.query(`select from ${table} where ${column} = $1`, [value])).rowCount, String(table)).toBe(0)
  })

  test('counts, for one student and for a file, the records that prevent it and those deleted with the student', async () => {
    const preview = async (id: number) => previewStudentDeletion(await world.call('superadmin'), world.own.id, { id })
    const { id } = await added({})
    expect(await preview(id)).toEqual({ keptBy: [], goesAlong: ['1 place in a term'] })
    await world.database.transaction(world.own.id, (db) =>
      db
        .insertInto('payments')
        .values({
          schoolId: world.own.id,
          termId: world.own.termId,
          studentId: id,
          collectedOn: '2026-06-10',
          amount: 100,
          mode: 'CASH',
          state: 'COLLECTED',
          receiptYear: '2026-27',
          receiptPrefix: 'D',
          receiptNo: 900_001,
          createdBy: randomUUID(),
          createdByName: 'x',
          studentName: 'x',
          sectionName: 'x',
          roll: '1',
          registerNo: '',
        })
        .execute(),
    )
    expect(await preview(id)).toEqual({ keptBy: ['1 payment'], goesAlong: ['1 place in a term'] })
    expect(await refusal(deleteStudent(await world.call('superadmin'), world.own.id, { id }))).toMatchObject({
      message: hasRecordsMessage(),
    })
    expect(await refusal(previewStudentDeletion(await world.call('admin'), world.own.id, { id }))).toMatchObject({
      code: 'FORBIDDEN',
    })
    const foreign = world.other.student7A
    const kept = (who: 'superadmin' | 'admin', ids: number[]) =>
      world.call(who).then((call) => findKeptStudents(call, world.own.id, { ids }))
    expect(await kept('superadmin', [id, foreign])).toEqual([{ id, name: expect.any(String), keptBy: ['1 payment'] }])
    expect(await refusal(kept('admin', [id]))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(kept('superadmin', []))).toMatchObject({ code: 'BAD_INPUT' })
    expect(await refusal(previewStudentDeletion(await world.call('superadmin'), world.own.id, { id: foreign }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('counts every table that can prevent it', async () => {
    const { rows } = await owner.query<{ table: string }>(
      `select distinct c.conrelid::regclass::text as table from pg_constraint c
        where c.contype = 'f' and c.confrelid in ('students'::regclass, 'enrolments'::regclass) and c.confdeltype <> 'c' and c.conparentid = 0`,
    )
    // Deleted with the student: attendance with what was told about it, its cases and messages, scores, enrolments.
    const ofAttendance = ['marks', 'mark_changes', 'gate_scans', 'leave_notes', 'message_students', 'told_families']
    const ofCases = ['attention_cases', 'attention_entries', 'attention_reasons']
    const leaving = [
      'enrolments',
      ...ofAttendance,
      ...ofCases,
      'scores',
      'score_changes',
      'student_remarks',
      'holistic_entries',
      'reexamination_scores',
      'reexamination_changes',
    ]
    const keeping = Object.keys(keepingTables).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    expect(rows.map((row) => row.table).sort()).toEqual([...keeping, ...leaving].sort())
  })

  test('is refused when the student has other records, and deletes nothing', async () => {
    const { id } = await added({ loginEmail: 'stays@own.test' })
    await tableOfTest(
      owner,
      'create table stands_on (school_id bigint, student_id bigint, foreign key (school_id, student_id) references students (school_id, id))',
    )
    await owner.query('insert into stands_on values ($1, $2)', [world.own.id, id])
    const refused = await refusal(deleteStudent(await world.call('superadmin'), world.own.id, { id }))
    expect(refused).toMatchObject({ code: 'CONFLICT', message: hasRecordsMessage() })
    expect(await viewStudent(await world.call('admin'), world.own.id, { id })).toMatchObject({ places: [{ roll: '0' }] })
    expect((await accountOf(id))?.email).toBe('stays@own.test')
    await owner.query('drop table stands_on')
  })
})

describe('the QR sheet', () => {
  test('has the enabled students of a section in the school’s order', async () => {
    const sheet = await viewQrSheet(await world.call('superadmin'), world.own.id, {
      termId: world.own.termId,
      sectionId: world.own.section8A,
    })
    expect(sheet).toEqual([expect.objectContaining({ name: 'Rohan Patil', className: '8', sectionName: 'A', roll: '1' })])
    expect(sheet[0]?.qrcode).not.toBe('')
  })
})

describe('the rolls of a term', () => {
  const rollsSeen = async (who: Who) => viewTermRolls(await world.call(who), world.own.id, { termId: world.own.termId })

  test('include every enrolled student', async () => {
    expect(await rollsSeen('admin')).toContainEqual(
      expect.objectContaining({ name: 'Rohan Patil', roll: '1', className: '8', sectionName: 'A' }),
    )
  })

  test('are those of the own classes for an ADMIN limited to classes, and are refused to all other roles', async () => {
    const seen = await rollsSeen('limitedAdmin')
    expect(new Set(seen.map(({ className }) => className))).toEqual(new Set(['7']))
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(rollsSeen(who))).toMatchObject({ code: 'FORBIDDEN' })
    const foreign = viewTermRolls(await world.call('admin'), world.other.id, { termId: world.other.termId })
    expect(await refusal(foreign)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await viewTermRolls(await world.call('admin'), world.own.id, { termId: world.other.termId })).toEqual([])
    expect(await refusal(viewTermRolls(await world.call('admin'), world.own.id, { termId: 'x' }))).toMatchObject({
      code: 'BAD_INPUT',
    })
  })
})

describe('permissions', () => {
  const nobody = async (outcome: Promise<unknown>) =>
    expect(await refusal(outcome)).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })

  test('only SUPERADMIN and ADMIN add, change, disable and reveal', async () => {
    const { own } = world
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const) {
      const call = await world.call(who)
      await nobody(addStudent(call, own.id, form()))
      await nobody(updateStudent(call, own.id, { id: own.student7A, ...form() }))
      await nobody(setStudentDisabled(call, own.id, { id: own.student7A, disabled: true }))
      await nobody(revealAadhaar(call, own.id, { id: own.student7A }))
    }
    for (const who of ['admin', 'fees', 'teacher'] as const) {
      await nobody(deleteStudent(await world.call(who), own.id, { id: own.student7A }))
      await nobody(viewQrSheet(await world.call(who), own.id, { termId: own.termId }))
    }
    expect(await refusal(addStudent(await world.call('anonymous'), own.id, form()))).toMatchObject({ code: 'SIGNED_OUT' })
  })

  test('each role views the students that it may see, and nobody those of another school', async () => {
    const { own, other } = world
    const sees = async (who: Who, id: number) =>
      viewStudent(await world.call(who), own.id, { id }).then(
        () => true,
        (error: unknown) => ({ code: (error as { code: string }).code }),
      )
    const missing = { code: 'NOT_FOUND' }
    for (const who of ['superadmin', 'admin', 'fees', 'attendant'] as const)
      expect([await sees(who, own.student7A), await sees(who, own.student8A)]).toEqual([true, true])
    for (const who of ['limitedAdmin', 'teacher', 'student'] as const)
      expect([await sees(who, own.student7A), await sees(who, own.student8A)]).toEqual([true, missing])
    for (const who of ['superadmin', 'admin', 'student'] as const) expect(await sees(who, other.student7A)).toEqual(missing)
    expect(await refusal(viewStudent(await world.call('admin'), other.id, { id: other.student7A }))).toMatchObject(missing)
    expect(await viewOwnStudent(await world.call('student'), own.id, {})).toMatchObject({ id: own.student7A })
  })

  test('an ADMIN limited to classes changes only their students, whatever the new section is', async () => {
    const { own, other } = world
    const missing = await refusal(change(999_999, {}, 'limitedAdmin'))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(change(own.student8A, {}, 'limitedAdmin'))).toEqual(missing)
    expect(await refusal(change(other.student7A, {}, 'superadmin'))).toEqual(missing)
    const call = await world.call('limitedAdmin')
    expect(await refusal(setStudentDisabled(call, own.id, { id: own.student8A, disabled: true }))).toEqual(missing)
    expect(await refusal(revealAadhaar(call, own.id, { id: own.student8A }))).toEqual(missing)
  })

  test('an ADMIN limited to classes cannot move a former student of these classes out of another class', async () => {
    const { own } = world
    const { id } = await added({})
    await change(id, { section: `${own.class8}:${own.section8A}` })
    // Last term the student was in a class that the ADMIN is limited to.
    const past = await addTermWithSection(world, own, { id: own.termId - 1, name: '2020-21' }, '6')
    await enrol(world, past, past.sectionId, [{ studentId: id }])
    const { limitedAdmin } = own.users
    await limitToClass(world, own, limitedAdmin, past.classId)
    invalidateViewer(world.database, own.subjects.limitedAdmin ?? null)
    try {
      const call = await world.call('limitedAdmin')
      expect(await viewStudent(call, own.id, { id })).toMatchObject({ id })
      const missing = await refusal(change(999_999, {}, 'limitedAdmin'))
      expect(await refusal(change(id, { section: `${own.class7}:${own.section7A}` }, 'limitedAdmin'))).toEqual(missing)
      expect(await refusal(setStudentDisabled(call, own.id, { id, disabled: true }))).toEqual(missing)
      expect(await refusal(revealAadhaar(call, own.id, { id }))).toEqual(missing)
    } finally {
      await owner.query('delete from class_admins where class_id = $1', [past.classId])
      invalidateViewer(world.database, own.subjects.limitedAdmin ?? null)
    }
  })
})

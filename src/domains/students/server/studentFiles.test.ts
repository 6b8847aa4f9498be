import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableOfTest } from '#tests/cluster/testServer.ts'
import { countStatements } from '#tests/countStatements.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { invalidateSchool } from '#platform/school.ts'
import { editStudents, exportStudents } from './editStudents.commands.ts'
import { importStudents } from './importStudents.commands.ts'
import { listStudents, hasRecordsMessage, viewStudent } from './students.commands.ts'

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

let rolls = 1000
/** A row whose roll is new each time it is read or spread, because a roll occurs once in a section. */
const line = {
  get roll() {
    rolls += 1
    return String(rolls)
  },
  class: '7',
  section: 'a',
  name: 'meera  joshi',
  phone: '9812345678',
}

async function importing(rows: object[], who: Who = 'admin') {
  return importStudents(await world.call(who), world.own.id, { termId: world.own.termId, rows, addAnyway: true })
}

async function editing(rows: object[], who: Who = 'superadmin') {
  return editStudents(await world.call(who), world.own.id, { rows })
}

async function found(search: string) {
  const { rows } = await listStudents(await world.call('admin'), world.own.id, { termId: world.own.termId, search })
  return rows
}

async function everything(): Promise<unknown> {
  const { rows } = await owner.query(
    'select (select count(*) from students) as students, (select count(*) from enrolments) as enrolments, (select count(*) from logins) as logins, (select count(*) from auth."user") as accounts',
  )
  return rows
}

async function setFormat(studentEmail: string) {
  await world.database.kysely.updateTable('schools').set({ studentEmail }).where('id', '=', world.own.id).execute()
  invalidateSchool(world.database, world.own.id)
}

test('a file that is sent again with its key is stored once; the key with other rows is refused', async () => {
  const key = randomUUID()
  const school = world.own
  const sent = { key, termId: school.termId, rows: [{ ...line, name: 'Sent Twice' }] }
  const before = await everything()
  const both = await Promise.all([1, 2].map(async () => importStudents(await world.call('admin'), school.id, sent)))
  expect(both[1]).toEqual(both[0])
  expect(await importStudents(await world.call('admin'), school.id, sent)).toEqual(both[0])
  const [stored] = await found('sent twice')
  expect(await found('sent twice')).toHaveLength(1)
  const other = { ...sent, rows: [{ ...line, name: 'Another' }] }
  expect(await refusal(importStudents(await world.call('admin'), school.id, other))).toMatchObject({ code: 'CONFLICT' })

  const place = { term: '2026-27', roll: '5', class: '7', section: 'a' }
  const rows = [
    { ...place, action: 'D', id: String(stored?.id) },
    { ...place, action: 'A', name: 'Edited In' },
  ]
  const edits = { key: randomUUID(), rows }
  for (const turn of ['first', 'again']) {
    const edited = await editStudents(await world.call('superadmin'), school.id, edits)
    expect([turn, edited]).toEqual([turn, { added: 1, updated: 0, deleted: 1 }])
  }
  const [added] = await found('edited in')
  await editing([{ ...place, action: 'D', id: String(added?.id) }])
  expect(await everything()).toEqual(before)
})

describe('importStudents', () => {
  test('adds students of whom only some have facts of the year before', async () => {
    const rows = [
      { ...line, name: 'Year Before', previousClass: '5' },
      { ...line, name: 'Year Unknown', previousClass: '' },
    ]
    expect(await importing(rows)).toMatchObject({ count: 2 })
    const previous = async (name: string) => {
      const [student] = await found(name)
      const { previousClass, previousStatus, previousOfTerm } = await viewStudent(await world.call('admin'), world.own.id, {
        id: student?.id,
      })
      return { previousClass, previousStatus, previousOfTerm }
    }
    expect(await previous('year before')).toEqual({
      previousClass: '5',
      previousStatus: '',
      previousOfTerm: world.own.termId,
    })
    expect(await previous('year unknown')).toEqual({ previousClass: '', previousStatus: '', previousOfTerm: null })
  })

  test('adds every row with its enrolment and parses cells as people write them', async () => {
    const rows = [
      { ...line, roll: '15' },
      { ...line, roll: '6', class: ' 8 ', section: 'A', name: 'aarav shah', birthdate: '01/06/2015', gender: 'm', orphan: 'no' },
      { ...line, roll: '7', name: 'आशा पाटील', aapar: 'Yes', phones: '9812345679; 9812345670', registerNo: '007' },
    ]
    expect(await importing(rows)).toMatchObject({ count: 3 })
    expect(await found('meera')).toMatchObject([{ name: 'Meera Joshi', className: '7', sectionName: 'A', roll: '15' }])
    const [aarav] = await found('aarav')
    const stored = await viewStudent(await world.call('admin'), world.own.id, { id: aarav?.id })
    expect(stored).toMatchObject({
      birthdate: '2015-06-01',
      gender: 'MALE',
      orphan: false,
      phones: [],
      createTermId: world.own.termId,
    })
    expect(await found('आशा पाटील 007')).toMatchObject([{ registerNo: '007' }])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'student.import', rowIds: { length: 3 } })
  })

  test('creates accounts with the typed login e-mail or one made from the school’s format', async () => {
    await setFormat('{register_no}@own.test')
    await importing([
      { ...line, name: 'kiran one', registerNo: 'K1' },
      { ...line, name: 'kiran two', registerNo: 'K2', loginEmail: 'Typed@own.test' },
      { ...line, name: 'kiran three' },
    ])
    await setFormat('')
    const logins = (await found('kiran')).map((row) => row.loginEmail)
    expect(logins).toEqual(['k1@own.test', 'typed@own.test', null])
    const { rows } = await owner.query(
      `select u.email from auth."user" u join logins l on l.subject = u.id join students s on s.id = l.student_id and s.subject = u.id where s.name like 'Kiran%' order by 1`,
    )
    expect(rows.map((row) => row.email)).toEqual(['k1@own.test', 'typed@own.test'])
  })

  test.each([
    ['a cell that is not valid', { phone: '123' }, 'phone', 'Phone should have exactly 10 digits.'],
    ['a date that does not exist', { birthdate: '31/02/2015' }, 'birthdate', 'Please write the date as DD/MM/YYYY'],
    [
      'a class that is not there',
      { class: '12', section: 'Z' },
      'class',
      '12 or Z does not match any class. Please check again!',
    ],
    [
      'a login e-mail that is taken',
      { loginEmail: 'typed@own.test' },
      'loginEmail',
      'The email typed@own.test is already used by another account.',
    ],
  ])('one row with %s stores nothing', async (_, wrong, field, message) => {
    const before = await everything()
    const refused = await refusal(importing([line, line, { ...line, ...wrong }]))
    expect(refused.problems).toEqual([{ path: `rows.2.${field}`, message }])
    expect(await everything()).toEqual(before)
  })

  test('reports every refused row and every duplicate', async () => {
    const twice = { ...line, loginEmail: 'twice@own.test', rfid: 'R1' }
    const refused = await refusal(importing([twice, line, { ...twice, roll: 'T2' }]))
    expect(refused.problems.map((problem) => problem.path)).toEqual(['rows.2.loginEmail', 'rows.2.rfid'])
    const many = await refusal(importing([{ ...line, class: '1' }, line, { ...line, section: 'Q' }]))
    expect(many.problems.map((problem) => problem.path)).toEqual(['rows.0.class', 'rows.2.class'])
    expect((await refusal(importing([]))).code).toBe('BAD_INPUT')
  })

  test('refuses two rows with one roll in one section, and the roll of an enrolled student, at the cell', async () => {
    await importing([{ ...line, roll: '77', name: 'Who Sits' }])
    const before = await everything()
    const again = { ...line, roll: '78' }
    const refused = await refusal(
      importing([again, { ...again, section: 'A' }, { ...line, roll: '77' }, { ...again, class: '8' }]),
    )
    expect(refused).toMatchObject({
      code: 'BAD_INPUT',
      problems: [
        { path: 'rows.1.roll', message: 'Roll 78 is in 7-A twice in this file' },
        { path: 'rows.2.roll', message: 'Roll 77 in 7-A belongs to Who Sits' },
      ],
    })
    expect(await everything()).toEqual(before)
  })

  test('repairs phones with a country code, a leading 0, spaces and hyphens', async () => {
    const phones = ['+91 98123-45678', '098123 45678', '91 9812345678']
    await importing(
      phones.map((phone, index) => ({ ...line, name: `Repaired ${index}`, phone, phones: '+91 98123 45679; 09812345670' })),
    )
    expect((await found('repaired')).map((row) => row.phone)).toEqual(['9812345678', '9812345678', '9812345678'])
  })

  test('is allowed for SUPERADMIN and ADMIN; an ADMIN limited to classes imports into these only', async () => {
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(importing([line], who))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await importing([line], 'limitedAdmin')).toMatchObject({ count: 1 })
    expect((await refusal(importing([{ ...line, class: '8' }], 'limitedAdmin'))).problems).toMatchObject([
      { path: 'rows.0.class' },
    ])
    const other = importStudents(await world.call('admin'), world.other.id, { termId: world.other.termId, rows: [line] })
    expect(await refusal(other)).toMatchObject({ code: 'NOT_FOUND' })
    const foreignTerm = importStudents(await world.call('admin'), world.own.id, { termId: world.other.termId, rows: [line] })
    expect((await refusal(foreignTerm)).problems).toMatchObject([{ path: 'rows.0.class' }])
  })

  test('imports 5,000 rows with accounts by a few statements', { timeout: 300_000 }, async () => {
    await setFormat('{register_no}@own.test')
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      ...line,
      roll: `x${index}`,
      name: `student number ${index}`,
      registerNo: `B${index}`,
      birthdate: '01/06/2015',
      fatherName: 'some father',
      motherName: 'some mother',
      address: '12 some street, Pune',
      religion: 'x',
      caste: 'y',
    }))
    const { result, statements } = await countStatements(() => importing(rows))
    await setFormat('')
    expect(result).toMatchObject({ count: 5000 })
    expect(statements).toBeLessThan(100)
    const { rows: places } = await owner.query(
      "select count(*)::int as n from enrolments e join students s on s.school_id = e.school_id and s.id = e.student_id join logins l on l.student_id = s.id where s.name like 'Student Number %'",
    )
    expect(places[0].n).toBe(5000)
  })
})

describe('editStudents', () => {
  const edit = { action: 'U', term: '2026-27', roll: '9', class: '7', section: 'B', name: '' }

  async function fresh(name: string, given: object = {}) {
    await importing([{ ...line, name, ...given }])
    const [row] = await found(name)
    return row!.id
  }

  test('changes, adds and deletes in one transaction; a blank cell keeps the stored value', async () => {
    const changed = await fresh('Changeable One', { religion: 'x', registerNo: 'C1', loginEmail: 'c1@own.test' })
    const deleted = await fresh('Deletable One', { loginEmail: 'd1@own.test' })
    const rows = [
      { ...edit, id: String(changed), name: 'changed ONE', phone: '98123', registerNo: '' },
      { ...edit, action: 'd', section: 'A', id: String(deleted) },
      // This RFID or e-mail is freed by the row before.
      { ...edit, action: 'A', id: '', roll: '10', name: 'added one', loginEmail: 'd1@own.test' },
    ]
    expect(await editing(rows)).toEqual({ added: 1, updated: 1, deleted: 1 })
    expect(await viewStudent(await world.call('admin'), world.own.id, { id: changed })).toMatchObject({
      name: 'Changed One',
      phone: '1234567890',
      religion: 'x',
      registerNo: 'C1',
      loginEmail: 'c1@own.test',
      places: [{ sectionName: 'B', roll: '9' }],
    })
    expect(await found('deletable')).toEqual([])
    expect(await found('added one')).toMatchObject([{ phone: '1234567890', loginEmail: 'd1@own.test', sectionName: 'B' }])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'student.edit', rowIds: { length: 3 } })
  })

  test('changes nothing when one row is invalid, and reports each problem at its row with the specified message', async () => {
    const id = await fresh('Untouched One')
    const before = await everything()
    const refused = await refusal(
      editing([
        { ...edit, id: String(id), name: 'Touched' },
        { ...edit, id: '' },
        { ...edit, id: String(id), roll: '' },
        { ...edit, id: String(id), term: '' },
        { ...edit, id: String(id), class: '' },
      ]),
    )
    expect(refused.problems).toEqual([
      { path: 'rows.1.id', message: 'does not have an id' },
      { path: 'rows.2.roll', message: 'does not have a roll number' },
      { path: 'rows.3.term', message: 'does not have a term' },
      { path: 'rows.4.class', message: 'does not have a valid class section' },
    ])
    const unknown = await refusal(
      editing([
        { ...edit, id: String(id), name: 'Touched' },
        { ...edit, id: String(world.other.student7A) },
        { ...edit, id: String(id) },
        { ...edit, id: String(world.own.student8A), term: '1999-00' },
        { ...edit, id: String(world.own.student7A), section: 'Z' },
      ]),
    )
    expect(unknown.problems.map((problem) => problem.path).sort()).toEqual([
      'rows.1.id',
      'rows.2.id',
      'rows.3.term',
      'rows.4.section',
    ])
    expect(await everything()).toEqual(before)
    expect(await found('untouched')).toMatchObject([{ name: 'Untouched One', sectionName: 'A' }])
  })

  test('lets two students swap their rolls, and refuses the roll of another student', async () => {
    const [first, second] = [await fresh('Roll One', { roll: '61' }), await fresh('Roll Two', { roll: '62' })]
    await fresh('Roll Three', { roll: '63' })
    const to = (id: number, roll: string) => ({ ...edit, section: 'A', id: String(id), roll })
    expect(await editing([to(first, '62'), to(second, '61')])).toMatchObject({ updated: 2 })
    expect((await refusal(editing([to(first, '63')]))).problems).toEqual([
      { path: 'rows.0.roll', message: 'Roll 63 in 7-A belongs to Roll Three' },
    ])
    expect((await refusal(editing([to(first, '64'), to(second, '64')]))).problems).toMatchObject([{ path: 'rows.1.roll' }])
  })

  test('refuses a D whose section is not the student’s, so that a mistyped id deletes nobody', async () => {
    const id = await fresh('Mistaken One')
    const refused = await refusal(editing([{ ...edit, action: 'D', id: String(id) }]))
    expect(refused).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'rows.0.id' }] })
    expect(await found('mistaken')).toHaveLength(1)
  })

  test('refuses a D of a student with other records, and changes nothing', async () => {
    const [first, second] = [await fresh('Standing One'), await fresh('Standing Two')]
    await tableOfTest(
      owner,
      'create table stands_on (school_id bigint, student_id bigint, foreign key (school_id, student_id) references students (school_id, id))',
    )
    await owner.query('insert into stands_on values ($1, $2)', [world.own.id, second])
    const refused = await refusal(editing([first, second].map((id) => ({ ...edit, action: 'D', section: 'A', id: String(id) }))))
    expect(refused).toEqual({
      code: 'CONFLICT',
      message: hasRecordsMessage(),
      problems: [{ path: 'rows.1.action', message: hasRecordsMessage() }],
    })
    expect(await found('standing')).toHaveLength(2)
    await owner.query('drop table stands_on')
  })

  test('lets two students swap their login e-mails, and refuses one that is taken', async () => {
    const id = await fresh('Login Edit', { loginEmail: 'le@own.test' })
    await fresh('Login Other', { loginEmail: 'lo@own.test' })
    expect(await editing([{ ...edit, roll: '19', id: String(id), loginEmail: 'le2@own.test' }])).toMatchObject({ updated: 1 })
    const { rows } = await owner.query(`select u.email from auth."user" u join students s on s.subject = u.id where s.id = $1`, [
      id,
    ])
    expect(rows).toEqual([{ email: 'le2@own.test' }])
    expect(await refusal(editing([{ ...edit, roll: '19', id: String(id), loginEmail: 'lo@own.test' }]))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'rows.0.loginEmail' }],
    })
  })

  test('accepts the exported file; an unchanged row changes nothing', async () => {
    await importing([
      {
        ...line,
        name: 'round trip',
        phones: '9812345679, 9812345670',
        birthdate: '01/06/2015',
        aapar: 'Yes',
        caste: 'secret',
      },
      { ...line, name: 'formula name', fatherOccupation: '=1+1', address: 'a "b", c' },
    ])
    const call = await world.call('superadmin')
    const file = await exportStudents(call, world.own.id, { termId: world.own.termId })
    expect(file).not.toContain('secret')
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'student.export' })
    const [head = [], ...lines] = parse(file, { bom: true, relaxColumnCount: true }) as string[][]
    const rows = lines
      .map((cells) => Object.fromEntries(head.map((key, index) => [key, cells[index] ?? ''])))
      .filter((row) => /Round Trip|Formula Name/.test(row.name ?? ''))
      .map((row) => ({ ...row, action: 'U' }))
    expect(rows).toMatchObject([
      { term: '2026-27', class: '7', section: 'A', birthdate: '01/06/2015', aapar: 'Yes', phones: '9812345679, 9812345670' },
      // The quote stops a spreadsheet program from evaluating the cell; the screen removes it again.
      { fatherOccupation: "'=1+1", address: 'a "b", c' },
    ])
    const [first] = rows
    const before = await viewStudent(call, world.own.id, { id: first && 'id' in first ? first.id : '' })
    expect(await editing([first!])).toEqual({ added: 0, updated: 1, deleted: 0 })
    expect(await viewStudent(call, world.own.id, { id: before.id })).toEqual(before)
    for (const who of ['admin', 'fees', 'teacher'] as const)
      expect(await refusal(exportStudents(await world.call(who), world.own.id, { termId: world.own.termId }))).toMatchObject({
        code: 'FORBIDDEN',
      })
  })

  test('is allowed for SUPERADMIN only', async () => {
    const row = { ...edit, roll: '29', id: String(world.own.student7A) }
    for (const who of ['admin', 'limitedAdmin', 'fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(editing([row], who))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(editing([row], 'anonymous'))).toMatchObject({ code: 'SIGNED_OUT' })
  })
})

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, enrol } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { verhoeffDigit } from '#shared/aadhaar.ts'
import { updateStudent } from '#domains/students/server/students.commands.ts'
import { fillItems, items, requiredItems, wantedItems } from '../udise.items.ts'
import { exportSheet, fillGovernmentIds, viewBoard, viewFillPage } from './udise.commands.ts'

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

/** Everything that the portal asks of a student of class 7 who was at another school. */
const whole = {
  gender: 'FEMALE',
  birthdate: '03/06/2014',
  motherName: 'Sunita Patil',
  fatherName: 'Rajesh Patil',
  address: '12, Karve Road, Kothrud, Pune',
  pincode: '411038',
  phone: '9822012345',
  nameAsAadhaar: 'Asha Rajesh Patil',
  motherTongueCode: '42',
  socialCategory: 'OBC',
  minorityGroup: 'None',
  bpl: 'No',
  ews: 'no',
  cwsn: 'NO',
  indianNational: 'Yes',
  outOfSchool: 'No',
  registerNo: 'G0412',
  dateOfAdmission: '15/06/2026',
  previousStatus: 'Another school',
  previousClass: '6',
  examAppeared: 'Yes',
  previousResult: 'Passed',
  previousMarks: '78',
  previousDays: '201',
}

const blank = async () => {
  await owner.query(
    `update students set gender = 'BLANK', birthdate = null, pen_number = '', aapar_id = '', aapar = false, register_no = '',
      mother_name = '', father_name = '', address = '', date_of_admission = null, aadhar_sealed = null, aadhar_last4 = null,
      pincode = '', mother_tongue_code = '', social_category = '', minority_group = '', bpl = '', aay = '', ews = '', cwsn = '',
      impairments = '', indian_national = '', out_of_school = '', stream = '', name_as_aadhaar = '', apaar_consent = '',
      previous_status = '', previous_class = '', exam_appeared = '', previous_result = '', previous_marks = '',
      previous_days = '', previous_of_term = null`,
  )
}
beforeEach(blank)

async function fill(cells: object, { who = 'admin', id = world.own.student7A }: { who?: Who; id?: number } = {}) {
  return fillGovernmentIds(await world.call(who), world.own.id, { termId: world.own.termId, rows: [{ id, ...cells }] })
}

async function lacks(id = world.own.student7A, termId = world.own.termId) {
  const { rows } = await viewFillPage(await world.call('admin'), world.own.id, { termId, all: true })
  return rows.find((row) => row.id === id)?.missing
}

async function sheet(given: object = {}, who: Who = 'admin') {
  const { own } = world
  return exportSheet(await world.call(who), own.id, { termId: own.termId, readyOnly: false, wholeAadhaar: false, ...given })
}

const cellOf = ({ columns, rows }: Awaited<ReturnType<typeof sheet>>, header: string, row = 0) =>
  rows[row]?.[columns.indexOf(header)]

describe('the grid', () => {
  test('stores what is typed, in the words of people, and the student is ready', async () => {
    expect(await fill(whole)).toBe(1)
    expect(await lacks()).toEqual(['penNumber', 'apaarConsent', 'aadharNumber'])
    const { rows } = await viewFillPage(await world.call('admin'), world.own.id, { termId: world.own.termId, all: true })
    const cells = rows.find((row) => row.id === world.own.student7A)?.cells ?? []
    const cell = (item: (typeof fillItems)[number]) => cells[fillItems.indexOf(item)]
    expect(cell('birthdate')).toBe('2014-06-03')
    expect(cell('minorityGroup')).toBe('NONE')
    expect(cell('bpl')).toBe('NO')
    expect(cell('previousStatus')).toBe('OTHER_SCHOOL')
    const audited = (await auditRows(world)).at(-1)
    expect(audited).toMatchObject({ action: 'udise.fill', rowIds: [world.own.student7A] })
    expect(audited?.fields).toEqual(expect.arrayContaining(['socialCategory', 'previousResult']))
  })

  test('seals an Aadhaar number, shows its last four digits and puts it into no audit row', async () => {
    await fill({ aadharNumber: number.replace(/(\d{4})(?=\d)/g, '$1 ') })
    const { rows } = await viewFillPage(await world.call('admin'), world.own.id, { termId: world.own.termId, all: true })
    const row = rows.find(({ id }) => id === world.own.student7A)
    expect(row?.cells[fillItems.indexOf('aadharNumber')]).toBe(`XXXX XXXX ${number.slice(8)}`)
    const stored = await owner.query('select aadhar_sealed::text as sealed from students where id = $1', [world.own.student7A])
    expect(stored.rows[0].sealed).not.toContain(number)
    expect(JSON.stringify(await auditRows(world))).not.toContain(number)
  })

  test('has a sentence for each wrong cell, and stores none of them', async () => {
    const rows = [
      {
        id: world.own.student7A,
        pincode: '411038',
        socialCategory: 'Brahmin',
        aadharNumber: '234567890123',
        previousMarks: '101',
      },
      { id: world.own.student8A, pincode: '011038', birthdate: '31/02/2014', impairments: 'Low vision, other', phone: '12' },
    ]
    const refused = await refusal(fillGovernmentIds(await world.call('admin'), world.own.id, { termId: world.own.termId, rows }))
    expect(refused.code).toBe('BAD_INPUT')
    const messages = Object.fromEntries(refused.problems.map(({ path, message }) => [path, message]))
    expect(messages).toEqual({
      'rows.0.socialCategory': 'Write one of: General, SC, ST, OBC',
      'rows.0.aadharNumber': 'This is not a valid Aadhaar number. Please check its 12 digits.',
      'rows.0.previousMarks': 'A whole number from 0 to 100',
      'rows.1.pincode': 'A PIN code has 6 digits, the first not 0',
      'rows.1.birthdate': 'Please write the date as DD/MM/YYYY',
      'rows.1.impairments': expect.stringContaining('Write one of: Blindness, Low vision'),
      'rows.1.phone': expect.any(String),
    })
    const { rowCount } = await owner.query("select from students where pincode <> ''")
    expect(rowCount).toBe(0)
  })

  test('clears a cell by a blank one, and keeps what is not sent', async () => {
    await fill(whole)
    await fill({ motherName: '', gender: '' })
    expect(await lacks()).toEqual(expect.arrayContaining(['gender', 'motherName']))
    expect(await lacks()).not.toContain('fatherName')
  })

  test('stores a request that comes again once', async () => {
    const input = { key: randomUUID(), termId: world.own.termId, rows: [{ id: world.own.student7A, pincode: '411038' }] }
    expect(await fillGovernmentIds(await world.call('admin'), world.own.id, input)).toBe(1)
    await owner.query("update students set pincode = '411001' where id = $1", [world.own.student7A])
    expect(await fillGovernmentIds(await world.call('admin'), world.own.id, input)).toBe(1)
    const { rows } = await owner.query('select pincode from students where id = $1', [world.own.student7A])
    expect(rows[0].pincode).toBe('411001')
  })

  test('is of the office: others are refused, and an ADMIN of class 7 fills in no student of class 8', async () => {
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const) {
      expect((await refusal(fill({ pincode: '411038' }, { who }))).message).toBe(notAuthorized())
      expect((await refusal(sheet({}, who))).message).toBe(notAuthorized())
    }
    const refused = await refusal(fill({ pincode: '411038' }, { who: 'limitedAdmin', id: world.own.student8A }))
    expect(refused.problems).toEqual([{ path: 'rows.0.id', message: 'This student is not in this term any more' }])
    const board = await viewBoard(await world.call('limitedAdmin'), world.own.id, { termId: world.own.termId })
    expect(board.sections.map(({ className }) => className)).toEqual(['7'])
    expect((await sheet({}, 'limitedAdmin')).rows).toHaveLength(1)
  })

  test('knows no student, term or school of another school', async () => {
    expect((await refusal(fill({ pincode: '411038' }, { id: world.other.student7A }))).problems[0]?.path).toBe('rows.0.id')
    const foreign = { termId: world.other.termId }
    expect(await viewBoard(await world.call('admin'), world.own.id, foreign)).toMatchObject({ sections: [] })
    expect((await viewFillPage(await world.call('admin'), world.own.id, { ...foreign, all: true })).rows).toEqual([])
    expect((await refusal(sheet(foreign))).code).toBe('NOT_FOUND')
    expect((await refusal(viewBoard(await world.call('admin'), world.other.id, foreign))).code).toBe('NOT_FOUND')
  })

  test('refuses an erased student and one that stands twice', async () => {
    const rows = [{ id: world.own.student7A }, { id: world.own.student7A }]
    const twice = await refusal(fillGovernmentIds(await world.call('admin'), world.own.id, { termId: world.own.termId, rows }))
    expect(twice.problems).toEqual([{ path: 'rows.1.id', message: 'This student is here twice' }])
  })
})

describe('the school year before', () => {
  test('is asked for again in the next term, where the place in this school says where the student was', async () => {
    await fill(whole)
    const next = await addTermWithSection(world, world.own, { name: '2027-28' }, '8')
    await enrol(world, { ...world.own, termId: next.termId }, next.sectionId, [{ studentId: world.own.student7A, roll: '1' }])
    const asked = ['penNumber', 'apaarConsent', 'aadharNumber', 'examAppeared', 'previousDays']
    expect(await lacks(world.own.student7A, next.termId)).toEqual(asked)
    // The same result as a year ago is a new one.
    await fillGovernmentIds(await world.call('admin'), world.own.id, {
      termId: next.termId,
      rows: [{ id: world.own.student7A, examAppeared: 'Yes', previousDays: '201' }],
    })
    expect(await lacks(world.own.student7A, next.termId)).toEqual([
      'penNumber',
      'apaarConsent',
      'aadharNumber',
      'previousResult',
      'previousMarks',
    ])
    const made = await exportSheet(await world.call('admin'), world.own.id, {
      termId: next.termId,
      readyOnly: false,
      wholeAadhaar: false,
    })
    expect(cellOf(made, 'PREVIOUS ACADEMIC SCHOOLING STATUS')).toBe('1')
    expect(cellOf(made, 'CLASS STUDIES IN PREVIOUS ACADEMIC')).toBe('7')
  })

  test('stays of its term when the form stores a student unchanged', async () => {
    await fill(whole)
    await owner.query('update students set previous_of_term = 987654 where id = $1', [world.own.student7A])
    const { own } = world
    await updateStudent(await world.call('admin'), own.id, {
      id: own.student7A,
      termId: own.termId,
      name: 'Asha Patil',
      phone: '9822012345',
      section: `${own.class7}:${own.section7A}`,
      roll: '1',
      previousResult: 'PASSED',
    })
    expect(await lacks()).toContain('previousStatus')
  })
})

describe('the board', () => {
  test('counts what the grid lists, for every item', async () => {
    await world.database.transaction(world.own.id, (db) =>
      addStudents(db, world.own, world.own.section7B, [{ name: 'मीरा जोशी' }]),
    )
    await fill({ ...whole, bpl: 'Yes', cwsn: 'Yes', apaarConsent: 'Yes' })
    const call = await world.call('admin')
    const { sections } = await viewBoard(call, world.own.id, { termId: world.own.termId })
    for (const [index, item] of items.entries()) {
      const { total } = await viewFillPage(call, world.own.id, { termId: world.own.termId, item })
      const counted = sections.reduce((sum, { missing }) => sum + Number(missing[index]), 0)
      expect(Number(total), item).toBe(counted)
    }
    const { total } = await viewFillPage(call, world.own.id, { termId: world.own.termId })
    expect(Number(total)).toBe(sections.reduce((sum, section) => sum + section.students - Number(section.ready), 0))
    expect([...requiredItems, ...wantedItems].sort()).toEqual([...items].sort())
  })

  test('asks only what applies: AAY with BPL, the kind with CWSN, the APAAR id with the consent', async () => {
    await fill(whole)
    for (const [cells, missing] of [
      [{ bpl: 'Yes' }, 'aay'],
      [{ cwsn: 'Yes' }, 'impairments'],
      [{ apaarConsent: 'Yes' }, 'aaparId'],
    ] as const) {
      expect(await lacks()).not.toContain(missing)
      await fill(cells)
      expect(await lacks()).toContain(missing)
    }
  })
})

describe('the sheet', () => {
  test('has the portal’s columns and codes, days as DD-MM-YYYY, then PEN, APAAR and what is missing', async () => {
    await fill({ ...whole, cwsn: 'Yes', impairments: 'Hearing impairment; Blindness' })
    const made = await sheet({ sectionId: world.own.section7A })
    expect(made.columns).toHaveLength(41)
    expect(made.rows).toHaveLength(1)
    expect(cellOf(made, 'GENDER')).toBe('2')
    expect(cellOf(made, 'DOB (DD-MM-YYYY)')).toBe('03-06-2014')
    expect(cellOf(made, 'SOCIAL CATEGORY')).toBe('4')
    expect(cellOf(made, 'MINORITY GROUP')).toBe('7')
    expect(cellOf(made, 'IMPAIRMENT TYPE')).toBe('1,3')
    expect(cellOf(made, 'RESULT FOR PREVIOUS EXAM')).toBe('1')
    expect(cellOf(made, 'ANTYODAYA')).toBe('')
    expect(cellOf(made, 'Aadhaar No of Child :')).toBe('999999999999')
    expect(cellOf(made, 'What is missing')).toBe('PEN, Consent to APAAR, Aadhaar number')
  })

  test('has whole Aadhaar numbers only where that is chosen, and the audit says so', async () => {
    await fill({ ...whole, aadharNumber: number })
    expect(cellOf(await sheet(), 'Aadhaar No of Child :')).toBe(`XXXX XXXX ${number.slice(8)}`)
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'udise.export', fields: ['udiseSheet'] })
    expect(cellOf(await sheet({ wholeAadhaar: true }), 'Aadhaar No of Child :')).toBe(number)
    expect((await auditRows(world)).at(-1)?.fields).toEqual(['udiseSheet', 'aadharNumber'])
  })

  test('of ready students alone has the portal’s columns and says how many it leaves out', async () => {
    await fill(whole)
    const made = await sheet({ readyOnly: true })
    expect(made.columns).toHaveLength(38)
    expect(made.rows).toHaveLength(1)
    expect(made.leftOut).toBeGreaterThan(0)
  })
})

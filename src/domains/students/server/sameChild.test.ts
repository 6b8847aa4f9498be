import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { inSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { checkData } from '#platform/dataChecks.ts'
import { verhoeffDigit } from '#shared/aadhaar.ts'
import { editStudents } from './editStudents.commands.ts'
import { importStudents } from './importStudents.commands.ts'
import { writeFreeRegisterKeys } from './registerNumbers.ts'
import { addStudent, deleteStudent, setStudentDisabled, updateStudent } from './students.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

let nth = 0
/** What is different for each child. */
let child: { name: string; phone: string; roll: string }

beforeEach(() => {
  next()
})

function next() {
  nth += 1
  child = {
    name: `Asha ${'ABCDEFGHIJKLMNOP'.charAt(nth >> 4)}${'abcdefghijklmnop'.charAt(nth & 15)}`,
    phone: String(9_700_000_000 + nth),
    roll: String(500 + nth),
  }
  return child
}

const in7 = () => `${world.own.class7}:${world.own.section7A}`
const in8 = () => `${world.own.class8}:${world.own.section8A}`

async function added(given: object = {}, who: Who = 'admin') {
  const form = { termId: world.own.termId, section: in7(), ...child, ...given }
  return addStudent(await world.call(who), world.own.id, form)
}

async function changed(id: number, given: object) {
  return updateStudent(await world.call('admin'), world.own.id, {
    id,
    termId: world.own.termId,
    section: in7(),
    ...child,
    ...given,
  })
}

async function imported(rows: object[], given: object = {}) {
  const lines = rows.map((row) => ({ class: '7', section: 'A', ...next(), ...row }))
  return importStudents(await world.call('admin'), world.own.id, { termId: world.own.termId, rows: lines, ...given })
}

async function edited(rows: object[]) {
  return editStudents(await world.call('superadmin'), world.own.id, {
    rows: rows.map((row) => ({ term: '2026-27', class: '7', section: 'A', ...row })),
  })
}

const taken = (path: string, message: unknown) => ({ problems: [{ path, message }] })
const violations = async () => (await checkData(world.database)).findings

test('a register number is of one student of the term, in whatever case it is typed in the form', async () => {
  const first = await added({ registerNo: 'GR-1a' })
  const holder = `The register number gr-1A belongs to ${first.name} (7-A).`
  next()
  expect(await refusal(added({ registerNo: 'gr-1A' }))).toMatchObject({ code: 'CONFLICT', ...taken('registerNo', holder) })
  const second = await added({ registerNo: 'GR-2' })
  expect(await refusal(changed(second.id, { registerNo: 'gr-1A' }))).toMatchObject(taken('registerNo', holder))
  // A student may write the own number in another case, and a number that has become free is taken.
  expect(await changed(second.id, { registerNo: 'gr-2' })).toMatchObject({ registerNo: 'gr-2' })
  expect(await changed(second.id, { registerNo: '' })).toMatchObject({ registerNo: '' })
  next()
  expect(await added({ registerNo: 'GR-2' })).toMatchObject({ registerNo: 'GR-2' })
  expect(await violations()).toEqual([])
})

test('a student of another term may have the number, until one of them comes to the term of the other', async () => {
  const { own } = world
  const { termId, classId, sectionId } = await addTermWithSection(world, own, { name: '2031-32' }, '10')
  const here = await added({ registerNo: 'T-1' })
  const { name } = next()
  const there = await added({ registerNo: 't-1', termId, section: `${classId}:${sectionId}` })
  expect(there).toMatchObject({ registerNo: 't-1' })
  expect(await refusal(changed(there.id, {}))).toMatchObject(
    taken('registerNo', `The register number t-1 belongs to ${here.name} (7-A).`),
  )
  const moving = {
    ...child,
    name: here.name,
    phone: here.phone,
    id: here.id,
    termId,
    section: `${classId}:${sectionId}`,
    roll: '77',
  }
  expect(await refusal(updateStudent(await world.call('admin'), own.id, moving))).toMatchObject(
    taken('registerNo', `The register number T-1 belongs to ${name} (10-A).`),
  )
})

test('a file neither adds nor changes to a register number of another student, and two rows cannot have one', async () => {
  const { id, name } = await added({ registerNo: 'F-1' })
  expect(await refusal(imported([{ registerNo: 'f-1' }]))).toMatchObject(
    taken('rows.0.registerNo', `The register number f-1 belongs to ${name} (7-A).`),
  )
  expect(await refusal(imported([{ registerNo: 'f-2' }, { registerNo: 'F-2' }]))).toMatchObject({
    code: 'BAD_INPUT',
    ...taken('rows.1.registerNo', 'The register number F-2 is here twice.'),
  })
  const other = await added({ ...next(), registerNo: 'F-3' })
  const rolls = { [id]: '901', [other.id]: '902' }
  const row = (student: number, registerNo: string) => ({ action: 'U', id: String(student), roll: rolls[student], registerNo })
  expect(await refusal(edited([row(other.id, 'f-1')]))).toMatchObject(
    taken('rows.0.registerNo', `The register number f-1 belongs to ${name} (7-A).`),
  )
  // Two students of a file may exchange their numbers.
  expect(await edited([row(other.id, 'f-1'), row(id, 'f-3')])).toMatchObject({ updated: 2 })
  expect(await violations()).toEqual([])
})

test('an admin who is limited to classes is not told whose number it is', async () => {
  await added({ registerNo: 'L-1', section: in8() })
  next()
  expect(await refusal(added({ registerNo: 'l-1' }, 'limitedAdmin'))).toMatchObject(
    taken('registerNo', 'The register number l-1 is already used by another student.'),
  )
})

test('the database refuses a second student of a number, whichever statement writes it', async () => {
  const { id } = await added({ registerNo: 'D-1' })
  const second = await added(next())
  const sets = "update enrolments set register_key = 'd-1' where student_id = $1"
  await expect(asOwner(world.ownerUrl, sets, [second.id])).rejects.toThrow('enrolments_register_key')
  expect(await asOwner(world.ownerUrl, 'select register_key from enrolments where student_id = $1', [id])).toEqual([
    { register_key: 'd-1' },
  ])
})

test('two students who had one number before keep their forms, are listed, and are mended by a change of one', async () => {
  const first = await added({ registerNo: 'B-1' })
  const second = await added(next())
  await asOwner(world.ownerUrl, "update students set register_no = 'b-1' where id = $1", [second.id])
  await inSchool(world, world.own.id, (db) => writeFreeRegisterKeys(db, world.own.id, ['b-1']))
  const found = [{ check: 'register-numbers-are-of-one-student', schoolId: world.own.id }]
  expect(await violations()).toMatchObject(found)
  expect(await changed(second.id, { registerNo: 'b-1', caste: 'Kunbi' })).toMatchObject({ caste: 'Kunbi' })
  expect(await violations()).toMatchObject(found)
  expect(await changed(second.id, { registerNo: 'B-2' })).toMatchObject({ registerNo: 'B-2' })
  expect(await violations()).toEqual([])
  await deleteStudent(await world.call('superadmin'), world.own.id, { id: first.id })
  expect(await changed(second.id, { registerNo: 'B-1' })).toMatchObject({ registerNo: 'B-1' })
})

test('a form gives no roll of another student of the section; 0 stands for none yet', async () => {
  const first = await added({ roll: '41a' })
  next()
  const message = `Roll 41A in 7-A belongs to ${first.name}`
  expect(await refusal(added({ roll: '41A' }))).toMatchObject(taken('roll', message))
  const second = await added({ roll: '41A', section: in8() })
  expect(await refusal(changed(second.id, { roll: '41A' }))).toMatchObject(taken('roll', message))
  expect((await changed(second.id, { roll: '0' })).places[0]).toMatchObject({ roll: '0' })
  next()
  expect((await added({ roll: '0' })).places[0]).toMatchObject({ roll: '0' })
  expect(await imported([{ roll: '0' }, { roll: '0' }])).toMatchObject({ count: 2 })
})

test('of two forms with one roll at once one is refused', async () => {
  const [one, two] = [next(), next()]
  const both = await Promise.allSettled([added({ ...one, roll: '42' }), added({ ...two, roll: '42' })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('of two forms with one register number at once one is refused at its field', async () => {
  const [one, two] = [next(), next()]
  const both = await Promise.allSettled([
    added({ ...one, registerNo: 'R-1' }),
    added({ ...two, registerNo: 'r-1', section: in8() }),
  ])
  const [refused] = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'registerNo' }] })
})

test('a child with the name and a phone of a student is asked about first', async () => {
  const { name, phone } = child
  await added({ registerNo: 'S-1' })
  const message = `${name} is a student already, in 7-A, register number S-1.`
  const again = { ...next(), name: ` ${name.toUpperCase()} `, phone }
  const asked = await refusal(added(again))
  expect(asked).toMatchObject({ code: 'CONFLICT', message, ...taken('addAnyway', message) })
  expect(await refusal(added({ ...again, phone: '9898989898', phones: phone }))).toMatchObject(taken('addAnyway', message))
  expect(await added({ ...again, addAnyway: true })).toMatchObject({ name, phone })
  // A sibling has another name, and 1234567890 is nobody's phone.
  expect(await added({ ...next(), phone })).toMatchObject({ phone })
  await added({ ...next(), name: 'Nobodys Phone', phone: '1234567890' })
  expect(await added({ ...next(), name: 'Nobodys Phone', phone: '1234567890' })).toMatchObject({ name: 'Nobodys Phone' })
})

test('a child with the Aadhaar number of a student is asked about first, and one who has left is enabled instead', async () => {
  const aadharNumber = `29876543210${verhoeffDigit('29876543210')}`
  const { id, name } = await added({ aadharNumber })
  const { own } = world
  await setStudentDisabled(await world.call('admin'), own.id, { id, disabled: true })
  const message = `${name} was a student before, last in 7-A, and is disabled. Enable the student instead of adding the child again.`
  expect(await refusal(added({ ...next(), aadharNumber }))).toMatchObject(taken('addAnyway', message))
})

test('the name of a student of another class is not said to an admin who is limited to classes', async () => {
  const first = child
  await added({ section: in8() })
  expect(await refusal(added({ ...next(), name: first.name, phone: first.phone }, 'limitedAdmin'))).toMatchObject(
    taken('addAnyway', 'This child is a student of another class already.'),
  )
})

test('Bulk Add asks at the rows of such children, also of one who is in the file twice', async () => {
  const { name, phone } = child
  await added()
  const rows = [{}, { name, phone }, { name: 'Twice Here', phone: '9600000001' }, { name: 'twice here', phone: '9600000001' }]
  expect(await refusal(imported(rows))).toMatchObject({
    code: 'CONFLICT',
    problems: [
      { path: 'rows.1.addAnyway', message: `${name} is a student already, in 7-A.` },
      { path: 'rows.3.addAnyway', message: 'Twice Here is here twice.' },
    ],
  })
  expect(await imported(rows, { addAnyway: true })).toMatchObject({ count: 4 })
})

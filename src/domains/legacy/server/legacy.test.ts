import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { countAllAsDead, leaveTask, startTestWorker } from '#tests/backgroundTasks.ts'
import { eventually } from '#tests/eventually.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'
import { createLog } from '#platform/logging.ts'
import { invalidateSchool } from '#platform/school.ts'
import { type Claim, claimTasks } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { TaskLost } from '#platform/backgroundTasks/worker.ts'
import { verhoeffDigit } from '#shared/aadhaar.ts'
import { writeCsv } from '#shared/csv.ts'
import { deleteStudent, revealAadhaar } from '#domains/students/server/students.commands.ts'
import { legacyDigest } from './legacy.exports.ts'
import { findLegacyImport, importLegacy, listLegacyImports } from './legacy.commands.ts'
import { type LegacyTaskParts, legacyImportTask } from './legacyTask.ts'
import { unpackedSize } from './unpackedSize.ts'
import { type ReadMessage, bufferMessages } from './readLegacyFile.ts'
import { readTable } from './readTable.ts'
import { storeCommand } from './storeFile.ts'

let world: TestWorld
let parts: LegacyTaskParts

beforeAll(async () => {
  world = await testWorld()
  const { services } = await world.call('superadmin')
  parts = { database: world.database, services, log: createLog('silent') }
})

afterAll(() => world.close())

/** Carries out what waits. */
async function carryOut(): Promise<void> {
  const worker = startTestWorker(world.database, [legacyImportTask(parts)])
  try {
    await eventually(async () =>
      expect(await asOwner(world.ownerUrl, 'select from background_tasks where due_at <= now() or run is not null')).toEqual([]),
    )
  } finally {
    await worker.stop()
  }
}

/** Stores an uploaded file and returns its id. */
async function sent(content: string | Uint8Array, schoolId = world.own.id): Promise<string> {
  const { viewer, services } = await world.call('superadmin')
  const [fileId, bytes] = [randomUUID(), Buffer.from(content)]
  await world.database.transaction(schoolId, (db) =>
    db
      .insertInto('files')
      .values({
        schoolId,
        id: fileId,
        purpose: 'legacy-import',
        contentType: 'text/csv',
        size: bytes.length,
        createdBy: viewer?.subject ?? '',
      })
      .execute(),
  )
  await (await openStorage(services.config)).put(storageKey(schoolId, fileId), bytes)
  return fileId
}

async function order(content: string | Uint8Array, schoolId = world.own.id) {
  const fileId = await sent(content, schoolId)
  const call = await world.call('superadmin')
  return importLegacy(call, schoolId, { key: randomUUID(), fileId, fileName: 'old.csv' })
}

/** Queues and runs the import of a file. */
async function importFile(content: string | Uint8Array, schoolId = world.own.id) {
  const { id } = await order(content, schoolId)
  await carryOut()
  return findLegacyImport(await world.call('superadmin'), schoolId, { id })
}

const head = ['legacy_id', 'term', 'class', 'section', 'roll', 'name', 'phone']
const table = (rows: readonly (readonly string[])[], more: readonly string[] = []) => writeCsv([[...head, ...more], ...rows])

/** Returns all rows of the school that an import could change. */
async function everything(schoolId = world.own.id) {
  const db = world.database.kysely
  return world.database.read(schoolId, [
    db.selectFrom('terms').selectAll().where('schoolId', '=', schoolId).orderBy('id'),
    db.selectFrom('classes').selectAll().where('schoolId', '=', schoolId).orderBy('id'),
    db.selectFrom('sections').selectAll().where('schoolId', '=', schoolId).orderBy('id'),
    db.selectFrom('students').selectAll().where('schoolId', '=', schoolId).orderBy('id'),
    db.selectFrom('enrolments').selectAll().where('schoolId', '=', schoolId).orderBy('id'),
    db.selectFrom('legacyStudents').selectAll().where('schoolId', '=', schoolId).orderBy('legacyId'),
  ] as const)
}

const aadhaar = (start: string) => start + verhoeffDigit(start)

describe('importing a school', () => {
  const rows = [
    ['L1', '2024-25', '5', 'A', '12', 'MEERA  joshi', '', 'GR-1', '', '', ''],
    ['L1', '2025-26', '6', 'A', '11', 'Meera Joshi', '', '', '', aadhaar('23456789012'), ''],
    ['L1', '2026-27', '7', 'a', '40', 'Meera Joshi', '9811100001', '', '01/06/2014', '', ''],
    ['L2', '2024-25', '10', 'B', '', "'=HYPERLINK(1)", '9811100002', 'GR-2', '', '', 'Yes'],
    ['L3', '2026-27', 'Nursery', 'A', '1', 'आशा पाटील', '9811100003', 'GR-3', '', '', ''],
  ]
  const file = table(rows, ['registerNo', 'dob', 'aadhaar', 'disabled', '__proto__', 'constructor', 'Balance'])
  let importId = 0

  test('imports terms, classes, sections, students and their years, and reports them', async () => {
    const stored = await importFile(file)
    importId = stored.id
    expect(stored).toMatchObject({ state: 'DONE', fileId: null, failure: null, problems: [], done: 5, total: 5 })
    expect(stored.report).toEqual({
      rows: 5,
      terms: 2,
      classes: 4,
      sections: 4,
      students: 3,
      disabled: 1,
      places: 5,
      placesKept: 0,
      knownByLegacyId: 0,
      knownByRegisterNo: 0,
      unread: ['__proto__', 'constructor', 'Balance'],
      repairedPhones: 0,
      repairedPhoneRows: [],
      byTerm: [
        { term: '2024-25', added: true, classes: 2, sections: 2, places: 2 },
        { term: '2025-26', added: true, classes: 1, sections: 1, places: 1 },
        { term: '2026-27', added: false, classes: 1, sections: 1, places: 2 },
      ],
    })
    const [terms, classes, sections, students, enrolments, legacy] = await everything()
    expect(terms.map(({ name, current, past }) => [name, current, past])).toEqual([
      ['2026-27', true, false],
      ['2024-25', false, true],
      ['2025-26', false, true],
    ])
    // Natural order: 5 before 10.
    expect(classes.slice(2).map((row) => row.name)).toEqual(['Nursery', '5', '10', '6'])
    expect(legacy.map(({ legacyId }) => legacyId)).toEqual(['L1', 'L2', 'L3'])
    const named = (legacyId: string) => {
      const studentId = legacy.find((row) => row.legacyId === legacyId)?.studentId
      return students.find((row) => row.id === studentId)!
    }
    // Blank cells of the current term's row are filled from earlier years.
    expect(named('L1')).toMatchObject({
      name: 'Meera Joshi',
      phone: '9811100001',
      registerNo: 'GR-1',
      birthdate: '2014-06-01',
      disabled: false,
      aadharLast4: aadhaar('23456789012').slice(-4),
    })
    expect(named('L1').qrcode).toHaveLength(22)
    expect(named('L2')).toMatchObject({ name: '=hyperlink(1)', disabled: true })
    expect(named('L3').name).toBe('आशा पाटील')
    const seats = enrolments.filter((row) => row.studentId === named('L1').id)
    expect(seats.map(({ roll }) => roll).sort()).toEqual(['11', '12', '40'])
    expect(seats.find((row) => row.termId === world.own.termId)?.sectionId).toBe(world.own.section7A)
    expect(enrolments.find((row) => row.studentId === named('L2').id)?.roll).toBe('0')
    expect(sections.find((row) => row.classId === classes[2]?.id)?.sr).toBeGreaterThan(0)
    expect(await revealAadhaar(await world.call('admin'), world.own.id, { id: named('L1').id })).toBe(aadhaar('23456789012'))
    expect((await auditRows(world)).find((row) => row.action === 'legacy.import')).toMatchObject({
      role: 'SUPERADMIN',
      rowIds: legacy.map((row) => row.studentId).toSorted((a, b) => a - b),
    })
  })

  test('the same file again adds nothing; another year adds its enrolments only', async () => {
    const before = await everything()
    const again = await importFile(file)
    expect(again.report).toMatchObject({
      terms: 0,
      classes: 0,
      sections: 0,
      students: 0,
      places: 0,
      placesKept: 5,
      knownByLegacyId: 3,
    })
    expect(await everything()).toEqual(before)

    const more = await importFile(table([['L3', '2025-26', '6', 'A', '7', 'आशा पाटील', '9899999999']]))
    expect(more.report).toMatchObject({ terms: 0, sections: 0, students: 0, places: 1, knownByLegacyId: 1 })
    const [, , , students, enrolments] = await everything()
    expect(students).toEqual(before[3])
    expect(enrolments).toHaveLength(before[4].length + 1)
  })

  test('repairs phones written as +91 98…, 098…, with spaces or hyphens, and reports the rows', async () => {
    const written = ['+91 98111-00021', '098111 00022', '9811100023', '', ' 9811100024 ']
    const rows = written.map((phone, place) => [`P${place}`, '2026-27', '7', 'A', '', `Phone ${'ABCDE'[place]}`, phone, ''])
    rows[2] = ['P2', '2026-27', '7', 'A', '', 'Phone C', '9811100023', '+91-98111-00025; 9811100026']
    const stored = await importFile(table(rows, ['phones']))
    expect(stored.report).toMatchObject({ repairedPhones: 3, repairedPhoneRows: [2, 3, 4] })
    const [, , , students] = await everything()
    const phonesOf = students
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .filter(({ name }) => name.startsWith('Phone '))
      .map(({ name, phone, phones }) => [name, phone, phones])
    expect(phonesOf).toEqual([
      ['Phone A', '9811100021', []],
      ['Phone B', '9811100022', []],
      ['Phone C', '9811100023', ['9811100025', '9811100026']],
      ['Phone D', '1234567890', []],
      ['Phone E', '9811100024', []],
    ])
  })

  test('an existing student is found by register number and name', async () => {
    const { id: schoolId, student8A, termId } = world.own
    await world.database.transaction(schoolId, (db) =>
      db
        .updateTable('students')
        .set({ registerNo: 'GR-8' })
        .where('schoolId', '=', schoolId)
        .where('id', '=', student8A)
        .execute(),
    )
    const stored = await importFile(
      table(
        [
          ['L8', '2025-26', '7', 'C', '3', 'rohan patil', '', 'GR-8'],
          ['L8', '2026-27', '9', 'Z', '3', 'Rohan Patil', '', 'GR-8'],
        ],
        ['registerNo'],
      ),
    )
    expect(stored.report).toMatchObject({ students: 0, places: 1, placesKept: 1, knownByRegisterNo: 1 })
    const [, , , , enrolments] = await everything()
    const seats = enrolments.filter((row) => row.studentId === student8A)
    expect(seats.find((row) => row.termId === termId)?.sectionId).toBe(world.own.section8A)
    expect(seats).toHaveLength(2)
  })

  test('only enabled students of the current term get a login e-mail by the school’s format; a typed one is kept', async () => {
    const { id: schoolId } = world.other
    await world.database.kysely
      .updateTable('schools')
      .set({ studentEmail: '{first_name}.{roll}@old.test' })
      .where('id', '=', schoolId)
      .execute()
    invalidateSchool(world.database, schoolId)
    const stored = await importFile(
      table(
        [
          ['1', '2026-27', '7', 'A', '5', 'Asha Patil', '9811100001', '', ''],
          ['2', '2025-26', '7', 'A', '5', 'Gone Girl', '9811100001', '', ''],
          ['3', '2026-27', '7', 'A', '6', 'Left Boy', '9811100001', '', 'yes'],
          ['4', '2025-26', '7', 'A', '6', 'Typed One', '9811100001', 'Typed@Old.test', ''],
        ],
        ['loginEmail', 'disabled'],
      ),
      schoolId,
    )
    expect(stored.report).toMatchObject({ students: 4, disabled: 1 })
    const [, , , students] = await everything(schoolId)
    const added = students.filter((row) => row.phone === '9811100001')
    expect(added.map((row) => [row.name, row.loginEmail, row.subject !== null])).toEqual([
      ['Asha Patil', 'asha.5@old.test', true],
      ['Gone Girl', null, false],
      ['Left Boy', null, false],
      ['Typed One', 'typed@old.test', true],
    ])
    expect((await checkData(world.database)).findings).toEqual([])
  })

  test('is for super administrators only, one at a time, and once per key', async () => {
    const schoolId = world.own.id
    const call = await world.call('superadmin')
    const fileId = await sent(file)
    const input = { key: randomUUID(), fileId, fileName: 'old.csv' }
    expect(await refusal(importLegacy(await world.call('admin'), schoolId, input))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(findLegacyImport(call, world.other.id, { id: importId }))).toMatchObject({ code: 'NOT_FOUND' })
    const first = await importLegacy(call, schoolId, input)
    expect((await importLegacy(call, schoolId, input)).id).toBe(first.id)
    expect(await refusal(order(file))).toMatchObject({ code: 'CONFLICT', message: /is being read already/ })
    expect((await listLegacyImports(call, schoolId, {}))[0]).toMatchObject({ id: first.id, state: 'QUEUED' })
    // What a live process imports is left alone; what a dead one has begun is begun again.
    const left = { kind: 'LEGACY_IMPORT', id: first.id, table: 'legacy_imports' } as const
    await leaveTask(world.ownerUrl, left, { starts: 1, isDead: false })
    const worker = startTestWorker(world.database, [legacyImportTask(parts)])
    await sleep(250)
    expect(await findLegacyImport(call, schoolId, { id: first.id })).toMatchObject({ state: 'RUNNING' })
    await worker.stop()
    await leaveTask(world.ownerUrl, left, { starts: 1, isDead: true })
    await carryOut()
    expect(await findLegacyImport(call, schoolId, { id: first.id })).toMatchObject({ state: 'DONE', starts: 2 })
  })
})

test('an import is given up after three interrupted starts, and its file is left to the sweep', async () => {
  const { id } = await order(table([['G1', '2030-31', '7', 'A', '1', 'Given Up', '']]))
  const [file] = await asOwner<{ id: string }>(world.ownerUrl, 'select file_id as id from legacy_imports where id = $1', [id])
  await leaveTask(world.ownerUrl, { kind: 'LEGACY_IMPORT', id, table: 'legacy_imports' }, { starts: 3, isDead: true })
  await carryOut()
  expect(await findLegacyImport(await world.call('superadmin'), world.own.id, { id })).toMatchObject({
    state: 'FAILED',
    starts: 3,
    failure: expect.stringContaining('it was interrupted three times. Nothing was imported.'),
  })
  expect(await asOwner(world.ownerUrl, 'select attached from files where id = $1', [file?.id])).toEqual([{ attached: false }])
  expect((await checkData(world.database)).findings).toEqual([])
})

test('a run that was considered dead stores nothing, however far it has come', async () => {
  const schoolId = world.own.id
  const before = await everything()
  const { id } = await order(table([['Z1', '2030-31', '7', 'A', '1', 'Zombie Child', '']]))
  const claims = async (): Promise<Claim> => {
    const [claim] = await claimTasks(world.database, 'LEGACY_IMPORT', { most: 1, silenceMs: 600_000 })
    if (!claim) throw new Error('There is nothing to claim.')
    await asOwner(world.ownerUrl, "update legacy_imports set state = 'RUNNING', run = $2 where id = $1", [id, claim.run])
    return claim
  }
  const mine = await claims()
  let others = mine
  /** As another process does it, for which this one was silent for too long. */
  const takeOver = async () => {
    await countAllAsDead(world.ownerUrl)
    others = await claims()
  }
  const row = {
    row: 2,
    legacy_id: 'Z1',
    term: '2030-31',
    class: '7',
    section: 'A',
    roll: '1',
    name: 'Zombie Child',
    register_no: '',
    login_email: '',
    rfid: '',
    disabled: false,
    provided: { name: 'Zombie Child', phone: '1234567890' },
    aadhar: '',
  }
  async function* fileMessages(meanwhile: () => Promise<unknown> = async () => undefined): AsyncGenerator<ReadMessage> {
    yield { kind: 'table', total: 1, unread: [] }
    yield { kind: 'rows', count: 1, json: JSON.stringify([row]) }
    await meanwhile()
    yield { kind: 'end', problems: [], count: 0, repairedPhones: 0, repairedPhoneRows: [] }
  }
  const call = await world.call('superadmin')
  const storeAs = (claim: Claim, from: AsyncIterable<ReadMessage>) =>
    storeCommand({ claim, messages: from, sealContext: '', progress: async () => undefined })(call, schoolId, { id })
  await expect(storeAs(mine, fileMessages(takeOver))).rejects.toThrow(TaskLost)
  expect(await everything()).toEqual(before)
  expect(await storeAs(others, fileMessages())).toMatchObject({ students: 1, terms: 1 })

  // A deleted student may be imported again.
  const [, , , , , legacy] = await everything()
  await deleteStudent(call, schoolId, { id: legacy.find((row) => row.legacyId === 'Z1')?.studentId })
  const again = await importFile(table([['Z1', '2030-31', '7', 'A', '1', 'Zombie Child', '']]))
  expect(again.report).toMatchObject({ students: 1, terms: 0, knownByLegacyId: 0 })

  // An erased student may not, in this school.
  await asOwner(
    world.ownerUrl,
    `insert into erased_legacy_ids (school_id, digest) values ($1::bigint, ${legacyDigest('$1::bigint', "'Z2'")})`,
    [schoolId],
  )
  const erased = await importFile(
    table([
      ['Z2', '2030-31', '7', 'A', '2', 'Erased Child', ''],
      ['Z3', '2030-31', '7', 'A', '3', 'New Child', ''],
    ]),
  )
  const message = 'This student was erased, and is not added again. Please take the row out of the file.'
  expect(erased).toMatchObject({ state: 'FAILED', problems: [{ row: 2, column: 'legacy_id', value: '', message }] })
})

test('a file is read to its end before anything is stored, and replayed unchanged', async () => {
  const rows = (nth: number): ReadMessage => ({ kind: 'rows', count: 1000, json: JSON.stringify([{ row: nth, name: 'आशा' }]) })
  const messages: ReadMessage[] = [
    { kind: 'table', total: 2000, unread: ['Balance'] },
    rows(1),
    rows(2),
    { kind: 'end', problems: [], count: 0, repairedPhones: 0, repairedPhoneRows: [] },
  ]
  let yielded = 0
  async function* reading(): AsyncGenerator<ReadMessage> {
    for (const message of messages) {
      yielded += 1
      yield message
    }
  }
  const seen: number[][] = []
  const whole = await bufferMessages(reading(), async (...progress) => void seen.push(progress))
  expect([yielded, seen]).toEqual([
    4,
    [
      [1000, 2000],
      [2000, 2000],
    ],
  ])
  const replayed: ReadMessage[] = []
  for await (const message of whole) replayed.push(message)
  expect(replayed).toEqual(messages)
})

describe('a file with problems', () => {
  test('is refused whole, with every problem at its row, column and value', async () => {
    const before = await everything()
    const stored = await importFile(
      table(
        [
          ['W1', '2026-27', '7', 'A', '1', 'Good One', '9811100001', '', '', ''],
          ['W1', '2026-27', '7', 'B', '1', 'Good One', '9811100001', '', '', ''],
          ['W2', '2026-27', '7', 'A', 'two words', '', '12', '31/02/2014', '', ''],
          ['W3', '', '7', 'A', '1', 'No Term', '9811100001', '', '234567890123', ''],
          ['W4', '2026-27', '7', 'A', '1', 'One Name', '', '', '', 'GR-1'],
          ['W4', '2025-26', '7', 'A', '1', 'Other Name', '', '', '', 'GR-1'],
          ['W5', '2026-27', '7', 'A', '1', 'Five', '', '', '', 'GR-1', 'surplus'],
        ],
        ['birthdate', 'aadharNumber', 'registerNo'],
      ),
    )
    expect(stored).toMatchObject({
      state: 'FAILED',
      report: null,
      failure: '10 cells of the file are not valid.',
      problemCount: 10,
    })
    expect(stored.problems.map(({ row, column, value }) => [row, column, value])).toEqual([
      [3, 'legacy_id', 'W1'],
      [4, 'roll', 'two words'],
      [4, 'name', ''],
      [4, 'phone', '12'],
      [4, 'birthdate', '31/02/2014'],
      [5, 'term', ''],
      [5, 'aadharNumber', 'XXXXXXXX0123'],
      [6, 'registerNo', 'GR-1'],
      [7, 'name', 'Other Name'],
      [8, '', ''],
    ])
    expect(stored.problems[0]?.message).toBe('This student stands in the term 2026-27 twice: also in row 2.')
    expect(stored.problems[7]?.message).toBe("The register number GR-1 is Meera Joshi's in this school.")
    expect(await everything()).toEqual(before)
    const [files] = await world.database.read(world.own.id, [
      world.database.kysely.selectFrom('files').select('id').where('schoolId', '=', world.own.id).where('attached', '=', true),
    ] as const)
    expect(files).toEqual([])
  })

  test('a login e-mail in use is named, and nothing is imported', async () => {
    const before = await everything()
    const stored = await importFile(table([['X1', '2026-27', '7', 'A', '1', 'Taken', '', 'typed@old.test']], ['loginEmail']))
    expect(stored.problems).toEqual([
      {
        row: 2,
        column: 'loginEmail',
        value: 'typed@old.test',
        message: 'The email typed@old.test is already used by another account.',
      },
    ])
    expect(await everything()).toEqual(before)
  })

  test('a shown value never has half a character or one that cannot be stored', async () => {
    const before = await everything()
    const long = (count: number) => `${'a'.repeat(count)}😀${'b'.repeat(20_000)}`
    const edge = table(
      [
        ['L1', '2019-20', '1', 'A', '1', 'Asha Q', '', `${'a'.repeat(99)}😀`],
        [`${'L'.repeat(59)}😀`, '2019-20', '1', 'A', '1', 'Asha Q', '', ''],
        ['L3', '2019-20', '1', 'A', '1', long(39), '', ''],
      ],
      ['disabled', `${'h'.repeat(59)}😀`],
    )
    const stored = await importFile(edge)
    expect(stored).toMatchObject({ state: 'FAILED', starts: 1, problemCount: 3 })
    expect(stored.problems.map(({ row, column, value }) => [row, column, value])).toEqual([
      [2, 'disabled', `${'a'.repeat(99)}😀`],
      [3, 'legacy_id', `${'L'.repeat(59)}😀`],
      [4, 'name', `${'a'.repeat(39)}😀`],
    ])
    // A spreadsheet can encode invalid characters.
    const [nul, half] = ['_x0000_', '_xD83D_']
    const spelled = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            [...head, `x ${nul}${half}`],
            [`L1${half}`, '2019-20', '1', 'A', `${nul} ${half}`, 'Asha', ''],
          ],
        },
      ],
    })
    const reading = { bytes: spelled, secretKey: 'of a test', sealContext: '' }
    const first = await readTable(reading).next()
    expect(first.value).toMatchObject({ kind: 'table', unread: ['x \uFFFD\uFFFD'] })
    expect((await importFile(spelled)).problems).toMatchObject([{ row: 2, column: 'roll', value: '\uFFFD \uFFFD' }])
    expect(await everything()).toEqual(before)
  })

  test('an import finishes, with a number for support, even if its problems cannot be stored', async () => {
    const owner = new pg.Client({ connectionString: world.ownerUrl })
    await owner.connect()
    await owner.query('alter table legacy_imports add constraint keeps_none check (problem_count = 0) not valid')
    try {
      const stored = await importFile(table([['W1', '2019-20', '1', 'A', 'two words', 'Asha', '']]))
      expect(stored).toMatchObject({ state: 'FAILED', starts: 1, fileId: null, problems: [] })
      expect(stored.failure).toMatch(/Some cells of the file are not valid.* tell support the number [0-9a-f]{8}\.$/)
    } finally {
      await owner.query('alter table legacy_imports drop constraint keeps_none')
      await owner.end()
    }
  })

  const rowsOf = (count: number) => table(Array.from({ length: count }, (_, nth) => [`N${nth}`, 'T', '7', 'A', '1', 'N', '']))
  /** Builds a zip of entries with the same content and a declared size, which may be false. */
  const zipped = (names: readonly string[], content: Buffer, declaredSize = content.length) => {
    const locals: Buffer[] = []
    const list: Buffer[] = []
    let at = 0
    const packed = deflateRawSync(content)
    for (const name of names) {
      const sizes = Buffer.alloc(8)
      sizes.writeUInt32LE(packed.length, 0)
      sizes.writeUInt32LE(declaredSize, 4)
      const common = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]), sizes])
      const nameSize = Buffer.from([name.length, 0, 0, 0])
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameSize, Buffer.from(name), packed])
      const place = Buffer.alloc(4)
      place.writeUInt32LE(at)
      list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, nameSize, Buffer.alloc(10), place, Buffer.from(name)]))
      locals.push(local)
      at += local.length
    }
    const [body, directory] = [Buffer.concat(locals), Buffer.concat(list)]
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    end.writeUInt16LE(names.length, 8)
    end.writeUInt16LE(names.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(body.length, 16)
    return Buffer.concat([body, directory, end])
  }

  test('a spreadsheet that unpacks to more than the limit is not unpacked further', async () => {
    const bomb = zipped(
      Array.from({ length: 301 }, (_, nth) => `xl/worksheets/sheet${nth}.xml`),
      Buffer.alloc(1_000_000),
    )
    expect(bomb.length).toBeLessThan(500_000)
    expect(unpackedSize(bomb, 2_500_000)).toBeGreaterThan(2_500_000)
    expect(unpackedSize(Buffer.from('PK\x03\x04 and nothing'), 10)).toBeNull()
    expect(unpackedSize(zipped(['a'], Buffer.alloc(1000)), 1000)).toBe(1000)
    expect(unpackedSize(zipped(['a'], Buffer.alloc(1000), 10), 1000)).toBeNull()
    expect(await importFile(bomb)).toMatchObject({ state: 'FAILED', failure: /holds more than can be read/ })
  })

  test('a spreadsheet with a second list of entries, which only another reader would use, is refused', async () => {
    const small = zipped(['xl/theme/theme1.xml'], Buffer.from('small'))
    const [endAt, entryAt] = [small.length - 22, small.readUInt32LE(small.length - 6)]
    expect(unpackedSize(small, 1000)).toBe(5)
    const patched = (at: number, size: 2 | 4, value = 2 ** (8 * size) - 1) => {
      const bytes = Buffer.from(small)
      bytes.writeUIntLE(value, at, size)
      return bytes
    }
    const big = zipped(['xl/theme/theme1.xml'], Buffer.alloc(3_000_000))
    const record = Buffer.alloc(56)
    record.writeUInt32LE(0x06064b50, 0)
    record.writeBigUInt64LE(1n, 32)
    record.writeBigUInt64LE(BigInt(big.readUInt32LE(big.length - 6)), 48)
    const locator = Buffer.alloc(20)
    locator.writeUInt32LE(0x07064b50, 0)
    locator.writeBigUInt64LE(BigInt(big.length), 8)
    // The plain end record names the small entry.
    const smallAt = big.length + record.length
    const end = Buffer.from(small.subarray(endAt))
    end.writeUInt32LE(smallAt + entryAt, 16)
    const withLocator = Buffer.concat([big, record, small.subarray(0, endAt), locator, end])
    withLocator.writeUInt32LE(smallAt, smallAt + entryAt + 42)
    const real = Buffer.from(withLocator)
    real.writeUInt32LE(0xffffffff, real.length - 10)
    for (const bytes of [
      real,
      withLocator,
      patched(endAt + 10, 2),
      patched(endAt + 12, 4),
      patched(endAt + 16, 4),
      patched(entryAt + 20, 4),
      patched(entryAt + 24, 4),
      patched(entryAt + 42, 4),
    ])
      expect(unpackedSize(bytes, 1000)).toBeNull()
    expect(await importFile(real)).toMatchObject({ state: 'FAILED', failure: /This spreadsheet cannot be read/ })
    // An entry without a size, which readers take from a data descriptor.
    const sizeless = patched(entryAt + 20, 4, 0)
    sizeless.writeUInt16LE(8, entryAt + 8)
    sizeless.writeUInt16LE(0, entryAt + 10)
    sizeless.writeUInt32LE(0, entryAt + 24)
    expect(unpackedSize(sizeless, 1000)).toBeNull()
  })

  test.each([
    ['one row too many', () => rowsOf(50_001), /more than 50,000 rows/],
    ['a picture', () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), /neither a CSV file nor a spreadsheet/],
    ['an old Excel file', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), /old Excel file/],
    ['a zip that is no spreadsheet', () => zipped(['a.txt'], Buffer.from('x')), /cannot be read/],
    ['a quote that never closes', () => 'legacy_id,term\n"1,2', /never closed/],
    ['no header', () => '1,2,3\n4,5,6\n', /no column for legacy_id, term, class, section and name/],
    ['no rows', () => table([]), /no rows/],
    ['nothing', () => '\n', /no rows/],
    [
      'a thousand columns',
      () => `${[...head, ...Array.from({ length: 400 }, (_, nth) => `c${nth}`)].join(',')}\nx\n`,
      /300 columns/,
    ],
  ])('%s is refused with a sentence', async (_, content, sentence) => {
    const reading = { bytes: Buffer.from(content()), secretKey: 'of a test', sealContext: '' }
    const first = await readTable(reading).next()
    expect(first.value).toEqual({ kind: 'unreadable', message: expect.stringMatching(sentence) })
  })

  test('reads other encodings and spreadsheets', async () => {
    const text = table([['E1', '2026-27', '7', 'A', '1', 'José आशा', '']]).replace('\uFEFF', '')
    expect((await importFile(Buffer.from(`\uFEFF${text}`, 'utf16le'))).report).toMatchObject({ students: 1 })
    expect((await importFile(Buffer.from(text.replace('E1', 'E2').replace(' आशा', ''), 'latin1'))).report).toMatchObject({
      students: 1,
    })
    const xlsx = await writeXlsx({
      sheets: [
        {
          name: 'Students',
          columns: [{ numFmt: '0000' }, {}, {}, {}, {}, {}, {}, { numFmt: 'dd/mm/yyyy' }],
          rows: [
            [...head, 'birthdate'],
            [7, '2026-27', 7, 'A', 3, 'Sheet Child', 9811100009, new Date(Date.UTC(2014, 5, 3))],
          ],
        },
      ],
    })
    expect((await importFile(xlsx)).report).toMatchObject({ students: 1 })
    const [, , , students, , legacy] = await everything()
    expect(legacy.map((row) => row.legacyId)).toEqual(expect.arrayContaining(['0007', 'E1', 'E2']))
    expect(students.map((row) => row.name)).toEqual(expect.arrayContaining(['José आशा', 'José', 'Sheet Child']))
    expect(students.find((row) => row.name === 'Sheet Child')).toMatchObject({ phone: '9811100009', birthdate: '2014-06-03' })
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { checkData } from '#platform/dataChecks.ts'
import { invalidateSchool } from '#platform/school.ts'
import { platformSettings } from '../schools.rules.ts'
import { addSchool, listSchools, updateSchool, viewSchool } from './schools.commands.ts'
import { listTerms } from './terms.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
const newSchool = {
  name: 'Zilla Parishad School',
  adminPhone: '9876543210',
  senderId: 'ZPSCHL',
  attType: 'DUAL',
  term: '2026-27',
}
const format = '{first_name}.{roll}@school.in'

describe('adding a school', () => {
  test('creates it with its first term, current, and the defaults of section 9', async () => {
    const call = await world.call('superadmin')
    const school = await addSchool(call, 0, newSchool)
    expect(school).toMatchObject({
      name: newSchool.name,
      adminPhone: newSchool.adminPhone,
      senderId: newSchool.senderId,
      attType: 'DUAL',
      feesDate: 5,
      feePercent: 2,
      chargeBearer: 'FAMILY',
      displayMins: [],
      studentEmail: '',
      isSociety: false,
      qrcode: false,
    })
    expect(await listTerms(call, school.id, {})).toMatchObject([{ name: '2026-27', current: true }])
    expect((await listSchools(call, 0, {})).map((row) => row.name)).toEqual(['Other School', 'Own School', newSchool.name])
    expect((await auditRows(world, 0)).at(-1)).toMatchObject({ action: 'school.add', rowIds: [school.id] })
  })

  test('creates one school when it is sent eight times at once', async () => {
    const call = await world.call('superadmin')
    const repeated = { ...newSchool, name: 'Sent Often' }
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => addSchool(call, 0, repeated)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(addSchool(call, 0, { ...repeated, name: 'sent OFTEN' }))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'name' }],
    })
    await world.database.kysely.updateTable('schools').set({ isSociety: true }).where('name', '=', 'Sent Often').execute()
  })

  test('a school with Is Society is listed under Societies, and can become a school again', async () => {
    const call = await world.call('superadmin')
    const society = await addSchool(call, 0, { ...newSchool, name: 'Society', isSociety: true })
    const listed = async (societies: boolean) => (await listSchools(call, 0, { societies })).map((row) => row.id)
    expect(await listed(false)).not.toContain(society.id)
    expect(await listed(true)).toContain(society.id)
    // School 0 is the installation, which nobody can choose.
    expect(await listed(true)).not.toContain(0)
    await updateSchool(call, society.id, { isSociety: false })
    expect(await listed(false)).toContain(society.id)
    expect(await listed(true)).not.toContain(society.id)
    await updateSchool(call, society.id, { isSociety: true })
  })

  test('keeps the login format only with a module that students sign in for', async () => {
    const call = await world.call('superadmin')
    let count = 0
    const add = async (flags: object) =>
      (await addSchool(call, 0, { ...newSchool, ...flags, name: `Login ${count++}`, studentEmail: format })).studentEmail
    expect(await add({})).toBe('')
    expect(await add({ buses: true, feesModule: true })).toBe('')
    expect(await add({ chat: true })).toBe(format)
  })

  test('is only for a super administrator, and stores nothing when a field is invalid', async () => {
    for (const who of ['admin', 'fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(addSchool(await world.call(who), 0, newSchool))).toEqual(forbidden)
    const before = (await listSchools(await world.call('superadmin'), 0, {})).length
    const wrong = await refusal(addSchool(await world.call('superadmin'), 0, { ...newSchool, term: ' ', feesDate: 32 }))
    expect(wrong.problems).toEqual(
      expect.arrayContaining([
        { path: 'feesDate', message: 'From 1 to 31' },
        { path: 'term', message: 'Required' },
      ]),
    )
    expect(await listSchools(await world.call('superadmin'), 0, {})).toHaveLength(before)
  })
})

describe('the settings of a school', () => {
  const own = async () => viewSchool(await world.call('admin'), world.own.id, {})

  beforeEach(async () => {
    await world.database.kysely
      .updateTable('schools')
      .set({
        senderId: 'OWNSCH',
        logoFile: null,
        name: 'Own School',
        qrcode: true,
        liveLecture: false,
        chat: false,
        attNotification: false,
        rfid: false,
        discipline: false,
      })
      .where('id', '=', world.own.id)
      .execute()
    invalidateSchool(world.database, world.own.id)
  })

  test('an ADMIN changes the school’s own settings and sees the change at once', async () => {
    const call = await world.call('admin')
    const input = {
      name: 'Own School, Pune',
      displayMins: [30, 45],
      feesDate: 10,
      weeklySms: true,
      weeklySmsDay: 0,
      weeklySmsTime: '17:30',
      accentColor: '#AA3300',
      studentEmail: format,
      quietFrom: '20:00',
      quietTo: '07:30',
    }
    const changed = await updateSchool(call, world.own.id, input)
    expect(changed).toMatchObject({
      ...input,
      weeklySmsTime: '17:30:00',
      accentColor: '#aa3300',
      senderId: 'OWNSCH',
      quietFrom: '20:00:00',
      quietTo: '07:30:00',
      whatsapp: false,
      dltEntityId: '',
    })
    expect(await own()).toEqual(changed)
    expect((await auditRows(world)).at(-1)).toMatchObject({
      role: 'ADMIN',
      action: 'school.update',
      fields: expect.arrayContaining(['name', 'displayMins', 'studentEmail']),
    })
    expect((await viewSchool(await world.call('superadmin'), world.other.id, {})).name).toBe('Other School')
  })

  test('an ADMIN sets the receipt prefix, which the database checks as well', async () => {
    const call = await world.call('admin')
    expect((await own()).receiptPrefix).toBe('')
    expect(await updateSchool(call, world.own.id, { receiptPrefix: 'GV/' })).toMatchObject({ receiptPrefix: 'GV/' })
    expect((await own()).receiptPrefix).toBe('GV/')
    expect(await refusal(updateSchool(call, world.own.id, { receiptPrefix: 'GV"' }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'receiptPrefix', message: 'At most 12 letters, digits, spaces, - or /' }],
    })
    const { kysely } = world.database
    await expect(kysely.updateTable('schools').set({ receiptPrefix: 'GV"' }).execute()).rejects.toThrow(/receipt_prefix/)
    await updateSchool(call, world.own.id, { receiptPrefix: '' })
  })

  test('an ADMIN may send stored platform settings, and is refused by field when one differs', async () => {
    const call = await world.call('admin')
    const { senderId, feePercent, buses } = await own()
    await expect(updateSchool(call, world.own.id, { senderId, feePercent, buses, feesDate: 7 })).resolves.toMatchObject({
      feesDate: 7,
    })
    const refused = await refusal(
      updateSchool(call, world.own.id, { senderId: 'NEWSCH', feePercent: 0.5, chat: true, feesDate: 8 }),
    )
    expect(refused).toEqual({
      code: 'FORBIDDEN',
      message:
        'Only a super administrator may change Sender ID. Only a super administrator may change Fee Percent. Only a super administrator may change Chat',
      problems: [
        { path: 'senderId', message: 'Only a super administrator may change Sender ID' },
        { path: 'feePercent', message: 'Only a super administrator may change Fee Percent' },
        { path: 'chat', message: 'Only a super administrator may change Chat' },
      ],
    })
    expect((await own()).feesDate).toBe(7)
  })

  test.each(Object.keys(platformSettings) as (keyof typeof platformSettings)[])(
    'only a super administrator may change %s',
    async (field) => {
      const stored = (await own())[field]
      const others = {
        feePercent: 0.9,
        chargeBearer: 'SCHOOL',
        filesQuotaMb: 500,
        senderId: 'NEWSCH',
        dltEntityId: '1101234567890123456',
        logoFile: randomUUID(),
        upiAddress: 'school@sbi',
        upiPayee: 'Shri Shivaji Trust',
      }
      const other = typeof stored === 'boolean' ? !stored : others[field as keyof typeof others]
      const refused = await refusal(updateSchool(await world.call('admin'), world.own.id, { [field]: other }))
      expect(refused.problems.map((problem) => problem.path)).toEqual([field])
      expect((await own())[field]).toEqual(stored)
      if (field === 'logoFile') return
      const changed = await updateSchool(await world.call('superadmin'), world.own.id, { [field]: other })
      expect(changed[field]).toBe(other)
      await updateSchool(await world.call('superadmin'), world.own.id, { [field]: stored })
    },
  )

  test('the login format is cleared with the last module that students sign in for', async () => {
    const call = await world.call('superadmin')
    await updateSchool(call, world.own.id, { studentEmail: format, rfid: true })
    expect((await updateSchool(call, world.own.id, { qrcode: false })).studentEmail).toBe(format)
    expect((await updateSchool(call, world.own.id, { rfid: false })).studentEmail).toBe('')
    expect((await updateSchool(call, world.own.id, { studentEmail: format })).studentEmail).toBe('')
    expect((await updateSchool(call, world.own.id, { studentEmail: format, discipline: true })).studentEmail).toBe(format)
  })

  test('do not include the attendance type and the name of the term', async () => {
    const before = await own()
    const changed = await updateSchool(await world.call('superadmin'), world.own.id, { attType: 'DUAL', term: '2030-31' })
    expect(changed).toEqual(before)
    expect(await listTerms(await world.call('admin'), world.own.id, {})).toMatchObject([{ name: '2026-27' }])
  })

  test('a logo must be an upload of this school', async () => {
    const gone = [{ path: 'logoFile', message: 'This upload is not there any more. Please choose the file again.' }]
    expect(await refusal(updateSchool(await world.call('superadmin'), world.own.id, { logoFile: randomUUID() }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: gone,
    })
    expect(await refusal(updateSchool(await world.call('superadmin'), world.own.id, { logoFile: '../../secret' }))).toMatchObject(
      { code: 'BAD_INPUT' },
    )
  })

  test('a new logo replaces the old one; the data check finds a file without a record', async () => {
    const call = await world.call('superadmin')
    const newFile = async () => {
      const file = {
        schoolId: world.own.id,
        purpose: 'school-logo',
        contentType: 'image/jpeg',
        size: 1,
        createdBy: call.viewer?.subject ?? '',
      }
      return world.database.transaction(world.own.id, (db) =>
        db.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow(),
      )
    }
    const strays = async () => (await checkData(world.database)).findings.filter(({ check }) => check === 'files-have-one-record')
    const files = async () =>
      (await world.database.read(world.own.id, [world.database.kysely.selectFrom('files').select('id')] as const))[0].map(
        ({ id }) => id,
      )
    const [first, second] = [await newFile(), await newFile()]
    await updateSchool(call, world.own.id, { logoFile: first.id })
    const changed = await updateSchool(call, world.own.id, { logoFile: second.id })
    expect([changed.logoFile, await files(), await strays()]).toEqual([second.id, [second.id], []])
    await updateSchool(call, world.own.id, { name: 'Own School' })
    expect((await own()).logoFile).toBe(second.id)
    await world.database.kysely.updateTable('schools').set({ logoFile: null }).where('id', '=', world.own.id).execute()
    expect((await strays()).map(({ rows }) => rows)).toEqual([[{ id: second.id, records: 0, files: 1 }]])
  })

  test('are for SUPERADMIN and the ADMINs of this school', async () => {
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(updateSchool(await world.call(who), world.own.id, { name: 'X' }))).toEqual(forbidden)
    const foreign = await refusal(updateSchool(await world.call('admin'), world.other.id, { name: 'X' }))
    expect(foreign.code).toBe('NOT_FOUND')
    expect(await refusal(updateSchool(await world.call('admin'), 999_999, { name: 'X' }))).toEqual(foreign)
    expect((await refusal(updateSchool(await world.call('superadmin'), 0, { name: 'X' }))).code).toBe('CONFLICT')
  })

  test('are refused for an admin who sees only some of the classes', async () => {
    const refused = await refusal(updateSchool(await world.call('limitedAdmin'), world.own.id, { feesDate: 21 }))
    expect(refused).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('the whole school') })
  })

  test('keep the changes of two admins at once, because only changed fields are sent', async () => {
    await Promise.all([
      updateSchool(await world.call('admin'), world.own.id, { name: 'Renamed' }),
      updateSchool(await world.call('admin'), world.own.id, { feesDate: 22 }),
      updateSchool(await world.call('superadmin'), world.own.id, { qrcode: false, chat: true }),
    ])
    expect(await own()).toMatchObject({ name: 'Renamed', feesDate: 22, qrcode: false, chat: true })
  })
})

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addFeeCategory, setBankAccount } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { moduleDisabled, notAuthorized } from '#platform/action.ts'
import { invalidateSchool, type SchoolFlag } from '#platform/school.ts'
import { unseal } from '#platform/sealed.ts'
import { missingNamesMessage } from '../schools.schema.ts'
import { addBankAccount, bankAccountContext, listBankAccounts, updateBankAccount } from './bankAccounts.commands.ts'
import { updateSchool } from './schools.commands.ts'
import { setSmsNames } from './smsNames.commands.ts'

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

const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
const account = {
  name: 'Main',
  accNumber: '00123456789',
  ifsc: 'sbin0001234',
  keyId: 'gtKFFx',
  keySecret: 'eCwWELxi',
  misc: 'salt v2: abc',
}

async function setModule(flag: SchoolFlag, on: boolean) {
  await world.database.kysely
    .updateTable('schools')
    .set({ [flag]: on })
    .where('id', '=', world.own.id)
    .execute()
  invalidateSchool(world.database, world.own.id)
}

/** Returns the stored secrets of an account, unsealed. */
async function secretsOf(id: number): Promise<string[]> {
  const { secretKey } = (await world.call('superadmin')).services.config
  const { rows } = await owner.query('select key_secret_sealed, misc_sealed from bank_accounts where id = $1', [id])
  return [
    unseal(rows[0].key_secret_sealed, secretKey, bankAccountContext('key_secret', world.own.id)),
    unseal(rows[0].misc_sealed, secretKey, bankAccountContext('misc', world.own.id)),
  ]
}

describe('bank accounts', () => {
  test('are stored with their secrets sealed, and returned without them', async () => {
    const call = await world.call('superadmin')
    const added = await addBankAccount(call, world.own.id, account)
    expect(added).toEqual({
      schoolId: world.own.id,
      id: added.id,
      name: 'Main',
      accNumber: '00123456789',
      ifsc: 'SBIN0001234',
      keyId: 'gtKFFx',
      createdAt: added.createdAt,
    })
    expect(await listBankAccounts(call, world.own.id, {})).toEqual([added])
    expect(await secretsOf(added.id)).toEqual(['eCwWELxi', 'salt v2: abc'])
    const { rows } = await owner.query('select bank_accounts::text as row from bank_accounts')
    expect(rows[0].row).not.toMatch(/eCwWELxi|salt v2/)
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'SUPERADMIN',
      action: 'bankAccount.add',
      rowIds: [added.id],
      fields: ['name', 'accNumber', 'ifsc', 'keyId', 'keySecret', 'misc'],
    })
  })

  test('keep a secret that is left empty, and replace one that is filled in', async () => {
    const call = await world.call('superadmin')
    const [stored] = await listBankAccounts(call, world.own.id, {})
    const id = stored!.id
    await updateBankAccount(call, world.own.id, { ...account, id, name: 'Fees', keySecret: '', misc: '' })
    expect(await secretsOf(id)).toEqual(['eCwWELxi', 'salt v2: abc'])
    await updateBankAccount(call, world.own.id, { ...account, id, keySecret: 'another', misc: ' ' })
    expect(await secretsOf(id)).toEqual(['another', 'salt v2: abc'])
    expect((await auditRows(world)).at(-1)?.fields).toEqual(['name', 'accNumber', 'ifsc', 'keyId', 'keySecret'])
  })

  test('are one for all categories without Multiple Accounts', async () => {
    const call = await world.call('superadmin')
    const { id: schoolId } = world.other
    const set = (multipleAccounts: boolean) => updateSchool(call, schoolId, { multipleAccounts })
    const accountsOf = async () => {
      const { rows } = await owner.query(
        'select name, bank_account_id::int as account from fee_categories where school_id = $1 order by id',
        [schoolId],
      )
      return rows.map(({ account: id }) => id)
    }
    await addFeeCategory(world, world.other, { name: 'Bus', bankAccountId: null })
    const hostel = await addFeeCategory(world, world.other, { name: 'Hostel', bankAccountId: null })
    await set(false)
    const both = await Promise.allSettled(['One', 'Two'].map((name) => addBankAccount(call, schoolId, { ...account, name })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [first] = await listBankAccounts(call, schoolId, {})
    expect(await accountsOf()).toEqual([first!.id, first!.id])
    expect((await refusal(addBankAccount(call, schoolId, { ...account, name: 'Three' }))).problems[0]).toMatchObject({
      path: 'name',
    })
    await set(true)
    const second = await addBankAccount(call, schoolId, { ...account, name: 'Other' })
    await setBankAccount(world, world.other, hostel, second.id)
    expect(await refusal(set(false))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'multipleAccounts' }] })
    await setBankAccount(world, world.other, hostel, first!.id)
    expect((await set(false)).multipleAccounts).toBe(false)
  })

  test('refuse a duplicate name and invalid fields', async () => {
    const call = await world.call('superadmin')
    expect(await refusal(addBankAccount(call, world.own.id, { ...account, name: 'main' }))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'name' }],
    })
    const wrong = await refusal(addBankAccount(call, world.own.id, { ...account, accNumber: 'x', ifsc: 'SBIN', keySecret: '' }))
    expect(wrong.problems.map((problem) => problem.path)).toEqual(['accNumber', 'ifsc', 'keySecret'])
  })

  test('are only for the super administrator, and only with online fees', async () => {
    for (const who of ['admin', 'fees', 'teacher', 'attendant', 'student'] as const) {
      const call = await world.call(who)
      expect(await refusal(listBankAccounts(call, world.own.id, {}))).toEqual(forbidden)
      expect(await refusal(addBankAccount(call, world.own.id, account))).toEqual(forbidden)
    }
    const call = await world.call('superadmin')
    const [stored] = await listBankAccounts(call, world.own.id, {})
    const foreign = await refusal(updateBankAccount(call, world.other.id, { ...account, id: stored!.id }))
    expect(foreign.code).toBe('NOT_FOUND')
    await setModule('onlineFees', false)
    expect(await refusal(listBankAccounts(call, world.own.id, {}))).toEqual({
      code: 'DISABLED_MODULE',
      message: moduleDisabled().message,
      problems: [],
    })
    await setModule('onlineFees', true)
  })
})

describe('school names in messages', () => {
  const names = (seven: string, eight: string) => ({
    termId: world.own.termId,
    names: [
      { classId: world.own.class7, smsSuffix: seven },
      { classId: world.own.class8, smsSuffix: eight },
    ],
  })

  test('are set for every class of the term at once', async () => {
    const changed = await setSmsNames(await world.call('admin'), world.own.id, names('Little Stars', ' City High '))
    expect(changed.sort((a, b) => a.id - b.id)).toEqual([
      { id: world.own.class7, smsSuffix: 'Little Stars' },
      { id: world.own.class8, smsSuffix: 'City High' },
    ])
    const { rows } = await owner.query('select school_id, sms_suffix from classes order by id')
    expect(rows.map((row) => row.sms_suffix)).toEqual(['Little Stars', 'City High', '', ''])
  })

  test('are refused when a class has none', async () => {
    const call = await world.call('admin')
    expect(await refusal(setSmsNames(call, world.own.id, names('A', ' ')))).toEqual({
      code: 'BAD_INPUT',
      message: missingNamesMessage(),
      problems: [{ path: 'names.1.smsSuffix', message: 'Required' }],
    })
    const incomplete = { termId: world.own.termId, names: names('A', 'B').names.slice(0, 1) }
    expect(await refusal(setSmsNames(call, world.own.id, incomplete))).toEqual({
      code: 'BAD_INPUT',
      message: missingNamesMessage(),
      problems: [],
    })
    const { rows } = await owner.query('select sms_suffix from classes where id = $1', [world.own.class7])
    expect(rows[0].sms_suffix).toBe('Little Stars')
  })

  test('are refused for a class of another school or term', async () => {
    const call = await world.call('admin')
    const foreign = {
      termId: world.own.termId,
      names: [...names('A', 'B').names, { classId: world.other.class7, smsSuffix: 'C' }],
    }
    expect((await refusal(setSmsNames(call, world.own.id, foreign))).code).toBe('NOT_FOUND')
    expect((await refusal(setSmsNames(call, world.own.id, { ...names('A', 'B'), termId: world.other.termId }))).code).toBe(
      'NOT_FOUND',
    )
  })

  test('are for SUPERADMIN and an ADMIN of all classes, and only with many school names', async () => {
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(setSmsNames(await world.call(who), world.own.id, names('A', 'B')))).toEqual(forbidden)
    expect(await refusal(setSmsNames(await world.call('limitedAdmin'), world.own.id, names('A', 'B')))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('some of the classes'),
    })
    await setModule('manySchoolNames', false)
    expect((await refusal(setSmsNames(await world.call('superadmin'), world.own.id, names('A', 'B')))).code).toBe(
      'DISABLED_MODULE',
    )
    await setModule('manySchoolNames', true)
  })
})

import { randomUUID } from 'node:crypto'
import { makeGuardianLinks } from '#domains/onlinefees/server/links.commands.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { Merchant } from '#platform/payu/client.ts'
import { seal } from '#platform/sealed.ts'
import { type TestSchool, type World, worldOn } from '../world.ts'

/** A paying family: a phone with its link and children. */
export interface Family {
  school: TestSchool
  /** Token in the URL /onlinefees/…. */
  token: string
  phone: string
  /** The family's network address. */
  address: string
}

export interface OnlineWorld {
  world: World
  families: Family[]
  /** Merchants by key. */
  merchants: Map<string, Merchant>
  /** Returns a school's merchants. */
  merchantsOf(schoolId: number): Merchant[]
}

const months = ['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR']

/**
 * Creates two schools with two bank accounts each, families of one to three children with a year of fees, and a link
 * for each family.
 */
export async function onlineWorld(database: Database, config: Config, families: number): Promise<OnlineWorld> {
  const world = await worldOn(database, config)
  const merchants = new Map<string, Merchant>()
  const keys = new Map<number, string[]>()
  const made: Family[] = []
  for (const [place, school] of [world.own, world.other].entries()) {
    const accounts = ['tuition', 'bus'].map((name) => ({ key: `${name}-${place}`, salt: `salt/of ${name} ${place}` }))
    for (const account of accounts) merchants.set(account.key, account)
    keys.set(
      school.id,
      accounts.map(({ key }) => key),
    )
    await database.transaction(school.id, async (db) => {
      const categories = await addFees(db, school, config, accounts)
      await addChildren(db, school, categories, place, Math.ceil(families / 2))
    })
    const { links } = await makeGuardianLinks(await world.call('admin', school), school.id, { termId: school.termId, days: 30 })
    for (const { url, phone } of links) {
      const nth = made.length
      const address = `10.${1 + place}.${Math.floor(nth / 250)}.${1 + (nth % 250)}`
      made.push({ school, phone, address, token: new URL(url).pathname.split('/').at(-1) ?? '' })
    }
  }
  return {
    world,
    merchants,
    families: made,
    merchantsOf: (schoolId) => (keys.get(schoolId) ?? []).flatMap((key) => merchants.get(key) ?? []),
  }
}

async function addFees(
  db: Tx,
  { id: schoolId, termId }: TestSchool,
  { secretKey }: Config,
  accounts: Merchant[],
): Promise<number[]> {
  const sealed = (text: string, field: 'key_secret' | 'misc') => seal(text, secretKey, bankAccountContext(field, schoolId))
  const ids = await db
    .insertInto('bankAccounts')
    .values(
      accounts.map(({ key, salt }) => ({
        schoolId,
        name: key,
        accNumber: '12345678',
        ifsc: 'SBIN0001234',
        keyId: key,
        keySecretSealed: sealed(salt, 'key_secret'),
        miscSealed: sealed('', 'misc'),
      })),
    )
    .returning('id')
    .execute()
  const categories = await db
    .insertInto('feeCategories')
    .values([
      ...['Tuition Fees', 'Bus Fees'].map((name, place) => ({ schoolId, termId, name, bankAccountId: ids[place]!.id })),
      { schoolId, termId, name: 'Paid At School', bankAccountId: null },
    ])
    .returning('id')
    .execute()
  const [tuition, bus, atSchool] = categories.map(({ id }) => ({ schoolId, termId, feeCategoryId: id, fixedAmount: true }))
  await db
    .insertInto('fees')
    .values([
      // Odd amounts, so that the charge is rounded both up and down.
      ...months.map((month, nth) => ({
        ...tuition!,
        name: 'Tuition',
        slug: 'tuition',
        amount: 123_401 + nth * 7,
        month,
        sr: nth + 1,
      })),
      ...months.map((month, nth) => ({ ...bus!, name: 'Bus', slug: 'bus', amount: 65_033 + nth * 13, month, sr: nth + 1 })),
      { ...tuition!, name: 'Library', slug: 'library', amount: 30_000, month: null, sr: 20 },
      { ...atSchool!, name: 'Uniform', slug: 'uniform', amount: 90_000, month: null, sr: 1 },
    ])
    .execute()
  return categories.map(({ id }) => id)
}

async function addChildren(db: Tx, school: TestSchool, categories: number[], place: number, families: number): Promise<void> {
  const { id: schoolId, termId, section7A: sectionId } = school
  const children = Array.from({ length: families }, (_, family) =>
    Array.from({ length: 1 + (family % 3) }, (__, child) => ({
      schoolId,
      createTermId: termId,
      qrcode: randomUUID(),
      name: `Child ${family}-${child}`,
      phone: `9${place}${String(family).padStart(8, '0')}`,
    })),
  ).flat()
  const students = await db.insertInto('students').values(children).returning('id').execute()
  await db
    .insertInto('enrolments')
    .values(students.map(({ id }, nth) => ({ schoolId, termId, studentId: id, sectionId, roll: String(nth + 2) })))
    .execute()
  await db
    .insertInto('studentFeeCategories')
    .values(students.flatMap(({ id }) => categories.map((feeCategoryId) => ({ schoolId, termId, studentId: id, feeCategoryId }))))
    .execute()
}

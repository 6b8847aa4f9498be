import { makeGuardianLinks } from '#domains/onlinefees/server/links.commands.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { Merchant } from '#platform/payu/client.ts'
import { addMerchant } from '../world/onlinePayments.ts'
import { addFeeCategory, addFees, addStudents, assignFees } from '../world/rows.ts'
import { type TestSchool, type World, worldOn } from '../world/testWorld.ts'

/** A paying family: a phone with its link and children. */
export interface Family {
  school: TestSchool
  /** Token in the URL /onlinefees/…. */
  token: string
  phone: string
  /** The family's network address. */
  address: string
}

export interface PayingFamilies {
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
export async function addPayingFamilies(database: Database, config: Config, families: number): Promise<PayingFamilies> {
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
      const categories = await addCategories(db, school, config, accounts)
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

/** Adds the categories of both accounts and one that is paid at school, and returns their ids. */
async function addCategories(db: Tx, school: TestSchool, { secretKey }: Config, merchants: Merchant[]): Promise<number[]> {
  const accounts: number[] = []
  for (const merchant of merchants) accounts.push(await addMerchant(db, school, secretKey, { name: merchant.key, merchant }))
  const [tuition, bus] = [
    await addFeeCategory(db, school, { name: 'Tuition Fees', bankAccountId: accounts[0] }),
    await addFeeCategory(db, school, { name: 'Bus Fees', bankAccountId: accounts[1] }),
  ]
  const atSchool = await addFeeCategory(db, school, { name: 'Paid At School' })
  // Odd amounts, so that the charge is rounded both up and down.
  await addFees(db, school, tuition, [
    ...months.map((month, nth) => ({ name: 'Tuition', amount: 123_401 + nth * 7, month })),
    { name: 'Library', amount: 30_000, sr: 20 },
  ])
  await addFees(
    db,
    school,
    bus,
    months.map((month, nth) => ({ name: 'Bus', amount: 65_033 + nth * 13, month })),
  )
  await addFees(db, school, atSchool, [{ name: 'Uniform', amount: 90_000 }])
  return [tuition, bus, atSchool]
}

/** Adds families of one, two and three children in turn. */
async function addChildren(db: Tx, school: TestSchool, categories: number[], place: number, families: number): Promise<void> {
  const children = Array.from({ length: families }, (_, family) =>
    Array.from({ length: 1 + (family % 3) }, (__, child) => ({
      name: `Child ${family}-${child}`,
      phone: `9${place}${String(family).padStart(8, '0')}`,
    })),
  ).flat()
  const students = await addStudents(db, school, school.section7A, children)
  for (const category of categories) await assignFees(db, school, category, students)
}

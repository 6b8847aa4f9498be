import pg from 'pg'
import { type Config, loadConfig } from '#platform/config.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { phonePrefix } from '#platform/auth/passwordPrefixes.ts'
import { listStudentPhones } from '#platform/guardians/studentPhones.ts'
import { migrate } from '#platform/database/migrate.ts'
import { type TestSchool, type World, worldOn } from '../world/testWorld.ts'
import { type Canary, plantAccounts, plantPeople, plantRows } from './canaries.ts'
import { type Extra, RehearsingDatabase } from './cells.ts'
import { addExtra } from './extra.ts'
import { addGuardian } from './guardian.ts'

/** A school of the matrix with the rows that single operations and routes need. */
export type MatrixSchool = TestSchool & { extra: Extra }

/** Data and connections of the matrix. */
export interface Ground {
  config: Config
  ownerUrl: string
  /** Owner and superuser: for preparing data and checking what is stored. */
  owner: pg.Client
  /** Connection of the production role, for plain statements. */
  app: pg.Client
  database: Database
  rehearsing: RehearsingDatabase
  world: World
  own: MatrixSchool
  other: MatrixSchool
  canaries: readonly Canary[]
  newcomer: Newcomer
  close(): Promise<void>
}

/** The tenth person of the matrix: a teacher whose password is still the phone number. */
export interface Newcomer {
  subject: string
  phone: string
  /** Also the e-mail of the account. */
  email: string
}

async function withoutOwnPassword(owner: pg.Client, { id, extra }: MatrixSchool): Promise<Newcomer> {
  const { rows } = await owner.query<Newcomer>(
    `update users set phone = '9811100001' where school_id = $1 and id = $2 returning subject, phone, email`,
    [id, extra.user],
  )
  const [newcomer] = rows
  if (!newcomer) throw new Error('The extra user is missing.')
  await owner.query(`update auth.account set password = $2 || "userId" where "userId" = $1`, [newcomer.subject, phonePrefix])
  return newcomer
}

/**
 * Migrates an empty database and adds the two schools of the matrix, with a canary in every place that not everybody
 * may see.
 */
export async function groundOn(ownerUrl: string, settings: Record<string, string>): Promise<Ground> {
  const config = loadConfig({ ...settings, DATABASE_URL: ownerUrl })
  const { secretKey } = config
  await migrate(ownerUrl, secretKey)
  const url = appUrl(ownerUrl, secretKey)
  const options = { onError: () => undefined, connections: 4 }
  const database = new Database(url, options)
  const rehearsing = new RehearsingDatabase(url, options)
  const owner = new pg.Client({ connectionString: ownerUrl })
  const app = new pg.Client({ connectionString: url })
  await owner.connect()
  await app.connect()
  const world = await worldOn(database, config)
  const canaries: Canary[] = []
  const schools = {} as Record<'own' | 'other', MatrixSchool>
  for (const side of ['own', 'other'] as const) {
    canaries.push(...(await plantPeople(owner, world[side], side, secretKey)))
    // Before the links of their families, which open for phones that are listed by then.
    const { id } = world[side]
    await database.transaction(id, (db) => listStudentPhones(db, id, null))
  }
  for (const side of ['own', 'other'] as const)
    schools[side] = { ...world[side], extra: await addExtra(database, world[side], secretKey) }
  for (const side of ['own', 'other'] as const) canaries.push(...(await plantRows(owner, schools[side], side, secretKey)))
  canaries.push(...(await plantAccounts(owner, secretKey)))
  await addGuardian(owner, schools.own, schools.other)
  const newcomer = await withoutOwnPassword(owner, schools.own)
  return {
    config,
    ownerUrl,
    owner,
    app,
    database,
    rehearsing,
    world,
    ...schools,
    canaries,
    newcomer,
    close: async () => {
      await owner.end()
      await app.end()
      await database.close()
      await rehearsing.close()
    },
  }
}

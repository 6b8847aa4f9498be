import { type Selectable, sql } from 'kysely'
import type { Database } from './database/connect.ts'
import { cacheTopic } from './database/cacheInvalidation.ts'
import { shortLivedCache } from './database/shortLivedCache.ts'
import type { Schools } from './database/schema.types.ts'
import { batchedLookup } from './database/batchedLookup.ts'

export type School = Selectable<Schools>

/** The modules and habits a school switches on and off. */
export type SchoolFlag = {
  [K in keyof School]: School[K] extends boolean ? K : never
}[keyof School]

const schools = shortLivedCache<number, School>(2000)
const settings = cacheTopic('school', {
  forget: (database, ids) => {
    for (const id of ids) schools(database).delete(Number(id))
  },
  forgetAll: (database) => schools(database).clear(),
})

/** A school with its flags, or undefined when there is none with this id. At most two seconds old. */
export async function schoolById(database: Database, id: number): Promise<School | undefined> {
  const cache = schools(database)
  const known = cache.get(id)
  if (known) return known
  const age = settings.age(database)
  const row = await load(database, id)
  if (row && settings.age(database) === age) cache.set(id, row)
  return row
}

const load = batchedLookup(async (database: Database, ids: readonly number[]): Promise<Map<number, School>> => {
  const named = sql<boolean>`id = any(${ids}::bigint[])`
  const rows = await database.kysely.selectFrom('schools').selectAll().where(named).execute()
  return new Map(rows.map((row) => [row.id, row]))
})

/** Makes a change of a school's settings count at once, in every process. */
export function forgetSchool(database: Database, id: number): void {
  settings.forget(database, id)
}

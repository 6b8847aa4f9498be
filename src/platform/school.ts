import { type Selectable, sql } from 'kysely'
import { isLanguage, type Language } from '#shared/languages.ts'
import type { Database } from './database/connect.ts'
import { cacheTopic } from './database/cacheInvalidation.ts'
import { shortLivedCache } from './database/shortLivedCache.ts'
import type { Schools } from './database/schema.types.ts'
import { batchedLookup } from './database/batchedLookup.ts'

export type School = Selectable<Schools>

/** Returns the language in which a school writes to families that have chosen none. */
export function languageOfSchool({ language }: Pick<School, 'language'>): Language {
  return isLanguage(language) ? language : 'en'
}

/** The modules and habits that a school switches on and off. */
export type SchoolFlag = {
  [K in keyof School]: School[K] extends boolean ? K : never
}[keyof School]

const schools = shortLivedCache<number, School>(2000)
const schoolTopic = cacheTopic('school', {
  forget: (database, ids) => {
    for (const id of ids) schools(database).delete(Number(id))
  },
  forgetAll: (database) => schools(database).clear(),
})

/** Returns a school with its flags, at most two seconds old, if this process has it. */
export function cachedSchool(database: Database, id: number): School | undefined {
  return schools(database).get(id)
}

/** Returns a school with its flags, at most two seconds old; undefined when the id does not exist. */
export async function schoolById(database: Database, id: number): Promise<School | undefined> {
  const cache = schools(database)
  const cached = cache.get(id)
  if (cached) return cached
  const version = schoolTopic.age(database)
  const row = await load(database, id)
  if (row && schoolTopic.age(database) === version) cache.set(id, row)
  return row
}

/**
 * Returns a school as it is stored now. Needed before something is refused because a module is off: the process that
 * switched it on has published that, but on a busy machine this one hears of it a moment later.
 */
export function reloadSchool(database: Database, id: number): Promise<School | undefined> {
  schools(database).delete(id)
  return schoolById(database, id)
}

const load = batchedLookup(async (database: Database, ids: readonly number[]): Promise<Map<number, School>> => {
  const hasId = sql<boolean>`id = any(${ids}::bigint[])`
  const rows = await database.kysely.selectFrom('schools').selectAll().where(hasId).execute()
  return new Map(rows.map((row) => [row.id, row]))
})

/** Clears the cached school in every process. Call it after the commit. */
export function invalidateSchool(database: Database, id: number): void {
  schoolTopic.forget(database, id)
}

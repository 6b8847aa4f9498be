import pg from 'pg'
import { z } from 'zod'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { command, query } from '#platform/command.ts'
import { clearReferences } from '#platform/database/clearReferences.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { termForm, termId, termRename } from '../schools.schema.ts'
import { schoolActions, termActions } from './schools.permissions.ts'
import { keptByWords, lockTerm, lockTerms, termList, termUse } from './schools.sql.ts'

const conflicts = { terms_name: { path: 'name', message: 'A term with this name exists already' } }

/** The terms of a school, oldest first. */
export const listTerms = query({
  action: schoolActions.view,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(termList(db, schoolId)))[0],
})

/** Adds a term, which is not current. CONFLICT on `name` when the school has one of this name. */
export const addTerm = command({
  action: termActions.add,
  input: termForm,
  conflicts,
  run: async ({ db, schoolId, input: { name } }) => {
    const term = await db.insertInto('terms').values({ schoolId, name }).returningAll().executeTakeFirstOrThrow()
    return { result: term, ids: [term.id], fields: ['name'] }
  },
})

/** Renames a term. CONFLICT on `name` when the school has another of this name. */
export const renameTerm = command({
  action: termActions.rename,
  input: termRename,
  conflicts,
  load: ({ db, schoolId, input }) => lockTerm(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id, name } }) => {
    const term = await db
      .updateTable('terms')
      .set({ name })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result: term, ids: [id], fields: ['name'] }
  },
})

/** Makes one term the current one and every other term of the school not current (specification, section 4). Answers all terms. */
export const setCurrentTerm = command({
  action: termActions.setCurrent,
  input: termId,
  load: async ({ db, schoolId, input }) => (await lockTerms(db, schoolId)).find((term) => term.id === input.id),
  run: async ({ db, schoolId, input: { id } }) => {
    const ofSchool = db.updateTable('terms').where('schoolId', '=', schoolId)
    // First none and then one: the index that allows one current term per school looks at every row.
    await ofSchool.set({ current: false }).where('current', '=', true).where('id', '<>', id).execute()
    await ofSchool.set({ current: true }).where('id', '=', id).execute()
    return { result: await termList(db, schoolId).execute(), ids: [id], fields: ['current'] }
  },
})

/** Counts the rows that keep a term from being deleted, each as "10 classes"; none where the deletion succeeds. NOT_FOUND for an unknown term. */
export const previewTermDeletion = query({
  action: termActions.previewDeletion,
  input: termId,
  run: async ({ db, read, schoolId, input: { id } }): Promise<string[]> => {
    const [[use]] = await read(termUse(db, schoolId, id))
    if (!use) throw notFound()
    return keptByWords(use)
  },
})

/**
 * Deletes a term nothing stands on; answers its id. FORBIDDEN for the current one, CONFLICT while classes, students or other
 * records stand on it.
 */
export const deleteTerm = command({
  action: termActions.delete,
  input: termId,
  load: ({ db, schoolId, input }) => lockTerm(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id }, row }) => {
    const uses = keptByWords(await termUse(db, schoolId, id).executeTakeFirstOrThrow())
    if (uses.length > 0) throw inUse(row.name, `it has ${joinWithAnd(uses)}`)
    try {
      await clearReferences(db, schoolId, 'terms', [id])
      await db.deleteFrom('terms').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    } catch (error) {
      // 23503: a foreign key. What points at a term grows with the product; this sentence covers what is not counted above.
      if (error instanceof pg.DatabaseError && error.code === '23503') throw inUse(row.name, 'records were made in it')
      throw error
    }
    return { result: id, ids: [id] }
  },
})

function inUse(name: string, why: string): Refusal {
  return new Refusal('CONFLICT', `The term ${name} cannot be deleted: ${why}.`)
}

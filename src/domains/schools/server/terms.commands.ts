import pg from 'pg'
import { z } from 'zod'
import { schoolDay } from '#shared/dates.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'
import { command, query } from '#platform/command.ts'
import { clearReferences } from '#platform/database/citus/clearReferences.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { termStart } from '../schools.rules.ts'
import { termForm, termId, termUpdate } from '../schools.schema.ts'
import { schoolActions, termActions } from './schools.permissions.ts'
import { formatTermReferences, lockTerm, lockTerms, termList, termReferenceCounts } from './schools.sql.ts'

const conflicts = {
  terms_name: {
    path: 'name',
    get message() {
      return t`A term with this name exists already`
    },
  },
}

/** Lists the terms of a school, oldest first. */
export const listTerms = query({
  action: schoolActions.view,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(termList(db, schoolId)))[0],
})

/** Adds a term, which is not current. CONFLICT on `name` when the name is taken. */
export const addTerm = command({
  action: termActions.add,
  input: termForm,
  conflicts,
  run: async ({ db, schoolId, input: { name, startsOn = termStart(name, schoolDay(new Date())) } }) => {
    const term = await db.insertInto('terms').values({ schoolId, name, startsOn }).returningAll().executeTakeFirstOrThrow()
    return { result: term, ids: [term.id], fields: ['name', 'startsOn'] }
  },
})

/** Changes the name and the first day of a term. CONFLICT on `name` when the name is taken. */
export const updateTerm = command({
  action: termActions.update,
  input: termUpdate,
  conflicts,
  load: ({ db, schoolId, input }) => lockTerm(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id, name, startsOn } }) => {
    const term = await db
      .updateTable('terms')
      .set({ name, startsOn })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result: term, ids: [id], fields: ['name', 'startsOn'] }
  },
})

/** Makes one term the current one, and no other (specification, section 4). Returns all terms of the school. */
export const setCurrentTerm = command({
  action: termActions.setCurrent,
  input: termId,
  load: async ({ db, schoolId, input }) => (await lockTerms(db, schoolId)).find((term) => term.id === input.id),
  run: async ({ db, schoolId, input: { id } }) => {
    const updateTerms = db.updateTable('terms').where('schoolId', '=', schoolId)
    // The old term is unset first, because the unique index allows one current term per school.
    await updateTerms.set({ current: false }).where('current', '=', true).where('id', '<>', id).execute()
    await updateTerms.set({ current: true }).where('id', '=', id).execute()
    return { result: await termList(db, schoolId).execute(), ids: [id], fields: ['current'] }
  },
})

/**
 * Counts the rows that prevent the deletion of a term, such as "10 classes"; empty when it can be deleted. NOT_FOUND
 * for an unknown term.
 */
export const previewTermDeletion = query({
  action: termActions.previewDeletion,
  input: termId,
  run: async ({ db, read, schoolId, input: { id } }): Promise<string[]> => {
    const [[counts]] = await read(termReferenceCounts(db, schoolId, id))
    if (!counts) throw notFound()
    return formatTermReferences(counts)
  },
})

/**
 * Deletes a term and returns its id. FORBIDDEN for the current term, CONFLICT while it has classes, students or other
 * records.
 */
export const deleteTerm = command({
  action: termActions.delete,
  input: termId,
  load: ({ db, schoolId, input }) => lockTerm(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id }, row }) => {
    const references = formatTermReferences(await termReferenceCounts(db, schoolId, id).executeTakeFirstOrThrow())
    if (references.length > 0) {
      const list = joinWithAnd(references)
      throw new Refusal('CONFLICT', t`The term ${row.name} cannot be deleted: it has ${list}.`)
    }
    try {
      await clearReferences(db, schoolId, 'terms', [id])
      await db.deleteFrom('terms').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    } catch (error) {
      // 23503 is a foreign key violation. It covers tables that are missing in `termReferenceTables`.
      if (error instanceof pg.DatabaseError && error.code === '23503')
        throw new Refusal('CONFLICT', t`The term ${row.name} cannot be deleted: records were made in it.`)
      throw error
    }
    return { result: id, ids: [id] }
  },
})

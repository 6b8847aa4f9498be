import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { t } from '#shared/texts.ts'
import { concessionKindForm, concessionKindUpdate } from '../concessions.schema.ts'
import { rowId } from '../fees.schema.ts'
import { concessionActions } from './concessions.permissions.ts'
import { type ConcessionKind, concessionKinds } from './concessions.sql.ts'

const conflicts = () => ({
  concession_kinds_name: { path: 'name', message: t`A concession with this name exists already` },
})

/** Lists the kinds of concessions that the school gives, by name. */
export const listConcessionKinds = query({
  action: concessionActions.listKinds,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(concessionKinds(db, schoolId)))[0],
})

/** Adds a kind of concession. CONFLICT on `name` when the school has one of this name. */
export const addConcessionKind = command<typeof concessionKindForm, undefined, ConcessionKind>({
  action: concessionActions.addKind,
  input: concessionKindForm,
  conflicts,
  run: async ({ db, schoolId, input }) => {
    const { id } = await db
      .insertInto('concessionKinds')
      .values({ schoolId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: await readKind(db, schoolId, id), ids: [id], fields: Object.keys(input) }
  },
})

/** Changes a kind. Concessions that were given keep their share and fees; their name follows. */
export const updateConcessionKind = command<typeof concessionKindUpdate, ConcessionKind, ConcessionKind>({
  action: concessionActions.updateKind,
  input: concessionKindUpdate,
  conflicts,
  load: ({ db, schoolId, input }) => lockKind(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id, ...fields } }) => {
    await db.updateTable('concessionKinds').set(fields).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: await readKind(db, schoolId, id), ids: [id], fields: Object.keys(fields) }
  },
})

/** Deletes a kind, so that it is offered no more, and returns its id. Concessions that were given go on. */
export const deleteConcessionKind = command<typeof rowId, ConcessionKind, number>({
  action: concessionActions.deleteKind,
  input: rowId,
  load: ({ db, schoolId, input }) => lockKind(db, schoolId, input.id),
  run: async ({ db, schoolId, row }) => {
    await db
      .updateTable('concessionKinds')
      .set({ deletedAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    return { result: row.id, ids: [row.id], fields: ['deletedAt'] }
  },
})

function lockKind(db: Tx, schoolId: number, id: number): Promise<ConcessionKind | undefined> {
  return concessionKinds(db, schoolId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

function readKind(db: Tx, schoolId: number, id: number): Promise<ConcessionKind> {
  return concessionKinds(db, schoolId).where('id', '=', id).executeTakeFirstOrThrow()
}

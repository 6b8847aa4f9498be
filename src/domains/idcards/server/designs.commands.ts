import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { designDeletion, designSaving } from '../idcards.schema.ts'
import { type Design, idCardActions, type OfSchool } from './idcards.permissions.ts'

const conflicts = () => ({ id_card_designs_name: { path: 'name', message: t`A design with this name exists already.` } })

/** Selects a school's designs, those for students first, by name. */
function designList(db: Db, schoolId: number) {
  return db
    .selectFrom('idCardDesigns')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .orderBy('holder', 'desc')
    .orderBy('name')
    .orderBy('id')
}

/** Selects one design of a school. */
export function designById(db: Db | Tx, schoolId: number, id: number) {
  return db.selectFrom('idCardDesigns').selectAll().where('schoolId', '=', schoolId).where('id', '=', id)
}

/** Lists the designs of a school. */
export const listDesigns = query({
  action: idCardActions.view,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(designList(db, schoolId)))[0],
})

/** Returns the school for which the viewer's rights on ID cards are checked. */
export const viewIdCardActions = query({
  action: idCardActions.view,
  input: z.object({}),
  run: async ({ schoolId }) => ({ schoolId }),
})

/**
 * Adds a design, or changes one.
 * @throws Refusal CONFLICT on `seen` when somebody else has changed it meanwhile; on `name` when another design of the
 *   same kind of holder has it
 */
export const saveDesign = command<typeof designSaving, OfSchool | Design, Design>({
  action: idCardActions.design,
  input: designSaving,
  conflicts,
  load: async ({ db, schoolId, input: { id } }) =>
    id === null ? { schoolId } : designById(db, schoolId, id).forUpdate().executeTakeFirst(),
  run: async ({ db, schoolId, input: { id: _id, seen, ...fields }, row }) => {
    if (!('version' in row)) {
      const added = await db
        .insertInto('idCardDesigns')
        .values({ schoolId, ...fields })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { result: added, ids: [added.id], fields: Object.keys(fields) }
    }
    refuseStale(row, seen)
    const changed = await db
      .updateTable('idCardDesigns')
      .set({ ...fields, version: row.version + 1 })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result: changed, ids: [row.id], fields: Object.keys(fields) }
  },
})

/**
 * Deletes a design. Nothing refers to it, because printed cards are only paper.
 * @throws Refusal CONFLICT on `seen` when somebody else has changed it meanwhile
 */
export const deleteDesign = command<typeof designDeletion, Design, number>({
  action: idCardActions.deleteDesign,
  input: designDeletion,
  load: ({ db, schoolId, input }) => designById(db, schoolId, input.id).forUpdate().executeTakeFirst(),
  run: async ({ db, schoolId, input: { id, seen }, row }) => {
    refuseStale(row, seen)
    await db.deleteFrom('idCardDesigns').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id] }
  },
})

function refuseStale({ name, version }: Design, seen: number): void {
  if (version === seen) return
  const message = t`${name} was changed by somebody else meanwhile. Please look at it before you change it.`
  throw new Refusal('CONFLICT', message, [{ path: 'seen', message }])
}

import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { t } from '#shared/texts.ts'
import { busDisabled, busForm, busUpdate } from '../buses.schema.ts'
import { busActions } from './buses.permissions.ts'
import { busList, lockBus } from './buses.sql.ts'

const conflicts = {
  buses_busno: {
    path: 'busno',
    get message() {
      return t`A bus with this number exists already`
    },
  },
}

/** Returns the buses of a school. */
export const listBuses = query({
  action: busActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(busList(db, schoolId)))[0],
})

/** Adds a bus. CONFLICT on `busno` when the school has one with this number. */
export const addBus = command({
  action: busActions.add,
  input: busForm,
  conflicts,
  run: async ({ db, schoolId, input }) => {
    const bus = await db
      .insertInto('buses')
      .values({ schoolId, ...input })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result: bus, ids: [bus.id], fields: Object.keys(input) }
  },
})

/** Replaces the fields of a bus. CONFLICT on `busno` when the school has another with this number. */
export const updateBus = command({
  action: busActions.update,
  input: busUpdate,
  conflicts,
  load: ({ db, schoolId, input }) => lockBus(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id, ...fields } }) => {
    const bus = await db
      .updateTable('buses')
      .set(fields)
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result: bus, ids: [id], fields: Object.keys(fields) }
  },
})

/** Disables or enables a bus; it stays in the table. */
export const setBusDisabled = command({
  action: busActions.setDisabled,
  input: busDisabled,
  load: ({ db, schoolId, input }) => lockBus(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id, disabled } }) => {
    const bus = await db
      .updateTable('buses')
      .set({ disabled })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result: bus, ids: [id], fields: ['disabled'] }
  },
})

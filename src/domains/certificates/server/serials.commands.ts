import { sql } from 'kysely'
import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { nextSerialForm } from '../certificates.schema.ts'
import { certificateActions, type Serials } from './certificates.permissions.ts'
import { serialCounter } from './certificates.sql.ts'

/** Returns the next serial, and whether the school has issued any certificate. */
export const viewSerials = query({
  action: certificateActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<Serials> => serialsOf(schoolId, (await read(serialCounter(db, schoolId)))[0][0]),
})

function serialsOf(schoolId: number, counter: { firstSerial: number; lastSerial: number } | undefined): Serials {
  const { firstSerial, lastSerial } = counter ?? { firstSerial: 1, lastSerial: 0 }
  return { schoolId, next: lastSerial + 1, started: lastSerial >= firstSerial }
}

/**
 * Sets the serial of a school's first certificate, to continue its paper register. A first certificate issued at the
 * same moment takes its serial before or after, and no serial is skipped.
 * @throws Refusal FORBIDDEN once a certificate was issued
 */
export const setNextSerial = command<typeof nextSerialForm, Serials, Serials>({
  action: certificateActions.setNextSerial,
  input: nextSerialForm,
  load: async ({ db, schoolId }) => {
    // Creates the row, because a missing row cannot be locked.
    await db
      .insertInto('certificateCounters')
      .values({ schoolId, lastSerial: 0 })
      .onConflict((conflict) => conflict.column('schoolId').doNothing())
      .execute()
    return serialsOf(schoolId, await serialCounter(db, schoolId).forUpdate().executeTakeFirst())
  },
  run: async ({ db, schoolId, input: { next } }) => {
    await db
      .updateTable('certificateCounters')
      .set({ firstSerial: next, lastSerial: sql<number>`${next}::int - 1` })
      .where('schoolId', '=', schoolId)
      .execute()
    return { result: { schoolId, next, started: false }, ids: [], fields: ['next'] }
  },
})

import { sql } from 'kysely'
import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { nextSerialForm } from '../certificates.schema.ts'
import { certificateActions, type Serials } from './certificates.permissions.ts'
import { serialCounter } from './certificates.sql.ts'

/** The number of the next certificate, and whether the school has issued any. */
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
 * Makes a school's certificates continue the numbers of its paper register: the first one gets `next`. FORBIDDEN once a certificate
 * was issued; whoever issues the first at the same moment takes a number either before or after, and no number is left out.
 */
export const setNextSerial = command<typeof nextSerialForm, Serials, Serials>({
  action: certificateActions.setNextSerial,
  input: nextSerialForm,
  load: async ({ db, schoolId }) => {
    // A row that is not there cannot be locked.
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

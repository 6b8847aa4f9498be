import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { sharedRead } from '#platform/database/sharedRead.ts'
import { t } from '#shared/texts.ts'
import { scannedAt } from '../gate.rules.ts'
import { gateDay, gateDeviceChoice, gateDeviceForm, recordScansInput } from '../gate.schema.ts'
import { gateActions, mustScanMeans } from './gate.permissions.ts'
import { boardCounts, boardScans, type GateDevice, gateDeviceRows } from './gate.sql.ts'
import { storeScans } from './storeScans.ts'

/**
 * Stores scans from the page's camera or keyboard reader, at once or after they waited in the outbox. Returns the
 * outcome of each; only scans that count are stored. DISABLED_MODULE for a kind of card that the school does not scan.
 */
export const recordScans = command({
  action: gateActions.scan,
  input: recordScansInput,
  conflicts: {
    gate_scans_key: {
      path: 'scans',
      get message() {
        return t`These scans are being saved already. Please try again.`
      },
    },
  },
  run: async ({ db, school, schoolId, viewer, input }) => {
    mustScanMeans(school, input.scans)
    const arrivedAt = new Date()
    const { answers, ids } = await storeScans(db, {
      schoolId,
      viewer,
      arrivedAt,
      scanner: { deviceId: null, subject: viewer.subject, name: viewer.name },
      scans: input.scans.map(({ waitedMs, deviceAt, ...scan }) => ({
        ...scan,
        deviceAt: deviceAt ?? null,
        at: scannedAt(arrivedAt, waitedMs),
      })),
    })
    return { result: answers, ids, fields: ['gateScans'] }
  },
})

/** Returns the school's id, from which the viewer's gate permissions are resolved. */
export const viewGateArea = query({
  action: gateActions.area,
  input: z.object({}),
  run: async ({ schoolId }) => ({ schoolId }),
})

/** The gate board of a day. */
export interface GateBoard {
  scans: Awaited<ReturnType<ReturnType<typeof boardScans>['execute']>>
  in: number
  out: number
  inside: number
}

const boards = sharedRead<GateBoard>(500)

/** Returns the latest scans of a day, and how many students came in, went out and are inside. */
export const viewGateBoard = query({
  action: gateActions.board,
  input: gateDay,
  run: async ({ db, read, call, viewer, schoolId, input }): Promise<GateBoard> =>
    boards(call.database, `${schoolId} ${input.day} ${viewer.classIds?.join() ?? 'all'}`, async () => {
      const [scans, [counts]] = await read(boardScans(db, schoolId, viewer, input.day), boardCounts(schoolId, viewer, input.day))
      return { scans, in: counts?.in ?? 0, out: counts?.out ?? 0, inside: counts?.inside ?? 0 }
    }),
})

/** Returns a school's readers whose key is not revoked. */
export const listGateDevices = query({
  action: gateActions.listDevices,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(gateDeviceRows(db, schoolId)))[0],
})

/** Adds a reader and returns its key, which cannot be read again. CONFLICT on `name` when another reader has it. */
export const addGateDevice = command<typeof gateDeviceForm, { schoolId: number }, { device: GateDevice; key: string }>({
  action: gateActions.addDevice,
  input: gateDeviceForm,
  load: async ({ schoolId }) => ({ schoolId }),
  conflicts: {
    gate_devices_name: {
      path: 'name',
      get message() {
        return t`A reader with this name exists already`
      },
    },
  },
  run: async ({ db, schoolId, input }) => {
    const key = `${schoolId.toString(36)}-${randomBytes(18).toString('base64url')}`
    const { id } = await db
      .insertInto('gateDevices')
      .values({ schoolId, ...input, keyHash: hashKey(key) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const device = await gateDeviceRows(db, schoolId).where('id', '=', id).executeTakeFirstOrThrow()
    return { result: { device, key }, ids: [id], fields: Object.keys(input) }
  },
})

/** Revokes a reader's key. Its stored scans stay. */
export const revokeGateDevice = command<typeof gateDeviceChoice, { schoolId: number }, number>({
  action: gateActions.revokeDevice,
  input: gateDeviceChoice,
  load: ({ db, schoolId, input }) =>
    db
      .selectFrom('gateDevices')
      .select(['schoolId', 'id'])
      .where('schoolId', '=', schoolId)
      .where('id', '=', input.id)
      .where('revokedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  run: async ({ db, schoolId, input }) => {
    await db
      .updateTable('gateDevices')
      .set({ revokedAt: sql<Date>`now()` })
      .where('schoolId', '=', schoolId)
      .where('id', '=', input.id)
      .execute()
    return { result: input.id, ids: [input.id], fields: ['revokedAt'] }
  },
})

/** Hashes a reader's key. Keys are random, so that a plain hash without salt is safe. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { moduleDisabled } from '#platform/action.ts'
import { parseInput } from '#platform/command.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { anonymousSender } from '#platform/http/bodyLimits.ts'
import { dataHeaders } from '#platform/http/headers.ts'
import { networkOf } from '#platform/http/network.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import { Refusal, httpStatus } from '#platform/refusal.ts'
import { type School, schoolById } from '#platform/school.ts'
import { t } from '#shared/texts.ts'
import { schoolOfKey, scannedAt } from '../gate.rules.ts'
import type { GateDirection } from '../gate.rules.ts'
import { deviceScans } from '../gate.schema.ts'
import { hashKey } from './gate.commands.ts'
import { mustScanMeans } from './gate.permissions.ts'
import { type ScanOutcome, storeScans } from './storeScans.ts'

/**
 * Requests per minute of one known reader, and of all unknown callers of a network, which a school's readers may share.
 */
const requestsPerMinute = 600
/** Milliseconds that a process remembers a reader that has sent a valid key. */
const readerMemoryMs = 24 * 60 * 60_000
/** Five hundred scans take about a hundred kilobytes. */
const maxBodyBytes = 512 * 1024

const unknownKey = () => t`Unknown key. Set the reader up with a key from the “Devices” tab of the school’s gate.`

/** A reader that has sent a valid key. */
interface Device {
  schoolId: number
  id: number
  name: string
  direction: GateDirection
}

/** Registers `POST /gate/scans`, where readers send scans with a key of their own instead of a user's token. */
export async function registerDeviceRoutes(
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): Promise<void> {
  const headers = { ...dataHeaders(config), 'cache-control': 'no-store' }
  // Known readers are rate-limited by key, so that a flood from the school's network does not lock them out.
  const knownReaders = new LRUCache<string, true>({ max: 10_000, ttl: readerMemoryMs })
  const callerOf = (request: FastifyRequest) => {
    const reader = hashKey(bearerKey(request)).toString('hex')
    return knownReaders.has(reader) ? `reader ${reader}` : networkOf(request.ip)
  }
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      ...sharedLimit(database, 'gate'),
      keyGenerator: callerOf,
      max: requestsPerMinute,
      timeWindow: 60_000,
      errorResponseBuilder: () => new Refusal('RATE_LIMITED', t`That is a lot at once. Please try again in a minute.`),
    })
    scope.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      request.graphql = { ...request.graphql, code: refusal.code }
      const { code, message, problems } = refusal
      return reply.code(httpStatus[code]).headers(headers).send({ code, message, problems })
    })
    // Refuses a key of the wrong form before the body is read.
    const senderOf = (request: FastifyRequest) => {
      if (schoolOfKey(bearerKey(request)) === null) throw new Refusal('SIGNED_OUT', unknownKey())
      return anonymousSender(request, maxBodyBytes)
    }
    scope.post('/gate/scans', { helmet: false, bodyLimit: maxBodyBytes, config: { senderOf } }, async (request, reply) => {
      const schoolId = schoolOfKey(bearerKey(request))
      const school = schoolId === null ? undefined : await schoolById(database, schoolId)
      if (!school) throw new Refusal('SIGNED_OUT', unknownKey())
      request.graphql = { operation: 'gate.deviceScans', role: 'DEVICE', schoolId: school.id }
      const arrivedAt = new Date()
      const answers = await database.transaction(school.id, async (db) => {
        const device = await findDevice(db, school.id, bearerKey(request))
        if (!school.qrcode && !school.rfid) throw moduleDisabled()
        const stored = await storeDeviceScans(db, school, device, request.body, arrivedAt)
        await recordRequest(db, device, stored.ids, request.id)
        return stored.answers
      })
      knownReaders.set(hashKey(bearerKey(request)).toString('hex'), true)
      return reply.headers(headers).send({ results: answers.map(deviceAnswer) })
    })
  })
}

function bearerKey(request: FastifyRequest): string {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

async function findDevice(db: Tx, schoolId: number, key: string): Promise<Device> {
  const device = await db
    .selectFrom('gateDevices')
    .select(['schoolId', 'id', 'name', 'direction'])
    .where('schoolId', '=', schoolId)
    .where('keyHash', '=', hashKey(key))
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!device) throw new Refusal('SIGNED_OUT', unknownKey())
  return device as Device
}

/** Stores a reader's scans. Only the difference of its two timestamps is used, so that its clock may be wrong. */
function storeDeviceScans(db: Tx, school: School, device: Device, body: unknown, arrivedAt: Date) {
  const { sentAt, scans } = parseInput(deviceScans, body)
  mustScanMeans(school, scans)
  const sent = new Date(sentAt).getTime()
  return storeScans(db, {
    schoolId: device.schoolId,
    arrivedAt,
    viewer: null,
    scanner: { deviceId: device.id, subject: null, name: device.name },
    scans: scans.map(({ id, at, code, means }) => ({
      key: id,
      code,
      means,
      direction: device.direction,
      deviceAt: new Date(at),
      at: scannedAt(arrivedAt, sent - new Date(at).getTime()),
    })),
  })
}

async function recordRequest(db: Tx, device: Device, ids: number[], requestId: string): Promise<void> {
  const { schoolId, id } = device
  await db
    .updateTable('gateDevices')
    .set({ lastSeenAt: sql<Date>`now()` })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()
  if (ids.length === 0) return
  await db
    .insertInto('auditLog')
    .values({ schoolId, role: 'DEVICE', action: 'gate.deviceScans', rowIds: ids, fields: ['gateScans'], requestId })
    .execute()
}

/** Returns the outcome of a scan for a reader, without names. */
function deviceAnswer({ key, result, direction, at }: ScanOutcome) {
  return { id: key, result, direction, at: at.toISOString() }
}

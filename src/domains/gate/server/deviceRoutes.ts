import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { moduleDisabled } from '#platform/action.ts'
import { parseInput } from '#platform/command.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { stranger } from '#platform/http/bodyLimits.ts'
import { dataHeaders } from '#platform/http/headers.ts'
import { networkOf } from '#platform/http/network.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import { Refusal, statusOf } from '#platform/refusal.ts'
import { type School, schoolById } from '#platform/school.ts'
import { schoolOfKey, scannedAt } from '../gate.rules.ts'
import { deviceScans, type GateDirection } from '../gate.schema.ts'
import { keyHash } from './gate.commands.ts'
import { mustScan } from './gate.permissions.ts'
import { type Scanned, storeScans } from './storeScans.ts'

/** Requests in a minute of one reader, and of all unknown ones of a network: all readers of a school may come from one. */
const perMinute = 600
/** Milliseconds that a process remembers a reader which has shown its key. */
const readerMemoryMs = 24 * 60 * 60_000
/** Five hundred scans have a hundred kilobytes. */
const largestBody = 512 * 1024

const unknownKey = 'This reader is not known. Give it a key of the school’s gate.'

/** A reader that has shown its key. */
interface Device {
  schoolId: number
  id: number
  name: string
  direction: GateDirection
}

/** `POST /gate/scans`: what readers at the gate send, with a key of their own instead of a person's token. */
export async function registerGate(
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): Promise<void> {
  const headers = { ...dataHeaders(config), 'cache-control': 'no-store' }
  // Readers that have shown a key of theirs are counted by it: whoever floods the school's network keeps none of them out.
  const knownReaders = new LRUCache<string, true>({ max: 10_000, ttl: readerMemoryMs })
  const callerOf = (request: FastifyRequest) => {
    const reader = keyHash(keyOf(request)).toString('hex')
    return knownReaders.has(reader) ? `reader ${reader}` : networkOf(request.ip)
  }
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      ...sharedLimit(database, 'gate'),
      keyGenerator: callerOf,
      max: perMinute,
      timeWindow: 60_000,
      errorResponseBuilder: () => new Refusal('RATE_LIMITED', 'That is a lot at once. Please try again in a minute.'),
    })
    scope.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      request.graphql = { ...request.graphql, code: refusal.code }
      const { code, message, problems } = refusal
      return reply.code(statusOf[code]).headers(headers).send({ code, message, problems })
    })
    // Whoever shows no key of the right form is refused before anything is read.
    const senderOf = (request: FastifyRequest) => {
      if (schoolOfKey(keyOf(request)) === null) throw new Refusal('SIGNED_OUT', unknownKey)
      return stranger(request, largestBody)
    }
    scope.post('/gate/scans', { helmet: false, bodyLimit: largestBody, config: { senderOf } }, async (request, reply) => {
      const schoolId = schoolOfKey(keyOf(request))
      const school = schoolId === null ? undefined : await schoolById(database, schoolId)
      if (!school) throw new Refusal('SIGNED_OUT', unknownKey)
      request.graphql = { operation: 'gate.deviceScans', role: 'DEVICE', schoolId: school.id }
      const arrivedAt = new Date()
      const answers = await database.transaction(school.id, async (db) => {
        const device = await deviceOf(db, school.id, keyOf(request))
        if (!school.qrcode && !school.rfid) throw new Refusal('DISABLED_MODULE', moduleDisabled)
        const done = await scansOf(db, school, device, request.body, arrivedAt)
        await note(db, device, done.ids, request.id)
        return done.answers
      })
      knownReaders.set(keyHash(keyOf(request)).toString('hex'), true)
      return reply.headers(headers).send({ results: answers.map(shown) })
    })
  })
}

function keyOf(request: FastifyRequest): string {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

async function deviceOf(db: Tx, schoolId: number, key: string): Promise<Device> {
  const device = await db
    .selectFrom('gateDevices')
    .select(['schoolId', 'id', 'name', 'direction'])
    .where('schoolId', '=', schoolId)
    .where('keyHash', '=', keyHash(key))
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!device) throw new Refusal('SIGNED_OUT', unknownKey)
  return device as Device
}

/** The reader's clock only says how long a scan has waited: both of its moments are of it, so that it may go wrong. */
function scansOf(db: Tx, school: School, device: Device, body: unknown, arrivedAt: Date) {
  const { sentAt, scans } = parseInput(deviceScans, body)
  mustScan(school, scans)
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

async function note(db: Tx, device: Device, ids: number[], requestId: string): Promise<void> {
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

/** A reader is told what became of a card, and no names. */
function shown({ key, result, direction, at }: Scanned) {
  return { id: key, result, direction, at: at.toISOString() }
}

import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow } from '#tests/moments.ts'
import { addLectureSchool, type LectureSchool } from '#tests/world/lectures.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { Database } from '#platform/database/connect.ts'
import { invalidateSchool } from '#platform/school.ts'
import { schoolDay } from '#shared/dates.ts'
import { registerDeviceRoutes } from './deviceRoutes.ts'
import { addGateDevice, listGateDevices, recordScans, revokeGateDevice, viewGateBoard } from './gate.commands.ts'

let world: TestWorld
let own: LectureSchool
let elsewhere: Database
let app: FastifyInstance
const codes: string[] = []

beforeAll(async () => {
  world = await testWorld()
  elsewhere = new Database(world.appUrl, { onError: () => undefined, connections: 4 })
  own = await addLectureSchool(world, world.own)
  for (const { id } of own.students) {
    const [row] = await asOwner<{ qrcode: string }>(
      world.ownerUrl,
      'update students set rfid = $2 where id = $1 returning qrcode',
      [id, `card ${id}`],
    )
    codes.push(row!.qrcode)
  }
  app = Fastify({ genReqId: () => randomUUID() })
  await registerDeviceRoutes(app, { database: world.database, config: (await world.call('admin')).services.config })
})

beforeEach(() => asOwner(world.ownerUrl, 'delete from gate_scans'))

afterAll(async () => {
  await app.close()
  await elsewhere.close()
  await world.close()
})

const scan = (index: number, more: object = {}) => ({
  key: randomUUID(),
  code: codes[index]!,
  means: 'QR',
  direction: 'BOTH',
  waitedMs: 0,
  ...more,
})
const record = async (scans: object[], who: 'attendant' | 'limitedAdmin' | 'admin' = 'attendant', database = world.database) =>
  recordScans({ ...(await world.call(who)), database }, world.own.id, { scans })
const scans = () =>
  asOwner<{ direction: string; student: number }>(
    world.ownerUrl,
    'select direction, student_id::int as student from gate_scans order by student_id, at',
  )
const board = async (who: 'attendant' | 'limitedAdmin' = 'attendant') =>
  viewGateBoard(await world.call(who), world.own.id, { day: schoolDay(new Date()) })
const minutes = (count: number) => count * 60_000

describe('scans at the page', () => {
  test('come in, are too early for a while, and go out', async () => {
    // The scan that waited longest is sent last and counts first.
    const [out, early, first] = await record([scan(0), scan(0, { waitedMs: minutes(8) }), scan(0, { waitedMs: minutes(10) })])
    expect([first!.result, early!.result, out!.result]).toEqual(['IN', 'TOO_EARLY', 'OUT'])
    expect(early!.at).toEqual(first!.at)
    expect(first!.student).toMatchObject({ name: 'Diya', sectionName: '7-A', roll: expect.any(String) })
    expect(early!.message).toMatch(/^Diya was scanned at \d\d:\d\d already$/)
    expect((await scans()).map((row) => row.direction)).toEqual(['IN', 'OUT'])
    expect(await board()).toMatchObject({
      in: 1,
      out: 1,
      inside: 0,
      scans: [{ direction: 'OUT', name: 'Diya', sectionName: '7-A' }, { direction: 'IN' }],
    })
  })

  test('are stored once per key, however often they are sent', async () => {
    const sent = [scan(0, { waitedMs: minutes(20) }), scan(1)]
    const [first] = [await record(sent), await record(sent)]
    const again = await record(sent)
    expect(again.map((scan) => [scan.result, scan.at])).toEqual(first.map((scan) => [scan.result, scan.at]))
    expect(await scans()).toHaveLength(2)
    // A stored key with another card's code is refused as unknown.
    expect((await record([{ ...sent[0], code: codes[2] }]))[0]!.result).toBe('UNKNOWN')
    expect(await scans()).toHaveLength(2)
  })

  test('of unknown cards, of disabled students, and of another school are not stored', async () => {
    await asOwner(world.ownerUrl, 'update students set disabled = true where id = $1', [own.students[3]!.id])
    const [{ qrcode } = { qrcode: '' }] = await asOwner<{ qrcode: string }>(
      world.ownerUrl,
      'select qrcode from students where id = $1',
      [world.other.student7A],
    )
    const answers = await record([scan(3), scan(0, { code: 'nobody' }), scan(0, { code: qrcode }), scan(0, { means: 'RFID' })])
    expect(answers.map((scan) => scan.result)).toEqual(['DISABLED', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN'])
    expect(await scans()).toEqual([])
    await asOwner(world.ownerUrl, 'update students set disabled = false where id = $1', [own.students[3]!.id])
  })

  test('count for their own day for a week, and not at all later', async () => {
    const [day, arrivedAt] = [minutes(24 * 60), new Date()]
    vi.useFakeTimers({ toFake: ['Date'], now: arrivedAt })
    const [kept, old] = await record([scan(0, { waitedMs: 6 * day }), scan(1, { waitedMs: 8 * day })])
    expect(kept!.result).toBe('IN')
    vi.useRealTimers()
    expect(kept!.at.getTime()).toBe(arrivedAt.getTime() - 6 * day)
    expect([old!.result, old!.message]).toEqual(['UNKNOWN', 'This scan is too old to count'])
    const sent = scan(2, { waitedMs: 6 * day })
    const [first] = await record([sent])
    // A stored scan is returned for its key, however late.
    expect(await record([{ ...sent, waitedMs: 9 * day }])).toMatchObject([{ result: 'IN', at: first!.at }])
    expect(await scans()).toHaveLength(2)
  })

  test('of one student are processed one after the other, across processes', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        record([scan(turn % 2), scan((turn + 1) % 2)], 'attendant', turn % 3 === 0 ? elsewhere : world.database),
      ),
    )
    const results = rounds.flat().map((scan) => scan.result)
    expect(results.filter((result) => result === 'IN')).toHaveLength(2)
    expect(results.filter((result) => result === 'TOO_EARLY')).toHaveLength(22)
    expect((await scans()).map((row) => row.direction)).toEqual(['IN', 'IN'])
  })

  test('of a class-limited admin are limited to those classes', async () => {
    const [{ qrcode } = { qrcode: '' }] = await asOwner<{ qrcode: string }>(
      world.ownerUrl,
      'select qrcode from students where id = $1',
      [own.outsider.id],
    )
    expect((await record([scan(0, { code: qrcode })], 'limitedAdmin'))[0]!.result).toBe('UNKNOWN')
    expect((await record([scan(0, { code: qrcode }), scan(0)], 'admin')).map((scan) => scan.result)).toEqual(['IN', 'IN'])
    // The board is at most two seconds old.
    await eventually(async () => expect((await board('limitedAdmin')).in).toBe(1))
    await eventually(async () => expect((await board('attendant')).in).toBe(2))
  })

  test('need a gate role, the own school and the module switched on', async () => {
    for (const who of ['fees', 'teacher', 'student'] as const) {
      const call = await world.call(who)
      expect((await refusal(recordScans(call, world.own.id, { scans: [scan(0)] }))).code).toBe('FORBIDDEN')
      expect((await refusal(viewGateBoard(call, world.own.id, { day: '2026-11-23' }))).code).toBe('FORBIDDEN')
      expect((await refusal(listGateDevices(call, world.own.id, {}))).code).toBe('FORBIDDEN')
    }
    expect((await refusal(recordScans(await world.call('attendant'), world.other.id, { scans: [scan(0)] }))).code).toBe(
      'NOT_FOUND',
    )
    const bad = await refusal(
      recordScans(await world.call('attendant'), world.own.id, { scans: [scan(0, { key: 'x', waitedMs: -1 })] }),
    )
    expect(bad.problems.map((problem) => problem.path)).toEqual(['scans.0.key', 'scans.0.waitedMs'])
    await switchModules(false)
    expect((await refusal(record([scan(0)]))).code).toBe('DISABLED_MODULE')
    await switchModules(true)
  })
})

const switchModules = async (qrcode: boolean, rfid = qrcode) => {
  await asOwner(world.ownerUrl, 'update schools set qrcode = $2, rfid = $3 where id = $1', [world.own.id, qrcode, rfid])
  invalidateSchool(world.database, world.own.id)
}

const newDevice = async (name: string, direction = 'BOTH') =>
  addGateDevice(await world.call('admin'), world.own.id, { name, direction })
/** Returns the part after the school's number, which may contain hyphens. */
const secretOf = (key: string) => key.slice(key.indexOf('-') + 1)
const card = (index: number) => `card ${own.students[index]!.id}`
const post = async (key: string, payload: object) => {
  const response = await app.inject({ method: 'POST', url: '/gate/scans', headers: { authorization: `Bearer ${key}` }, payload })
  return { status: response.statusCode, body: response.json() }
}

describe('a reader', () => {
  test('has a key that is returned once and can be revoked', async () => {
    const { device, key } = await newDevice('Main gate')
    expect(key).toMatch(new RegExp(`^${world.own.id.toString(36)}-[\\w-]{22,}$`))
    expect((await refusal(newDevice('main GATE'))).problems).toEqual([
      { path: 'name', message: 'A reader with this name exists already' },
    ])
    const listed = await listGateDevices(await world.call('admin'), world.own.id, {})
    expect(JSON.stringify(listed)).not.toContain(secretOf(key))
    const limited = await world.call('limitedAdmin')
    expect((await refusal(addGateDevice(limited, world.own.id, { name: 'Back gate', direction: 'IN' }))).code).toBe('FORBIDDEN')
    const otherAdmin = await world.call('admin', world.other)
    expect((await refusal(revokeGateDevice(otherAdmin, world.other.id, { id: device.id }))).code).toBe('NOT_FOUND')
    const body = { sentAt: new Date(), scans: [{ id: randomUUID(), code: card(0), at: new Date() }] }
    expect((await post(key, body)).status).toBe(200)
    await revokeGateDevice(await world.call('admin'), world.own.id, { id: device.id })
    expect((await post(key, body)).status).toBe(401)
    expect((await refusal(revokeGateDevice(await world.call('admin'), world.own.id, { id: device.id }))).code).toBe('NOT_FOUND')
    await newDevice('Main gate')
  })

  test('sends stored scans once, whatever its clock says', async () => {
    const { device, key } = await newDevice('Kept gate', 'IN')
    // Its clock is a year behind.
    const clock = fromNow(-365 * 86_400_000).getTime()
    const body = {
      sentAt: new Date(clock),
      scans: [
        { id: randomUUID(), code: card(0), at: new Date(clock - minutes(30)) },
        { id: randomUUID(), code: card(0), at: new Date(clock - minutes(28)) },
        { id: randomUUID(), code: 'nobody', at: new Date(clock) },
      ],
    }
    const earliest = fromNow(-minutes(30))
    const first = await post(key, body)
    expect(first.status).toBe(200)
    const { results } = first.body as { results: { id: string; result: string; direction: string; at: string }[] }
    expect(results.map((scan) => [scan.result, scan.direction])).toEqual([
      ['IN', 'IN'],
      ['TOO_EARLY', 'IN'],
      ['UNKNOWN', null],
    ])
    const at = Date.parse(results[0]!.at)
    expect(at).toBeGreaterThanOrEqual(earliest.getTime())
    expect(at).toBeLessThanOrEqual(fromNow(-minutes(30)).getTime())
    expect(JSON.stringify(first.body)).not.toContain('Diya')
    expect((await post(key, body)).body.results[0]).toEqual(results[0])
    expect(await scans()).toHaveLength(1)
    const [row] = await asOwner(
      world.ownerUrl,
      'select device_id::int as device, scanned_by, scanned_by_name, means from gate_scans',
    )
    expect(row).toEqual({ device: device.id, scanned_by: null, scanned_by_name: 'Kept gate', means: 'RFID' })
    expect((await auditRows(world)).filter((audit) => audit.action === 'gate.deviceScans').at(-1)).toMatchObject({
      role: 'DEVICE',
    })
    const [listed] = (await listGateDevices(await world.call('admin'), world.own.id, {})).filter((scan) => scan.id === device.id)
    expect(listed?.lastSeenAt).not.toBeNull()
  })

  test('is refused without a key, with another school’s, with a bad body, and with the module off', async () => {
    const { key } = await newDevice('Refused gate')
    const body = { sentAt: new Date(), scans: [{ id: randomUUID(), code: card(0), at: new Date() }] }
    for (const wrong of [
      '',
      'x',
      key.replace(/-.*/, `-${'A'.repeat(24)}`),
      `${world.other.id.toString(36)}-${secretOf(key)}`,
      `zzzz-${'A'.repeat(24)}`,
    ])
      expect((await post(wrong, body)).status).toBe(401)
    const bad = await post(key, { sentAt: 'now', scans: [] })
    expect([bad.status, bad.body.problems.map((problem: { path: string }) => problem.path)]).toEqual([400, ['sentAt', 'scans']])
    await switchModules(false)
    expect((await post(key, body)).status).toBe(403)
    await switchModules(true)
    expect(await scans()).toEqual([])
  })

  test('may scan only the kinds of cards that its school scans', async () => {
    const { key } = await newDevice('Both gates', 'IN')
    const [now, qr] = [new Date(), { means: 'QR', code: codes[0] }]
    const sent = (more: object) => ({ sentAt: now, scans: [{ id: randomUUID(), code: card(0), at: now, ...more }] })
    await switchModules(true, false)
    expect((await post(key, sent({}))).status).toBe(403)
    expect((await post(key, sent(qr))).body.results).toMatchObject([{ result: 'IN' }])
    await switchModules(false, true)
    expect((await post(key, sent(qr))).status).toBe(403)
    expect((await post(key, sent({}))).body.results).toMatchObject([{ result: 'TOO_EARLY' }])
    await switchModules(true)
  })

  test('and the page share the student’s scans', async () => {
    const { key } = await newDevice('Shared gate')
    await record([scan(0, { waitedMs: minutes(10) })])
    const { body } = await post(key, { sentAt: new Date(), scans: [{ id: randomUUID(), code: card(0), at: new Date() }] })
    expect(body.results[0].result).toBe('OUT')
    const all = await Promise.all([
      record([scan(1)]),
      post(key, { sentAt: new Date(), scans: [{ id: randomUUID(), code: card(1), at: new Date() }] }),
    ])
    expect(new Set([all[0][0]!.result, all[1].body.results[0].result])).toEqual(new Set(['IN', 'TOO_EARLY']))
  })

  test('is not locked out by a flood of made-up keys from the school’s network', async () => {
    const { key } = await newDevice('Reader in a flood')
    const body = () => ({ sentAt: new Date(), scans: [{ id: randomUUID(), code: card(0), at: new Date() }] })
    expect((await post(key, body())).status).toBe(200)
    const codesSeen = new Set<number>()
    for (let turn = 0; turn < 605; turn++) codesSeen.add((await post('x', {})).status)
    expect([...codesSeen]).toEqual([401, 429])
    expect((await post(key, body())).status).toBe(200)
  })
})

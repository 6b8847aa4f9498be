import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { addGateDevice } from '#domains/gate/server/gate.commands.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { seal } from '#platform/sealed.ts'
import { chanceOf } from '../faults/random.ts'
import { emailOf, matrixPassword, plantAccounts } from '../matrix/canaries.ts'
import { addExtra } from '../matrix/extra.ts'
import { startStopwatch } from '../stopwatch.ts'
import { startWholeServer, webhookSecrets } from '../wholeServer.ts'
import { worldOn } from '../world/testWorld.ts'
import { type DoorAsk, doorAsks, hostileHeaders, type Scene } from './doorAsks.ts'
import { pdfActions } from '../pdfActions.ts'
import { slowBody, storm, stormBodiesOf } from './storm.ts'
import { changedTables, fingerprints, watchFor } from './verdict.ts'

export interface DoorsRun {
  seed: number
  /** Inputs per door. */
  inputs: number
  /** Number of storms: 60 hostile bodies at once while GET /health/live is watched. */
  storms: number
  only?: readonly string[]
  ownerUrl: string
  secretKey: string
  dataDir: string
  say(text: string): void
}

export interface DoorsCount {
  doors: number
  unexpected: number
  leaked: number
  /** Number of changes to another school's rows, and of rows stored by refused requests. */
  foreign: number
  answers: Readonly<Record<string, number>>
  /** Bodies of the storms, and the slowest GET /health/live meanwhile in milliseconds. */
  stormBodies: number
  slowestLiveMs: number
  /** The same without a storm. */
  aloneMs: number
  wrong: readonly string[]
  /** Storms in which GET /health/live took too long; it depends on what else the machine does. */
  tooSlow: readonly string[]
}

/** Timeout of a response, in milliseconds. */
const responseTimeoutMs = 15_000
/** The other school is checked after this many inputs. */
const lookEvery = 25
/** The server answers an endless body after 30 seconds. */
const stormPatienceMs = 60_000
/** Maximum time of GET /health/live during a storm, unless it takes longer alone. */
const mostLiveMs = 250
const merchant = { key: 'fuzzed', salt: 'the salt of a run of fuzz' }

/** Sends generated requests to every public route of the product's server over HTTP. */
export async function runDoors(run: DoorsRun): Promise<DoorsCount> {
  const server = await startWholeServer(run)
  const { url, config, database, logged } = server
  const prints = await fingerprints(run.ownerUrl)
  try {
    const { scene, other } = await sceneOf(database, config, run, url)
    const watch = await watchFor(run.ownerUrl)
    const doors = Object.entries(doorAsks(scene, run.seed)).filter(([name]) => run.only?.includes(name) ?? true)
    const [answers, wrong] = [new Map<string, number>(), new Map<string, string>()]
    const kinds = { unexpected: 0, leaked: 0, foreign: 0 }
    const tooSlow: string[] = []
    const note = (kind: keyof typeof kinds, which: string, text: string) => {
      kinds[kind] += 1
      const key = `${kind} ${which}`.replace(/\d+/g, '#')
      if (!wrong.has(key)) wrong.set(key, `${kind}: ${text}`)
    }
    const untouched = await prints.of(other)
    let [own, files, taken] = [await prints.of(scene.schoolId), filesOf(run.dataDir).length, 0]
    for (const [nth, [door, make]] of doors.entries()) {
      const took = startStopwatch()
      for (let of = 0; of < run.inputs; of += 1) {
        const chance = chanceOf(run.seed + nth, of)
        const given = make(chance)
        const headers = { 'x-forwarded-for': `10.${nth + 1}.${(of >> 8) & 255}.${of & 255}`, ...given.headers }
        const ask = chance.of100(15)
          ? { ...given, headers: { ...headers, ...chance.pick(hostileHeaders) } }
          : { ...given, headers }
        const { status, text } = await answered(url, ask)
        const said = `${door} ${ask.method} ${ask.path.slice(0, 300)} ${JSON.stringify(ask.headers).slice(0, 400)} ${bodyText(ask).slice(0, 500)}`
        answers.set(String(status), (answers.get(String(status)) ?? 0) + 1)
        const unasked = logged.splice(0).map((line) => line.slice(0, 900))
        if (status === 0 || status >= 500 || unasked.length > 0)
          note('unexpected', `${door} ${status}`, `${said}\n  ${status} ${text.slice(0, 300)}\n  ${unasked.join('\n  ')}`)
        const shown = watch.leak(text, `${decoded(ask.path)} ${bodyText(ask)}`)
        if (shown !== null) note('leaked', `${door} ${shown}`, `${said}\n  shows ${shown} in ${text.slice(0, 300)}`)
        const refused = status >= 400 || text.startsWith('{"errors"')
        if (status === 201) taken += 1
        const now = await prints.of(scene.schoolId)
        const changed = changedTables(own, now).filter((name) => refused || (ask.leaves !== 'all' && !ask.leaves.includes(name)))
        if (changed.length > 0)
          note('foreign', `${door} ${changed.join()}`, `${said}\n  ${status}, and yet changed ${changed.join(', ')}`)
        own = now
        if (of % lookEvery !== lookEvery - 1 && of !== run.inputs - 1) continue
        const touched = changedTables(untouched, await prints.of(other))
        if (touched.length > 0) note('foreign', `${door} other`, `${door} changed rows of another school: ${touched.join(', ')}`)
      }
      const more = filesOf(run.dataDir).length - files
      if (more !== taken) note('foreign', `${door} files`, `${door}: ${more} files are stored, and ${taken} were taken`)
      files += more
      taken = 0
      run.say(`${door}: ${Math.round(took())} ms`)
    }
    for (const path of filesOf(run.dataDir)) {
      const bytes = readFileSync(path)
      const found = bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? await pdfActions(bytes) : []
      if (found.length > 0) note('unexpected', `stored PDF ${found[0]}`, `A stored PDF acts: ${found.join(', ')}`)
    }
    // A single slow body takes as long as a storm, so this measures the machine.
    const alone = run.storms === 0 ? null : await storm(url, [slowBody], stormPatienceMs)
    const aloneMs = alone?.slowestLiveMs ?? 0
    let [slowestLiveMs, stormBodies] = [0, 0]
    for (let nth = 0; nth < run.storms; nth += 1) {
      const bodies = stormBodiesOf(chanceOf(run.seed, nth), scene)
      const { answers: stormAnswers, slowestLiveMs: slowest } = await storm(url, bodies, stormPatienceMs)
      const said = Object.entries(stormAnswers).map(([status, times]) => `${status} ${times}`)
      run.say(`storm ${nth + 1}: live at most ${slowest.toFixed(0)} ms, ${said.join(', ')}`)
      slowestLiveMs = Math.max(slowestLiveMs, slowest)
      stormBodies += bodies.length
      if (slowest >= mostLiveMs + aloneMs)
        tooSlow.push(`GET /health/live took ${slowest.toFixed(0)} ms while 60 hostile bodies came`)
      const unanswered = (stormAnswers.none ?? 0) + (stormAnswers.ended ?? 0)
      if (unanswered > 0) note('unexpected', 'storm', `${unanswered} of 60 hostile bodies were never answered`)
      for (const line of logged.splice(0)) note('unexpected', 'storm log', line.slice(0, 900))
    }
    const touched = changedTables(untouched, await prints.of(other))
    if (touched.length > 0) note('foreign', 'storms', `Storms changed rows of another school: ${touched.join(', ')}`)
    return {
      doors: doors.length,
      ...kinds,
      answers: Object.fromEntries(answers),
      stormBodies,
      slowestLiveMs,
      aloneMs,
      wrong: [...wrong.values()],
      tooSlow,
    }
  } finally {
    await Promise.all([server.stop(), prints.close()])
  }
}

async function answered(url: string, { path, ...init }: DoorAsk): Promise<{ status: number; text: string }> {
  try {
    const { method, headers, body } = init
    const signal = AbortSignal.timeout(responseTimeoutMs)
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: `${String(error)} ${String((error as Error).cause ?? '')}` }
  }
}

const bodyText = ({ body }: DoorAsk) => (typeof body === 'string' ? body : new TextDecoder().decode(body))

function decoded(path: string): string {
  try {
    return `${path} ${decodeURIComponent(path)}`
  } catch {
    return path
  }
}

/** Returns the paths of uploaded files on the disk, without the database. */
function filesOf(dataDir: string): string[] {
  const all = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  const files = all.filter((one) => one.isFile() && /[/\\]files([/\\]|$)/.test(one.parentPath))
  return files.map(({ parentPath, name }) => join(parentPath, name))
}

/** Creates two schools and the credentials of the first one. */
async function sceneOf(
  database: Database,
  config: Config,
  { ownerUrl, secretKey }: DoorsRun,
  url: string,
): Promise<{ scene: Scene; other: number }> {
  const world = await worldOn(database, config)
  const extra = await addExtra(database, world.own, secretKey)
  await addExtra(database, world.other, secretKey)
  const call = await world.call('admin')
  const { key: gateKey } = await addGateDevice(call, world.own.id, { name: `Gate ${randomUUID()}`, direction: 'BOTH' })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await plantAccounts(owner, secretKey)
    const sealed = seal(merchant.salt, secretKey, bankAccountContext('key_secret', world.own.id))
    const { rows } = await owner.query<{ txnid: string; token: string }>(
      `update online_orders one set merchant_key = $3, merchant_salt_sealed = $4, state = 'CREATED', received = 0, settled_at = null
         from certificates where one.school_id = $1 and one.id = $2 and certificates.school_id = $1 and certificates.id = $5
       returning txnid, token`,
      [world.own.id, extra.order, merchant.key, sealed, extra.certificate7],
    )
    const subject = call.viewer?.subject ?? ''
    const signIn = { email: emailOf(subject), password: matrixPassword }
    const tokenOf = async (given: typeof signIn) => (await codeExchange(url, await passwordSignIn(url, given))).accessToken
    const bearer = await tokenOf(signIn)
    const studentBearer = await tokenOf({ email: emailOf(world.own.subjects.student ?? ''), password: matrixPassword })
    return {
      scene: {
        schoolId: world.own.id,
        otherId: world.other.id,
        secretKey,
        subject,
        ...signIn,
        bearer,
        studentBearer,
        gateKey,
        merchant,
        appSecret: webhookSecrets.appSecret,
        smsSecret: webhookSecrets.smsSecret,
        messageId: Number(extra.waiting7),
        shortCode: String(extra.code),
        txnid: rows[0]?.txnid ?? '',
        certificate: rows[0]?.token ?? '',
      },
      other: world.other.id,
    }
  } finally {
    await owner.end()
  }
}

import Fastify from 'fastify'
import fc from 'fast-check'
import pg from 'pg'
import { schema } from '#app/schema.ts'
import { guardianCookie } from '#platform/guardians/sessions.ts'
import { registerGraphql } from '#platform/graphql/endpoint.ts'
import { workBudget } from '#platform/graphql/workBudget.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { loadConfig } from '#platform/config.ts'
import { type Expectation, type Extra, operations } from '../matrix/cells.ts'
import { documentFor } from '../matrix/documents.ts'
import { expectations } from '../matrix/expectations.ts'
import { addExtra } from '../matrix/extra.ts'
import { addGuardian, guardianToken } from '../matrix/guardian.ts'
import { startStopwatch } from '../stopwatch.ts'
import { people, type TestSchool, type Who, worldOn } from '../world/testWorld.ts'
import { everyTextAs, variablesFor } from './inputs.ts'
import { UntouchedDatabase } from './untouched.ts'
import { everywhereTexts } from './values.ts'
import { changedTables, fingerprints, watchFor } from './verdict.ts'

type Variables = Record<string, unknown>
type Whole = TestSchool & { extra: Extra }

export interface OperationsRun {
  seed: number
  /** Inputs per operation. */
  inputs: number
  /** Operations to run; all by default. */
  only?: readonly string[]
  ownerUrl: string
  secretKey: string
  dataDir: string
  say(text: string): void
}

export interface OperationsCount {
  operations: number
  inputs: number
  unexpected: number
  leaked: number
  foreign: number
  slow: number
  /** Number of responses by `ok` or the refusal's code. */
  answers: Readonly<Record<string, number>>
  /** The slowest response in milliseconds, and its operation. */
  slowest: { ms: number; operation: string }
  /** Violations, each kind once. */
  wrong: readonly string[]
  /** What took too long, by operation; it depends on what else the machine does. */
  tooSlow: readonly string[]
}

/** Everybody who sends requests. */
type Fuzzer = Who | 'guardian'

/** Time limit of a response, also on a busy machine. */
const mostMs = 5000

/** Sends generated inputs to every operation of the schema, through the real endpoint, with the server's role. */
export async function runOperations(run: OperationsRun): Promise<OperationsCount> {
  const url = appUrl(run.ownerUrl, run.secretKey)
  const config = loadConfig({ DATA_DIR: run.dataDir, DATABASE_URL: run.ownerUrl, SECRET_KEY: run.secretKey })
  const options = { onError: () => undefined, connections: 4 }
  const [database, untouched] = [new Database(url, options), new UntouchedDatabase(url, options)]
  const prints = await fingerprints(run.ownerUrl)
  const watch = await watchFor(run.ownerUrl)
  const count = new Counting()
  const app = Fastify()
  const owner = new pg.Client(run.ownerUrl)
  await owner.connect()
  try {
    const world = await worldOn(database, config)
    const [own, other] = [
      await wholeSchool(database, world.own, run.secretKey),
      await wholeSchool(database, world.other, run.secretKey),
    ]
    await addGuardian(owner, own, other)
    const { services } = await world.call('admin')
    const logged: unknown[] = []
    const subjects = new Map<string, string>()
    for (const who of people) {
      const subject = (await world.call(who)).viewer?.subject ?? world.own.subjects[who]
      if (subject !== undefined) subjects.set(who, subject)
    }
    registerGraphql(app, {
      schema,
      services,
      database: untouched,
      verifyAccessToken: async (token) => {
        const subject = subjects.get(token)
        return subject === undefined ? null : { subject }
      },
      log: { error: ({ err }) => logged.push(err) },
      budget: workBudget(0),
    })
    const ask = async (who: Fuzzer, payload: string): Promise<Answer> => {
      const took = startStopwatch()
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/graphql',
        payload,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(who === 'guardian' ? { cookie: `${guardianCookie}=${guardianToken}` } : { authorization: `Bearer ${who}` }),
        },
      })
      return { status: statusCode, text: body, ms: took() }
    }
    const before = await prints.of(other.id)
    const home = await prints.of(own.id)
    for (const [id, print] of [
      [own.id, home],
      [other.id, before],
      [0, await prints.of(0)],
    ] as const)
      untouched.protect(id, print)
    const known = idsOf(own, other)
    const chosen = operations(schema).filter(({ name }) => run.only?.includes(name) ?? true)
    for (const [nth, { kind, name }] of chosen.entries()) {
      const took = startStopwatch()
      const field = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())!.getFields()[name]!
      const expectation: Expectation = expectations[name] ?? { who: people }
      const goodOf = (school: Whole) => (expectation.variables ? [expectation.variables(school)] : [{}])
      const good: Variables[] = [
        ...[...goodOf(own), ...(expectation.outOfClass ? [expectation.outOfClass(own)] : [])].map((values) => ({
          schoolId: String(own.id),
          ...values,
        })),
        ...goodOf(other).map((values) => ({ schoolId: String(own.id), ...values })),
        ...goodOf(other).map((values) => ({ schoolId: String(other.id), ...values })),
      ]
      const whos = fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom<Fuzzer>(...expectation.who) },
        { weight: 2, arbitrary: fc.constantFrom<Fuzzer>(...people, 'guardian') },
      )
      const inputs = fc.sample(fc.tuple(whos, variablesFor(field, good, known)), { numRuns: run.inputs, seed: run.seed + nth })
      const query = documentFor(schema, kind, name)
      const [firstWho = 'admin'] = expectation.who
      const texts = everyTextAs(field, good[0]!, everywhereTexts).map((variables) => [firstWho, variables] as const)
      for (const [who, variables] of [...texts, ...inputs]) {
        const body = JSON.stringify({ query, variables })
        const answer = await ask(who, body)
        count.add(name, who, body, answer, logged.splice(0), watch.leak(answer.text, body))
        const foreign = untouched.foreign().filter((one) => !isOwn(name, who, one))
        if (foreign.length > 0) count.foreignRow(name, foreign)
      }
      const changed = changedTables(before, await prints.of(other.id))
      if (changed.length > 0) count.foreignRow(name, changed)
      const drifted = changedTables(home, await prints.of(own.id))
      if (drifted.length > 0) run.say(`${name} left its mark on ${drifted.join(', ')}`)
      run.say(`${name}: ${Math.round(took())} ms`)
    }
    return count.done(chosen.length, run.inputs)
  } finally {
    await app.close()
    await Promise.all([database.close(), untouched.close(), prints.close(), owner.end()])
  }
}

async function wholeSchool(database: Database, school: TestSchool, secretKey: string): Promise<Whole> {
  return { ...school, extra: await addExtra(database, school, secretKey) }
}

/**
 * Returns whether a change is allowed: a device and the chosen language belong to an account, whatever school a super
 * administrator works in.
 */
function isOwn(operation: string, who: Fuzzer, changed: string): boolean {
  if (who !== 'superadmin') return false
  return changed === 'device_tokens of school 0' || (operation === 'chooseLanguage' && changed === 'logins of school 0')
}

/** Returns ids of all kinds: of this school, of the other, and unknown ones. */
function idsOf(...schools: readonly Whole[]): string[] {
  const of = ({ extra, users, subjects, ...own }: Whole) => [own, extra, users, subjects].flatMap((one) => Object.values(one))
  return [...new Set(schools.flatMap(of).map(String))]
}

interface Answer {
  status: number
  text: string
  ms: number
}

interface Told {
  data?: unknown
  errors?: { message: string; extensions?: { code?: string } }[]
}

/** Counts results, and keeps each kind of failure once, with its input. */
class Counting {
  readonly #answers = new Map<string, number>()
  readonly #wrong = new Map<string, string>()
  readonly #tooSlow = new Map<string, string>()
  readonly #kinds = { unexpected: 0, leaked: 0, foreign: 0 }
  #slow = 0
  #slowest = { ms: 0, operation: '' }

  add(operation: string, who: Fuzzer, question: string, answer: Answer, logged: readonly unknown[], leak: string | null): void {
    const told = readAnswer(answer.text)
    const codes = told?.errors?.map((error) => error.extensions?.code ?? 'BAD_DOCUMENT') ?? []
    const said = told === null ? `status ${answer.status}` : (codes[0] ?? 'ok')
    this.#answers.set(said, (this.#answers.get(said) ?? 0) + 1)
    const asked = `${operation} as ${who}: ${shortened(question.replace(/^.*?"variables":/s, ''))}`
    if (answer.status >= 500 || told === null || codes.includes('UNEXPECTED') || logged.length > 0) {
      const error = logged[0] instanceof Error ? logged[0] : undefined
      const place = error?.stack?.split('\n').find((line) => line.includes('/src/') && !line.includes('node_modules'))
      this.#note(
        'unexpected',
        `${operation} ${error?.message ?? answer.status}`,
        `${asked}\n  ${String(error ?? shortened(answer.text))}\n  ${place?.trim() ?? ''}`,
      )
    }
    if (leak !== null) this.#note('leaked', `${operation} ${leak}`, `${asked}\n  shows ${leak} in ${shortened(answer.text)}`)
    if (answer.ms > mostMs) {
      this.#slow += 1
      if (!this.#tooSlow.has(operation)) this.#tooSlow.set(operation, `slow: ${asked}\n  took ${Math.round(answer.ms)} ms`)
    }
    if (answer.ms > this.#slowest.ms) this.#slowest = { ms: Math.round(answer.ms), operation }
  }

  foreignRow(operation: string, tables: readonly string[]): void {
    this.#note('foreign', operation, `${operation} changed what is not of its school: ${tables.join(', ')}`)
  }

  done(operationsAsked: number, inputs: number): OperationsCount {
    const answers = Object.fromEntries([...this.#answers].toSorted(([, a], [, b]) => b - a))
    return {
      operations: operationsAsked,
      inputs,
      ...this.#kinds,
      slow: this.#slow,
      answers,
      slowest: this.#slowest,
      wrong: [...this.#wrong.values()],
      tooSlow: [...this.#tooSlow.values()],
    }
  }

  #note(kind: keyof OperationsCount & ('unexpected' | 'leaked' | 'foreign'), which: string, text: string): void {
    this.#kinds[kind] += 1
    // Different ids and numbers in a message are the same failure.
    const key = `${kind} ${which.replace(/\d+/g, '#')}`
    if (!this.#wrong.has(key)) this.#wrong.set(key, `${kind}: ${text}`)
  }
}

function readAnswer(text: string): Told | null {
  try {
    const told: unknown = JSON.parse(text)
    return typeof told === 'object' && told !== null ? told : null
  } catch {
    return null
  }
}

function shortened(text: string): string {
  return text.length <= 700 ? text : `${text.slice(0, 500)} … (${text.length} letters)`
}

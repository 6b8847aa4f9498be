import { schema } from '#app/schema.ts'
import { guardianCookie } from '#platform/guardians/sessions.ts'
import { operations } from '../matrix/cells.ts'
import { documentFor } from '../matrix/documents.ts'
import { expectations } from '../matrix/expectations.ts'
import { guardianToken } from '../matrix/guardian.ts'
import { type Ground, groundOn } from '../matrix/ground.ts'
import type { Who } from '../world/testWorld.ts'
import { failJobs, sendToHostileProviders } from './behindAnswers.ts'
import { type CanaryServer, refuseMails, startCanaryServer } from './canaryServer.ts'

/*
 * Plants unique values (canaries) in every private place and types them into every field. Then runs every operation:
 * successfully, against constraints, with failing mail server, gateway and providers, and without a database. None of
 * the values may appear in the log, the metrics, the audit log, the queue tables or an error response.
 */

/** Typed values, by field name. */
const typed = {
  word: 'Kanariword getippt',
  email: 'kanarimail@typed.test',
  password: 'kanaripass',
  phone: '7000112233',
  aadhaar: '700011223344',
}
const askers = ['superadmin', 'admin', 'teacher', 'student'] as const satisfies readonly Who[]

/**
 * Tables that queue work. They hold ids, digests, moments, states and names of errors, but nothing that somebody typed
 * or that identifies a person. Everybody who operates the queues may read them, for all schools. Texts, names and
 * phones are in the school's rows, where the worker reads them.
 */
const handedOn = [
  'message_queue',
  'message_refs',
  'message_runs',
  'send_gates',
  'background_tasks',
  'document_queue',
  'promotion_queue',
  'legacy_queue',
  'request_keys',
  'erased_legacy_ids',
  'guardian_codes',
  'guardian_sign_ins',
  'logins',
  'auth.request_counts',
]

export interface CanaryRun {
  ownerUrl: string
  dataDir: string
  secretKey: string
  /** True runs everything as everybody; otherwise every third operation once. */
  every: boolean
}

export interface Canaries {
  /** Number of requests, messages and jobs tried. */
  operations: number
  /** Number of those that failed. */
  faults: number
  found: number
  /** Where a canary was found, and which expected events did not happen, because then nothing is proven. */
  wrong: string[]
}

/** Runs the search for leaked canaries; see above. */
export async function runCanaries({ ownerUrl, dataDir, secretKey, every }: CanaryRun): Promise<Canaries> {
  const ground = await groundOn(ownerUrl, { DATA_DIR: dataDir, SECRET_KEY: secretKey })
  const { rows } = await ground.owner.query<{ now: Date }>('select clock_timestamp() as now')
  const server = await startCanaryServer(ground, askers)
  const run = new Run(ground, server, every)
  try {
    await run.againstConstraints()
    // Before everybody has disabled and deleted the people whom codes are for.
    await run.oneTimeCodes()
    await run.asEverybody()
    await run.otherDoors()
    await run.behindAnswers()
    // Earlier connections are not the server's.
    await run.withoutDatabase(rows[0]?.now ?? new Date())
    await run.whatIsWritten()
    return run.counts
  } finally {
    refuseMails(false)
    await server.stop()
    await ground.close()
  }
}

interface Asked {
  operation: string
  text: string
  failed: boolean
}

class Run {
  readonly counts: Canaries = { operations: 0, faults: 0, found: 0, wrong: [] }
  readonly #ground: Ground
  readonly #server: CanaryServer
  readonly #every: boolean
  readonly #planted: string[]

  constructor(ground: Ground, server: CanaryServer, every: boolean) {
    this.#ground = ground
    this.#server = server
    this.#every = every
    this.#planted = [...ground.canaries.flatMap((one) => one.texts), ...Object.values(typed)].filter((text) => text.length > 7)
  }

  /** Checks that with a database that rejects every change, no error and no log line quotes a row. */
  async againstConstraints(): Promise<void> {
    const { owner } = this.#ground
    const { rows } = await owner.query<{ name: string }>(
      "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'",
    )
    for (const { name } of rows) await owner.query(`alter table ${name} add constraint kanari_refused check (false) not valid`)
    const answers = await this.#askAll(this.#every ? ['superadmin', 'admin'] : ['superadmin'], ['mutation'])
    for (const { name } of rows) await owner.query(`alter table ${name} drop constraint kanari_refused`)
    const unexpected = answers.filter((one) => one.text.includes('tell support the number')).length
    this.#mustBe(unexpected > (this.#every ? 100 : 7), `only ${unexpected} changes failed at a constraint`)
    this.#mustBe(
      this.#server.said.some((line) => line.includes('kanari_refused')),
      'the log says nothing of a constraint',
    )
    this.#failures(answers)
  }

  /**
   * Runs every operation with valid and invalid input, with an unreachable gateway and a mail server that repeats the
   * recipient.
   */
  async asEverybody(): Promise<void> {
    const { url } = this.#server
    refuseMails(true)
    const answers = await this.#askAll([...askers, 'guardian', null])
    const { rows } = await this.#ground.owner.query<{ subject: string }>('select id::text as subject from auth."user" limit 1')
    for (const email of [typed.email, 'superadmin@shala.test', `${rows[0]?.subject}@matrix.test`])
      await fetch(`${url}/auth/request-password-reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email, redirectTo: `${url}/reset?kanari=1` }),
      })
    this.#mustBe(answers.length > (this.#every ? 1500 : 70), `only ${answers.length} operations were asked`)
    this.#failures(answers)
  }

  /** Checks that a handed-out code is in no other response: no list, audit log or export. */
  async oneTimeCodes(): Promise<void> {
    const { own } = this.#ground
    const token = this.#server.tokens.get('superadmin') ?? ''
    const names = ['handOutUserCode', 'handOutStudentCode', 'handOutSectionCodes'] as const
    const codes: string[] = []
    for (const name of names) {
      const variables = { schoolId: String(own.id), ...expectations[name]?.variables?.(own) }
      const text = await this.#post(documentFor(schema, 'mutation', name), variables, token)
      codes.push(...[...text.matchAll(/"code":"([2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4})"/g)].map(([, code = '']) => code))
      this.#count(false)
    }
    this.#mustBe(codes.length >= names.length - 1, `only ${codes.length} codes were handed out`)
    const spellings = codes.flatMap((code) => [code, code.replace('-', '')])
    // Also searched for in everything that is written.
    this.#planted.push(...spellings)
    const answers = await this.#askAll(['superadmin', 'admin'], ['query'])
    this.#find(
      answers.map(({ operation, text }) => `${operation} ${text}`),
      spellings,
    )
  }

  /** Sends links, devices, files and callbacks with canaries in their URLs and bodies. */
  async otherDoors(): Promise<void> {
    const { token, code, orderRef } = this.#ground.own.extra
    const paths = [
      `/onlinefees/${token}`,
      `/${code}`,
      `/verifyonlinefees?result=${orderRef}`,
      `/certificate/${typed.password}`,
      `/files/${typed.password}`,
      `/files/upload/${typed.password}`,
      '/gate/scans',
      '/messages/whatsapp',
      `/messages/sms?secret=${typed.password}`,
      '/onlinefees/verifyPayment',
      '/onlinefees/webhook',
      '/files/generatePdf',
      '/health/ready',
      '/auth/sign-in/email',
      '/family/code',
      '/family/sign-in',
      '/family/sign-out',
    ]
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PUT']) {
        const answer = await fetch(`${this.#server.url}${path}`, {
          method,
          redirect: 'manual',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${typed.password}`,
            'x-device-key': typed.password,
          },
          ...(method === 'GET' ? {} : { body: `{"email":"${typed.email}","password":"${typed.password}","name":"${typed.word}` }),
        })
        await answer.text()
        this.#count(answer.status >= 400)
      }
  }

  /** Runs failing providers that repeat their input, and jobs that fail with values in their messages. */
  async behindAnswers(): Promise<void> {
    const sent = await sendToHostileProviders(this.#ground, this.#server, typed)
    const jobs = await failJobs(this.#ground, this.#server, typed)
    for (let of = 0; of < sent + jobs; of += 1) this.#count(true)
    this.#mustBe(
      this.#server.said.some((line) => line.includes('A channel failed')),
      'the log says nothing of a channel that failed',
    )
  }

  /** Checks that errors of an unavailable database contain no values. */
  async withoutDatabase(since: Date): Promise<void> {
    const { owner } = this.#ground
    // Only this database's: other test files use the same role on the same server.
    const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
    const limited = (most: number) => owner.query(`alter database ${rows[0]?.name} connection limit ${most}`)
    await limited(0)
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'shala%' and usename = 'shala_app' and backend_start > $1",
      [since],
    )
    const answers = await this.#askAll(['admin', null], ['query'])
    await limited(-1)
    const failed = answers.filter((one) => one.failed).length
    this.#mustBe(failed > answers.length / 2, `only ${failed} of ${answers.length} queries failed without a database`)
    this.#failures(answers)
  }

  /** Checks the log, the metrics, the audit log, the queue tables and failed documents. */
  async whatIsWritten(): Promise<void> {
    const { said, metrics } = this.#server
    this.#mustBe(said.length > (this.#every ? 2000 : 100), `only ${said.length} lines were logged`)
    this.#find(said.map((line) => `log: ${line}`))
    this.#find([`metrics: ${await metrics()}`])
    const { owner } = this.#ground
    const { rows: jobs } = await owner.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname = 'jobs' and relkind = 'r'`,
    )
    this.#mustBe(jobs.length > 3, 'the queue of jobs has no tables')
    for (const name of ['audit_log', ...handedOn, ...jobs.map((table) => table.name)]) {
      const { rows } = await owner.query<{ text: string }>(`select t::text as text from ${name} t`)
      this.#find(rows.map((row) => `${name}: ${row.text}`))
    }
    const { rows: failures } = await owner.query<{ text: string }>(
      `select coalesce(failure, '') as text from document_jobs union all select coalesce(failure, '') from legacy_imports`,
    )
    this.#find(failures.map((row) => `failure: ${row.text}`))
  }

  #count(failed: boolean): void {
    this.counts.operations += 1
    if (failed) this.counts.faults += 1
  }

  #mustBe(is: boolean, otherwise: string): void {
    if (!is) this.counts.wrong.push(otherwise)
  }

  /** Records the canaries found in texts, each with a part of its line. */
  #find(texts: readonly string[], among: readonly string[] = this.#planted): void {
    const all = texts.flatMap((text) => among.filter((one) => text.includes(one)).map((one) => `${one}: ${text.slice(0, 300)}`))
    this.counts.found += all.length
    this.counts.wrong.push(...all.slice(0, 5))
  }

  /** Checks that failures do not repeat the school's data. They may repeat what the person typed. */
  #failures(answers: readonly Asked[]): void {
    const own = new Set<string>(Object.values(typed))
    this.#find(
      answers.filter((one) => one.failed).map((one) => `${one.operation} ${one.text}`),
      this.#planted.filter((text) => !own.has(text)),
    )
  }

  async #post(query: string, variables: object, token: string | undefined, cookie = ''): Promise<string> {
    const answer = await fetch(`${this.#server.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    return answer.text()
  }

  /** Runs every operation as one of these people and returns the responses. */
  async #askAll(
    who: readonly (Who | 'guardian' | null)[],
    kinds: readonly ('query' | 'mutation')[] = ['query', 'mutation'],
  ): Promise<Asked[]> {
    const { own } = this.#ground
    const answers: Asked[] = []
    const ask = async (operation: string, query: string, asker: Who | 'guardian' | null, variables: object) => {
      const token = asker === null || asker === 'guardian' ? undefined : this.#server.tokens.get(asker)
      const text = await this.#post(query, variables, token, asker === 'guardian' ? `${guardianCookie}=${guardianToken}` : '')
      const failed = text.startsWith('{"errors"') || text.includes('"errors":[')
      answers.push({ operation, text, failed })
      this.#count(failed)
    }
    const asked = operations(schema).filter((one, place) => kinds.includes(one.kind) && (this.#every || place % 3 === 0))
    for (const [place, { kind, name }] of asked.entries()) {
      const query = documentFor(schema, kind, name)
      const variables = { schoolId: String(own.id), ...expectations[name]?.variables?.(own) }
      const inputs = [withCanaries(variables) as object, variables]
      if (this.#every) for (const asker of who) for (const input of inputs) await ask(name, query, asker, input)
      else await ask(name, query, who[place % who.length] ?? null, inputs[Math.floor(place / who.length) % 2] ?? variables)
    }
    return answers
  }
}

/** Returns the variables with a canary in every field that a person fills in. */
function withCanaries(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withCanaries(one, key))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withCanaries(one, name)]))
  if (typeof value !== 'string') return value
  if (/phone/i.test(key)) return typed.phone
  if (/email/i.test(key)) return typed.email
  if (/password|secret|misc/i.test(key)) return typed.password
  if (/aadhar/i.test(key)) return typed.aadhaar
  return /name|note|text|reason|comment|title|address|search|description|action_?taken|token/i.test(key) ? typed.word : value
}

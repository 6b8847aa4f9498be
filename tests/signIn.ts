import Fastify, { type FastifyInstance } from 'fastify'
import { codeExchange, type Fetch, passwordSignIn, type Tokens } from '#scripts/codeExchange.ts'
import { createAccounts, giveOwnPassword } from '#platform/auth/accounts.ts'
import type { CodeSender, CodeDestination } from '#platform/auth/codeSender.ts'
import { createCodeToSend } from '#platform/auth/codes.ts'
import { registerAuth } from '#platform/auth/registerAuth.ts'
import type { VerifyAccessToken } from '#platform/auth/tokens.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { Role } from '#shared/roles.ts'
import { testDatabase } from './database.ts'
import { addSchool, addStudents, addTerm, addUser } from './world/rows.ts'

/** A sign-in service on its own database, called without a network. */
export interface TestSignIn {
  appUrl: string
  config: Config
  database: Database
  ownerUrl: string
  app: FastifyInstance
  /** Calls the server directly, each time from another address, to avoid the limits per address. */
  fetch: Fetch
  /** Calls the server directly from one address. */
  from: (address: string) => Fetch
  verifyAccessToken: VerifyAccessToken
  mails: Mail[]
  /** The sent codes and their recipients. The answer of `wayTo` can be set. */
  sentCodes: { to: string; code: string }[]
  codeWay: { value: CodeDestination | null }
  /** Reports to the log. */
  reports: string[]
  /** Adds a user whose own password is the phone number or, with `firstPassword`, one who must choose a password. */
  addUser: (given?: Partial<NewUser>) => Promise<TestUser>
  addStudent: (given?: Partial<NewUser>) => Promise<TestUser>
  /** Signs in with a password and returns the cookies. */
  signIn: (email: string, password: string) => Promise<string>
  /** Signs in, by default with the phone number, and exchanges the code for tokens. */
  tokensOf: (user: TestUser, password?: string) => Promise<Tokens>
  /** Posts to the service as our own page does. */
  post: (path: string, body: unknown, cookie?: string) => Promise<{ status: number; body: { code?: string; message?: string } }>
  /** Disables a user's record, as any other process can. */
  disable: (user: TestUser) => Promise<void>
  close: () => Promise<void>
}

interface NewUser {
  schoolId: number
  role: Role
  name: string
  email: string
  phone: string
  firstPassword: boolean
}

export interface TestUser extends NewUser {
  id: number
  subject: string
}

/**
 * Creates a sign-in service. Call it in beforeAll, and `close` in afterAll.
 * @param codesBy sends the codes of first sign-ins; by default they are stored in `sentCodes`
 */
export async function testSignIn(
  settings: Record<string, string> = {},
  codesBy?: (database: Database) => CodeSender,
): Promise<TestSignIn> {
  const appUrl = 'http://localhost:4200'
  const test = await testDatabase()
  const database = new Database(test.appUrl, { onError: () => {}, connections: 4 })
  const config = loadConfig({
    DATA_DIR: test.dataDir,
    SECRET_KEY: test.secretKey,
    DATABASE_URL: test.ownerUrl,
    APP_URL: appUrl,
    PASSWORD_COST: 'cheap',
    ...settings,
  })
  const app = Fastify()
  const mails: Mail[] = []
  const reports: string[] = []
  const sentCodes: TestSignIn['sentCodes'] = []
  const codeWay: TestSignIn['codeWay'] = { value: { channel: 'SMS', to: '••••••3210' } }
  const verifyAccessToken = await registerAuth(app, {
    config,
    databaseUrl: test.appUrl,
    connections: 5,
    database,
    sendMail: async (mail) => {
      mails.push(mail)
    },
    codes: codesBy?.(database) ?? {
      destinationOf: async () => codeWay.value,
      send: async ({ subject, phone }, session) => {
        const code = await database.kysely.transaction().execute((tx) => createCodeToSend(tx, config.secrets, subject, session))
        if (code !== null) sentCodes.push({ to: phone, code })
      },
    },
    log: { error: (_fields, message) => reports.push(message) },
  })
  await app.ready()
  const schoolId = await addSchool(database, { name: 'Sign-in School' })
  const school = { id: schoolId, termId: await addTerm({ database }, { id: schoolId }, { name: '2026-27' }) }
  let count = 0
  const person = (given: Partial<NewUser>) => {
    count += 1
    return {
      schoolId,
      role: 'TEACHER' as Role,
      name: `Person ${count}`,
      email: `person${count}@sign.test`,
      phone: '9876543210',
      firstPassword: false,
      ...given,
    }
  }
  const from = (address: string): Fetch => injected(app, address)
  let requests = 0
  const fetch: Fetch = (url, init) => {
    requests += 1
    return from(`10.0.${requests >> 8}.${requests & 255}`)(url, init)
  }
  const signIn = (email: string, password: string) => passwordSignIn(appUrl, { email, password }, fetch)
  return {
    appUrl,
    config,
    database,
    ownerUrl: test.ownerUrl,
    app,
    fetch,
    from,
    verifyAccessToken,
    mails,
    reports,
    sentCodes,
    codeWay,
    addUser: (given = {}) => {
      const user = person(given)
      const { firstPassword, schoolId: _schoolId, ...row } = user
      return database.transaction(user.schoolId, async (tx) => {
        const id = await addUser(tx, { id: user.schoolId }, row)
        const [subject = ''] = await createAccounts(tx, [{ ...user, userId: id }])
        if (!firstPassword) await giveOwnPassword(tx, [subject], user.phone)
        return { ...user, id, subject }
      })
    },
    addStudent: (given = {}) => {
      const student = { ...person(given), role: 'STUDENT' as const }
      return database.transaction(student.schoolId, async (tx) => {
        const [id = 0] = await addStudents(tx, school, null, [
          { name: student.name, phone: student.phone, loginEmail: student.email },
        ])
        const [subject = ''] = await createAccounts(tx, [{ ...student, studentId: id }])
        if (!student.firstPassword) await giveOwnPassword(tx, [subject], student.phone)
        return { ...student, id, subject }
      })
    },
    signIn,
    tokensOf: async (user, password = user.phone) => codeExchange(appUrl, await signIn(user.email, password), fetch),
    post: async (path, body, cookie = '') => {
      const response = await fetch(`${appUrl}/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: appUrl, ...(cookie ? { cookie } : {}) },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json().catch(() => ({}))) as { code?: string; message?: string } }
    },
    disable: (user) =>
      database.transaction(user.schoolId, async (tx) => {
        await tx
          .updateTable('users')
          .set({ disabled: true })
          .where('schoolId', '=', user.schoolId)
          .where('id', '=', user.id)
          .execute()
      }),
    close: async () => {
      await app.close()
      await database.close()
      await test.drop()
    },
  }
}

export function injected(app: FastifyInstance, remoteAddress: string): Fetch {
  return async (url, init = {}) => {
    const response = await app.inject({
      url,
      remoteAddress,
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, String(one))
    return new Response(response.rawPayload.length > 0 ? new Uint8Array(response.rawPayload) : null, {
      status: response.statusCode,
      headers,
    })
  }
}

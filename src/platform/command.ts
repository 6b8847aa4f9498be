import { z } from 'zod'
import { type Action, may, mayInGeneral, mayTry, mustBeAllowed, notAuthorized, type Permission } from './action.ts'
import { type Database, type Db, type Read, readIn, type Tx } from './database/connect.ts'
import { asRefusal, type Conflicts } from './database/failures.ts'
import { invalidationsPublished } from './database/cacheInvalidation.ts'
import { withStatementTimeout } from './database/statementTimeout.ts'
import { notFound, notSignedIn, Refusal } from './refusal.ts'
import { type School, schoolById } from './school.ts'
import type { Services } from './services.ts'
import { traced } from './tracing.ts'
import type { Viewer } from './viewer.ts'

/** What every request brings to a command or a query. */
export interface Call {
  database: Database
  services: Services
  /** null when nobody is signed in, and until the person has chosen a password. */
  viewer: Viewer | null
  /** Set when a person is signed in and has no password of their own yet: nothing is allowed but choosing one. */
  mustChoosePassword?: boolean
  /** The id of the session that asks; null or absent where no session of our own sign-in does. */
  session?: string | null
  requestId: string
  /** The network address that asks, for limits on what needs no sign-in. */
  address: string
  /** Set where only the permission is asked: every command and query throws a `PermissionAnswer` and reads no row. */
  asking?: true
}

/** Thrown by commands and queries of a call that only asks: whether the viewer may, and why not. */
export class PermissionAnswer extends Error {
  readonly permission: Permission

  constructor(permission: Permission) {
    super('This call only asks for a permission.')
    this.permission = permission
  }
}

/** The input schemas of all commands and queries, in which tests/texts.test.ts looks at every text. */
export const inputSchemas: { name: string; schema: z.ZodType }[] = []

/** What a command's run is given. */
export interface Running<Input, Row> {
  /** The transaction, set to the school; every statement names `schoolId` as well. */
  db: Tx
  /** Answers statements of this school together, in the transaction. */
  read: Read
  call: Call
  viewer: Viewer
  school: School
  schoolId: number
  input: Input
  row: Row
}

/** What a command answers, and what goes into the audit row: ids of changed rows and names of changed fields. */
export interface Done<Result> {
  result: Result
  ids: readonly number[]
  fields?: readonly string[]
  /** Runs after the commit, for what cannot be rolled back: forgetting caches, removing a replaced file. */
  after?: () => void | Promise<void>
}

interface CommandSpec<Schema extends z.ZodType, Row, Result> {
  action: Action<Row>
  input: Schema
  /**
   * Loads and locks the row by (school, id), and only if this viewer may know of it. undefined answers "not found", the
   * same for a missing row and for another school's.
   */
  load?: (running: Omit<Running<z.output<Schema>, Row>, 'row'>) => Promise<Row | undefined>
  run: (running: Running<z.output<Schema>, Row>) => Promise<Done<Result>>
  /** The field and the words for a constraint of the database that may refuse. */
  conflicts?: Conflicts
  /** What a statement of it may take, in milliseconds, where that is longer than what a request may. */
  statementTimeoutMs?: number
}

/**
 * Makes a command: parse the input, open the transaction, set the school for row-level security, load and lock the row,
 * authorize, run, write the audit row, commit.
 *
 * The answer takes `(call, schoolId, input)` and throws Refusal: SIGNED_OUT, CHOOSE_PASSWORD, FORBIDDEN, DISABLED_MODULE, NOT_FOUND (also for
 * another school), BAD_INPUT with a problem per field, CONFLICT.
 */
export function command<Schema extends z.ZodType, Row = undefined, Result = void>(spec: CommandSpec<Schema, Row, Result>) {
  inputSchemas.push({ name: spec.action.name, schema: spec.input })
  return tracedAction(spec.action.name, async (call, schoolId, rawInput): Promise<Result> => {
    if (call.asking) throw new PermissionAnswer(await permissionTo(call, spec.action as Action<never>, schoolId))
    const { viewer, school } = await enter(call, spec.action as Action<never>, schoolId)
    if (school.id === 0 && !spec.action.platform) throw new Refusal('CONFLICT', noSchoolChosen)
    const input = parseInput(spec.input, rawInput)
    let after: Done<Result>['after']
    const carryOut = () =>
      call.database.transaction(school.id, async (db) => {
        const running = { db, read: readIn(db), call, viewer, school, schoolId: school.id, input }
        const row = (await spec.load?.(running)) as Row
        if (spec.load && row === undefined) throw notFound()
        mustBeAllowed(may(spec.action, { viewer, school, row }))
        const done = await spec.run({ ...running, row })
        await audit(db, call, viewer, school.id, spec.action.name, done)
        after = done.after
        return done.result
      })
    const result = await (spec.statementTimeoutMs === undefined
      ? carryOut()
      : withStatementTimeout(spec.statementTimeoutMs, carryOut)
    ).catch((error: unknown) => {
      throw asRefusal(error, spec.conflicts)
    })
    await after?.()
    // Who asks another process next finds what was changed.
    await invalidationsPublished(call.database)
    return result
  })
}

/** What a query's run is given. */
export interface Reading<Input> {
  /** Builds statements; they run by `read`. */
  db: Db
  /** Answers statements of this school together in one round trip. */
  read: Read
  call: Call
  viewer: Viewer
  school: School
  schoolId: number
  input: Input
}

interface QuerySpec<Schema extends z.ZodType, Result> {
  action: Action<undefined>
  input: Schema
  run: (reading: Reading<z.output<Schema>>) => Promise<Result>
}

/**
 * Makes a query: parse, authorize, read. It throws as a command does.
 */
export function query<Schema extends z.ZodType, Result>(spec: QuerySpec<Schema, Result>) {
  inputSchemas.push({ name: spec.action.name, schema: spec.input })
  return tracedAction(spec.action.name, async (call, schoolId, rawInput): Promise<Result> => {
    if (call.asking) throw new PermissionAnswer(await permissionTo(call, spec.action as Action<never>, schoolId))
    const { viewer, school } = await enter(call, spec.action as Action<never>, schoolId)
    mustBeAllowed(may(spec.action, { viewer, school, row: undefined }))
    const input = parseInput(spec.input, rawInput)
    try {
      return await spec.run({
        db: call.database.kysely,
        read: (...queries) => call.database.read(school.id, queries),
        call,
        viewer,
        school,
        schoolId: school.id,
        input,
      })
    } catch (error) {
      throw asRefusal(error)
    }
  })
}

/** What is asked of one school, as a span of the request. */
function tracedAction<Result>(name: string, run: (call: Call, schoolId: number | string, rawInput: unknown) => Promise<Result>) {
  return (call: Call, schoolId: number | string, rawInput: unknown): Promise<Result> =>
    traced(name, {}, () => run(call, schoolId, rawInput))
}

const noSchoolChosen = 'Choose a school first: nothing can be changed in no school.'

/** Answers whether a command would be refused before it looks at any row, and with which words. */
async function permissionTo(call: Call, action: Action<never>, schoolId: number | string): Promise<Permission> {
  try {
    const { viewer, school } = await enter(call, action, schoolId)
    if (school.id === 0 && !action.platform) return { allowed: false, reason: noSchoolChosen }
    return mayInGeneral(action, viewer, school)
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'UNAVAILABLE') return { allowed: false, reason: error.message }
    throw error
  }
}

/**
 * Who asks, and about which school. Another school's id is answered like one that does not exist.
 */
async function enter(call: Call, action: Action<never>, schoolId: number | string) {
  const { viewer } = call
  if (!viewer) throw notSignedIn(call)
  const id = Number(schoolId)
  const own = viewer.role === 'SUPERADMIN' || viewer.schoolId === id
  const school = own && Number.isSafeInteger(id) && id >= 0 ? await schoolById(call.database, id).catch(refused) : undefined
  if (!school) throw action.roles.includes(viewer.role) ? notFound() : new Refusal('FORBIDDEN', notAuthorized)
  mustBeAllowed(mayTry(action, viewer, school))
  return { viewer, school }
}

function refused(error: unknown): never {
  throw asRefusal(error)
}

/** What was sent, as a schema understands it. @throws Refusal BAD_INPUT with a problem per field */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  // Nobody repairs more at once, and 50,000 empty rows would answer with megabytes.
  const problems = parsed.error.issues.slice(0, 1000).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new Refusal('BAD_INPUT', problems[0]?.message ?? 'This cannot be stored as it is.', problems)
}

async function audit(db: Tx, call: Call, viewer: Viewer, schoolId: number, action: string, done: Done<unknown>): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({
      schoolId,
      subject: viewer.subject,
      role: viewer.role,
      action,
      rowIds: [...done.ids],
      fields: [...(done.fields ?? [])],
      requestId: call.requestId,
    })
    .execute()
}

import type { Compilable } from 'kysely'
import { z } from 'zod'
import { t } from '#shared/texts.ts'
import {
  type Action,
  may,
  generalPermission,
  roleAndModulePermission,
  requirePermission,
  notAuthorized,
  type Permission,
} from './action.ts'
import { againOnChangedResult } from './database/changedResult.ts'
import { type Answers, type Database, type Db, type Read, readIn, type Tx } from './database/connect.ts'
import { asRefusal, type Conflicts } from './database/failures.ts'
import { invalidationsPublished } from './database/cacheInvalidation.ts'
import { withStatementTimeout } from './database/statementTimeout.ts'
import { notFound, notSignedIn, Refusal } from './refusal.ts'
import { reloadSchool, type School, schoolById } from './school.ts'
import type { Services } from './services.ts'
import { traced } from './tracing.ts'
import type { Viewer } from './viewer.ts'

/** The context that every request gives to a command or a query. */
export interface Call {
  database: Database
  services: Services
  /** Null when nobody is signed in, and until the person has chosen a password. */
  viewer: Viewer | null
  /** The person is signed in without an own password: only choosing one is allowed. */
  mustChoosePassword?: boolean
  /** The id of the caller's session; null or absent without a session of our own sign-in. */
  session?: string | null
  /** The token of a guardian's session on the caller's device, see `platform/guardians`. */
  guardianToken?: string | null
  requestId: string
  /** The caller's network address, for limits on what needs no sign-in. */
  address: string
  /**
   * Set when only the permission in this school is asked for: every command and query then throws a `PermissionAnswer`
   * and reads nothing. The viewer has been allowed into the school before.
   */
  permissionOnly?: School
  /** Set for a document that is made in the background: nobody waits for it. */
  background?: true
}

/** Thrown by commands and queries of a `permissionOnly` call. Carries whether the viewer may act, and why not. */
export class PermissionAnswer extends Error {
  readonly permission: Permission

  constructor(permission: Permission) {
    super('This call only asks for a permission.')
    this.permission = permission
  }
}

/** The input schemas of all commands and queries; tests/texts.test.ts checks every text in them. */
export const inputSchemas: { name: string; schema: z.ZodType }[] = []

/** The context of a command's `run`. */
export interface CommandContext<Input, Row> {
  /** The transaction, set to the school. Every statement still names `schoolId`. */
  db: Tx
  /** Runs several statements of this school in one round trip, in the transaction. */
  read: Read
  call: Call
  viewer: Viewer
  school: School
  schoolId: number
  input: Input
  row: Row
}

/** The contents of a command's audit row, and what follows the commit. */
interface CommandDone {
  /** Ids of changed rows. */
  ids: readonly number[]
  /** Names of changed fields. */
  fields?: readonly string[]
  /** Runs after the commit, for what cannot be rolled back, such as clearing caches or removing a replaced file. */
  afterCommit?: () => void | Promise<void>
}

/** A command's answer. */
export interface CommandResult<Result> extends CommandDone {
  result: Result
}

/**
 * The end of a command whose last statements are sent together with the audit row and the COMMIT, for locks that many
 * wait for: they are held for one round trip. Nothing can be decided between them. What an earlier statement must know
 * of a later one, such as its id, is taken beforehand.
 */
export interface CommandEnd<Result> extends CommandDone {
  last: LastStatements<Result>
}

/** Statements, and what a command answers once they are committed. */
export interface LastStatements<Result> {
  queries: readonly Compilable<unknown>[]
  resultOf: (answers: readonly unknown[][]) => Result
}

/** Returns statements with a function of their rows, for {@link CommandEnd}. */
export function lastStatements<const Q extends readonly Compilable<unknown>[], Result>(
  queries: Q,
  resultOf: (answers: Answers<Q>) => Result,
): LastStatements<Result> {
  return { queries, resultOf: resultOf as (answers: readonly unknown[][]) => Result }
}

interface CommandSpec<Schema extends z.ZodType, Row, Result> {
  action: Action<Row>
  input: Schema
  /**
   * Loads and locks the row by (school, id), only if this viewer may know of it. Undefined is answered with "not
   * found", the same for a missing row and for another school's.
   */
  load?: (running: Omit<CommandContext<z.output<Schema>, Row>, 'row'>) => Promise<Row | undefined>
  run: (running: CommandContext<z.output<Schema>, Row>) => Promise<CommandResult<Result> | CommandEnd<Result>>
  /**
   * Maps database constraints that may refuse to a field and a message; a function when other domains register some at
   * start.
   */
  conflicts?: Conflicts | (() => Conflicts)
  /** Statement timeout in milliseconds, when it is longer than that of a request. */
  statementTimeoutMs?: number
}

/**
 * Defines a command: parse the input, open the transaction, set the school for row-level security, load and lock the
 * row, authorize, run, write the audit row, commit.
 *
 * The returned function takes `(call, schoolId, input)` and throws Refusal: SIGNED_OUT, CHOOSE_PASSWORD, FORBIDDEN,
 * DISABLED_MODULE, NOT_FOUND (also for another school), BAD_INPUT with a problem per field, CONFLICT.
 */
export function command<Schema extends z.ZodType, Row = undefined, Result = void>(spec: CommandSpec<Schema, Row, Result>) {
  inputSchemas.push({ name: spec.action.name, schema: spec.input })
  return tracedAction(spec.action.name, async (call, schoolId, rawInput): Promise<Result> => {
    if (call.permissionOnly) throw new PermissionAnswer(permissionTo(call, spec.action as Action<never>, call.permissionOnly))
    const { viewer, school } = await authorize(call, spec.action as Action<never>, schoolId)
    if (school.id === 0 && !spec.action.platform) throw new Refusal('CONFLICT', noSchoolChosen())
    const input = parseInput(spec.input, rawInput)
    let after: CommandDone['afterCommit']
    const runInTransaction = () =>
      call.database.transaction(school.id, async (db, last = readIn(db)) => {
        const running = { db, read: readIn(db), call, viewer, school, schoolId: school.id, input }
        const row = (await spec.load?.(running)) as Row
        if (spec.load && row === undefined) throw notFound()
        requirePermission(may(spec.action, { viewer, school, row }))
        const done = await spec.run({ ...running, row })
        after = done.afterCommit
        const audited = auditRow(db, call, viewer, { schoolId: school.id, action: spec.action.name, done })
        if ('result' in done) {
          await last(audited)
          return done.result
        }
        const { queries, resultOf } = done.last
        const [, ...answers] = await last(audited, ...queries)
        return resultOf(answers)
      })
    const runAgain = () => againOnChangedResult(runInTransaction)
    const result = await (spec.statementTimeoutMs === undefined
      ? runAgain()
      : withStatementTimeout(spec.statementTimeoutMs, runAgain)
    ).catch((error: unknown) => {
      throw asRefusal(error, typeof spec.conflicts === 'function' ? spec.conflicts() : spec.conflicts)
    })
    await after?.()
    // The client's next request may reach another process and must see the change.
    await invalidationsPublished(call.database)
    return result
  })
}

/** The context of a query's `run`. */
export interface QueryContext<Input> {
  /** Builds statements; `read` runs them. */
  db: Db
  /** Runs several statements of this school in one round trip. */
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
  run: (reading: QueryContext<z.output<Schema>>) => Promise<Result>
}

/** Defines a query: parse, authorize, read. Throws as a command does. */
export function query<Schema extends z.ZodType, Result>(spec: QuerySpec<Schema, Result>) {
  inputSchemas.push({ name: spec.action.name, schema: spec.input })
  return tracedAction(spec.action.name, async (call, schoolId, rawInput): Promise<Result> => {
    if (call.permissionOnly) throw new PermissionAnswer(permissionTo(call, spec.action as Action<never>, call.permissionOnly))
    const { viewer, school } = await authorize(call, spec.action as Action<never>, schoolId)
    requirePermission(may(spec.action, { viewer, school, row: undefined }))
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

/** Runs a command or query of one school as a span of the request. */
function tracedAction<Result>(name: string, run: (call: Call, schoolId: number | string, rawInput: unknown) => Promise<Result>) {
  return (call: Call, schoolId: number | string, rawInput: unknown): Promise<Result> =>
    traced(name, {}, () => run(call, schoolId, rawInput))
}

const noSchoolChosen = () => t`Choose a school first: nothing can be changed in no school.`

/** Returns whether a command would be refused before it looks at any row, and the reason. */
function permissionTo(call: Call, action: Action<never>, school: School): Permission {
  if (!call.viewer) throw notSignedIn(call)
  const byRole = roleAndModulePermission(action, call.viewer, school)
  if (!byRole.allowed) return byRole
  if (school.id === 0 && !action.platform) return { allowed: false, reason: noSchoolChosen() }
  return generalPermission(action, call.viewer, school)
}

/** Returns the viewer and the school. Another school's id is answered like one that does not exist. */
async function authorize(call: Call, action: Action<never>, schoolId: number | string) {
  const { viewer } = call
  if (!viewer) throw notSignedIn(call)
  const id = Number(schoolId)
  const mayEnter = viewer.role === 'SUPERADMIN' || viewer.schoolId === id
  const school =
    mayEnter && Number.isSafeInteger(id) && id >= 0 ? await schoolById(call.database, id).catch(throwRefusal) : undefined
  if (!school) throw action.roles.includes(viewer.role) ? notFound() : new Refusal('FORBIDDEN', notAuthorized())
  const current =
    generalPermission(action, viewer, school).code === 'DISABLED_MODULE'
      ? ((await reloadSchool(call.database, id).catch(throwRefusal)) ?? school)
      : school
  requirePermission(roleAndModulePermission(action, viewer, current))
  return { viewer, school: current }
}

function throwRefusal(error: unknown): never {
  throw asRefusal(error)
}

/**
 * Validates input with a schema.
 *
 * @throws Refusal BAD_INPUT with a problem per field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  // Nobody corrects more at once, and 50,000 empty rows would return megabytes.
  const problems = parsed.error.issues.slice(0, 1000).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new Refusal('BAD_INPUT', problems[0]?.message ?? t`This cannot be saved as it is.`, problems)
}

function auditRow(
  db: Tx,
  { requestId }: Call,
  { subject, role }: Viewer,
  { schoolId, action, done }: { schoolId: number; action: string; done: CommandDone },
) {
  const row = { schoolId, subject, role, action, rowIds: [...done.ids], fields: [...(done.fields ?? [])], requestId }
  return db.insertInto('auditLog').values(row)
}

import { execute, type GraphQLSchema, parse } from 'graphql'
import type { Call } from '#platform/command.ts'
import { Database, enterSchool, type Tx } from '#platform/database/connect.ts'
import { callerOf } from '#platform/viewer.ts'
import { people, type TestSchool, type Who, type World } from '../world/testWorld.ts'
import { documentFor } from './documents.ts'
import { guardianToken } from './guardian.ts'
import { withoutClass } from './withoutClass.ts'

/**
 * The expected answers of an operation. `who` may run it in the own school; everybody else gets FORBIDDEN there.
 * Another school, and another school's row under the own school's id, give NOT_FOUND to those who may run it at home.
 */
export interface Expectation {
  who: readonly (Who | 'guardian')[]
  /** Returns the variables for a school; `schoolId` is added automatically. */
  variables?: (school: TestSchool & { extra: Extra }) => Record<string, unknown>
  /** The same for a row of class 8, which a class-limited ADMIN must not find. */
  outOfClass?: (school: TestSchool & { extra: Extra }) => Record<string, unknown>
  /** Code instead of NOT_FOUND: a class named by its text is an invalid value. */
  outOfClassCode?: 'BAD_INPUT'
  /** Others who must not find that row: a TEACHER of another section, another STUDENT. */
  notTheirs?: readonly (Who | 'guardian')[]
  /** Others with the right who must not find the row in the own school either, because of what it is about. */
  hiddenFrom?: readonly Who[]
  /** Not for an ADMIN limited to classes, who gets FORBIDDEN in the own school. */
  notLimited?: true
  /** The right of a limited ADMIN is checked before any row is read. */
  rightFirst?: true
  /** The input names no row, or rows are not told apart, so there is no foreign row to try. */
  noRow?: true
  /** The row belongs to these people only: others with the right do not find it. */
  personal?: Who | readonly Who[]
  /** Code instead of NOT_FOUND for others with the right, who may see the row. */
  personalCode?: 'FORBIDDEN' | 'BAD_INPUT'
  /** Works on the installation and takes no school. */
  platform?: true
  /** Needs no sign-in: the link or reference in the variables is the right. */
  anybody?: true
  /** For guardians who are signed in. Everybody else is asked to sign in as one. */
  guardian?: true
  /** The answer to a person without an own password, where everybody else gets an answer. */
  newcomer?: 'CHOOSE_PASSWORD'
  /** Variables with an invalid link or reference: another school's, or a changed one. */
  wrongLink?: (own: TestSchool & { extra: Extra }, other: TestSchool & { extra: Extra }) => Record<string, unknown>
}

/** Rows that single operations need besides those of the test world. */
export type Extra = Record<string, number | string>

/** Everybody who sends requests: the people of the test world, one without an own password, and a guardian. */
export type Asker = Who | 'newcomer' | 'guardian'
const askers: readonly Asker[] = [...people, 'newcomer', 'guardian']

/** A request, its expected answer and the real one: `ok` or the refusal's code. */
export interface Cell {
  operation: string
  who: Asker
  target: 'own' | 'outOfClass' | 'other' | 'foreignRow'
  expected: string
  actual: string
  /** The whole response as text. */
  text: string
}

class RolledBack {
  readonly result: unknown
  constructor(result: unknown) {
    this.result = result
  }
}

/** Rolls back every command after it succeeded, so that no cell changes the data of the next one. */
export class RehearsingDatabase extends Database {
  override async transaction<T>(schoolId: number, run: (db: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.kysely.transaction().execute(async (db) => {
        await enterSchool(db, schoolId)
        throw new RolledBack(await run(db))
      })
    } catch (thrown) {
      if (thrown instanceof RolledBack) return thrown.result as T
      throw thrown
    }
  }
}

/** Returns every operation of the schema, with kind and name. */
export function operations(schema: GraphQLSchema): { kind: 'query' | 'mutation'; name: string }[] {
  const names = (kind: 'query' | 'mutation') =>
    Object.keys((kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {}).map((name) => ({
      kind,
      name,
    }))
  return [...names('query'), ...names('mutation')]
}

/** @throws Error with the operations without an expectation, and the expectations without an operation */
export function mustMatch(schema: GraphQLSchema, expectations: Readonly<Record<string, Expectation>>): void {
  const there = new Set(operations(schema).map(({ name }) => name))
  const missing = [...there].filter((name) => !Object.hasOwn(expectations, name))
  const gone = Object.keys(expectations).filter((name) => !there.has(name))
  if (missing.length > 0)
    throw new Error(`Say in tests/matrix/expectations.ts who may do ${missing.join(', ')}: no operation is left out.`)
  if (gone.length > 0) throw new Error(`There is no operation ${gone.join(', ')} any more: take it out of tests/matrix.`)
  const silent = Object.entries(expectations).filter(
    ([name, { who, notLimited, anybody, outOfClass }]) =>
      (who.includes('limitedAdmin') && !notLimited && !anybody && !outOfClass) !== Object.hasOwn(withoutClass, name),
  )
  if (silent.length > 0)
    throw new Error(
      `Say in tests/matrix/withoutClass.ts why there is no row out of class, or give one: ${silent.map(([name]) => name).join(', ')}.`,
    )
}

/** Runs every operation as every person on every target. */
export async function* cells(
  schema: GraphQLSchema,
  world: World,
  database: RehearsingDatabase,
  expectations: Readonly<Record<string, Expectation>>,
  {
    own,
    other,
    newcomer,
  }: { own: TestSchool & { extra: Extra }; other: TestSchool & { extra: Extra }; newcomer: { subject: string } },
): AsyncGenerator<Cell> {
  mustMatch(schema, expectations)
  for (const { kind, name } of operations(schema)) {
    const expectation = expectations[name] as Expectation
    const document = documentFor(schema, kind, name)
    const variables = expectation.variables ?? (() => ({}))
    for (const who of askers) {
      const call =
        who === 'newcomer'
          ? { ...(await world.call('anonymous')), ...(await callerOf(world.database, newcomer)) }
          : who === 'guardian'
            ? { ...(await world.call('anonymous')), guardianToken }
            : await world.call(who)
      const ask = async (values: Record<string, unknown>) => answer(schema, document, { ...call, database }, values)
      // A newcomer may do what needs no sign-in, unless the expectation says otherwise.
      const closed = who === 'newcomer' && expectation.newcomer !== undefined
      // A guardian is nobody to all operations that are not for guardians.
      const asNobody = who === 'newcomer' || (who === 'guardian' && !expectation.guardian)
      const may = !closed && expectation.who.includes(asNobody ? 'anonymous' : who)
      const refusal = expectation.anybody && !closed ? 'ok' : expectation.guardian ? 'SIGNED_OUT' : refusalTo(who)
      const cell = (target: Cell['target'], expected: string, given: Answer): Cell => ({
        operation: name,
        who,
        target,
        expected,
        ...given,
      })

      const limited = expectation.notLimited && who === 'limitedAdmin'
      const found = expectation.hiddenFrom?.some((one) => one === who)
        ? 'NOT_FOUND'
        : expectation.personal === undefined || [expectation.personal].flat().some((one) => one === who)
          ? 'ok'
          : (expectation.personalCode ?? 'NOT_FOUND')
      yield cell('own', may && !limited ? found : refusal, await ask({ schoolId: String(own.id), ...variables(own) }))
      if (expectation.wrongLink) {
        const asked = { schoolId: String(own.id), ...expectation.wrongLink(own, other) }
        yield cell('foreignRow', may && !limited ? 'NOT_FOUND' : refusal, await ask(asked))
      }
      if (expectation.platform || expectation.anybody) continue
      const elsewhere = !may ? refusal : who === 'superadmin' ? found : 'NOT_FOUND'
      yield cell('other', elsewhere, await ask({ schoolId: String(other.id), ...variables(other) }))
      if (!expectation.noRow)
        yield cell(
          'foreignRow',
          may && !(limited && expectation.rightFirst) ? 'NOT_FOUND' : refusal,
          await ask({ schoolId: String(own.id), ...variables(other) }),
        )
      if (expectation.outOfClass) {
        const hidden = who === 'limitedAdmin' || expectation.notTheirs?.some((one) => one === who)
        const expected = !may ? refusal : hidden ? (expectation.outOfClassCode ?? 'NOT_FOUND') : found
        yield cell('outOfClass', expected, await ask({ schoolId: String(own.id), ...expectation.outOfClass(own) }))
      }
    }
  }
}

/** Returns the answer to a person whose role or state rules an operation out. */
function refusalTo(who: Asker): string {
  if (who === 'newcomer') return 'CHOOSE_PASSWORD'
  return who === 'anonymous' || who === 'disabled' || who === 'guardian' ? 'SIGNED_OUT' : 'FORBIDDEN'
}

interface Answer {
  actual: string
  text: string
}

async function answer(
  schema: GraphQLSchema,
  document: string,
  call: Call,
  variableValues: Record<string, unknown>,
): Promise<Answer> {
  const result = await execute({ schema, document: parse(document), contextValue: call, variableValues })
  const error = result.errors?.[0]
  const original = error?.originalError
  const code = original && 'code' in original && typeof original.code === 'string' ? original.code : error?.message
  return { actual: code ?? 'ok', text: `${JSON.stringify(result.data)}${JSON.stringify(result.errors ?? [])}` }
}

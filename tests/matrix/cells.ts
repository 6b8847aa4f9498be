import { execute, type GraphQLSchema, parse } from 'graphql'
import type { Call } from '#platform/command.ts'
import { Database, enterSchool, type Tx } from '#platform/database/connect.ts'
import { callerOf } from '#platform/viewer.ts'
import { people, type TestSchool, type Who, type World } from '../world.ts'
import { documentFor } from './documents.ts'
import { withoutClass } from './withoutClass.ts'

/**
 * What one operation answers to whom. `who` may do it in the own school; everybody else is FORBIDDEN there. Another school,
 * and another school's row under the own school's id, answer NOT_FOUND to those who may do it at home.
 */
export interface Expectation {
  who: readonly Who[]
  /** The variables of the operation for a school; `schoolId` is filled in by itself. */
  variables?: (school: TestSchool & { extra: Extra }) => Record<string, unknown>
  /** The same for a row that belongs to class 8: a class-limited ADMIN must not find it. */
  outOfClass?: (school: TestSchool & { extra: Extra }) => Record<string, unknown>
  /** What else than NOT_FOUND they are answered: what names a class by its text is a wrong value. */
  outOfClassCode?: 'BAD_INPUT'
  /** Who else must not find that row: a TEACHER of another section, another STUDENT. */
  notTheirs?: readonly Who[]
  /** Not for an ADMIN limited to classes, who is FORBIDDEN in the own school. */
  notLimited?: true
  /** Whether a limited ADMIN may at all is asked before any row is looked for. */
  rightFirst?: true
  /** The input names no row, or rows are not told apart: there is no "other school's row" to try. */
  noRow?: true
  /** The row is this person's alone: others who may do it to theirs do not find it. */
  personal?: Who
  /** Works on the installation and takes no school. */
  platform?: true
  /** Asks nobody who they are: the link or reference in the variables is the right. */
  anybody?: true
  /** The answer to somebody without an own password, where everybody else is answered. */
  newcomer?: 'CHOOSE_PASSWORD'
  /** Variables with a link or reference that is not right: of another school, or changed. */
  wrongLink?: (own: TestSchool & { extra: Extra }, other: TestSchool & { extra: Extra }) => Record<string, unknown>
}

/** Rows that single operations need besides those of the test world. */
export type Extra = Record<string, number | string>

/** Everybody who asks: the people of the world, and somebody who has no password of their own yet. */
export type Asker = Who | 'newcomer'
const askers: readonly Asker[] = [...people, 'newcomer']

/** One question put to the server, the expected answer and the real one: `ok` or the code of the refusal. */
export interface Cell {
  operation: string
  who: Asker
  target: 'own' | 'outOfClass' | 'other' | 'foreignRow'
  expected: string
  actual: string
  /** Everything that was answered, as text. */
  text: string
}

class RolledBack {
  readonly result: unknown
  constructor(result: unknown) {
    this.result = result
  }
}

/** Rolls every command back after it has succeeded, so that no cell changes what the next one sees. */
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

/** Every operation of the schema: its kind and name. */
export function operations(schema: GraphQLSchema): { kind: 'query' | 'mutation'; name: string }[] {
  const names = (kind: 'query' | 'mutation') =>
    Object.keys((kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {}).map((name) => ({
      kind,
      name,
    }))
  return [...names('query'), ...names('mutation')]
}

/** @throws Error naming the operations that nothing is expected of, and the expectations of operations that are not there */
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

/** Asks every operation as every person about every target. */
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
          : await world.call(who)
      const ask = async (values: Record<string, unknown>) => answer(schema, document, { ...call, database }, values)
      // A newcomer may ask for what nobody has to sign in for, unless the expectation says otherwise.
      const closed = who === 'newcomer' && expectation.newcomer !== undefined
      const may = !closed && expectation.who.includes(who === 'newcomer' ? 'anonymous' : who)
      const refusal = expectation.anybody && !closed ? 'ok' : refusalTo(who)
      const cell = (target: Cell['target'], expected: string, given: Answer): Cell => ({
        operation: name,
        who,
        target,
        expected,
        ...given,
      })

      const limited = expectation.notLimited && who === 'limitedAdmin'
      const found = expectation.personal === undefined || expectation.personal === who ? 'ok' : 'NOT_FOUND'
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
        const expected = !may ? refusal : hidden ? (expectation.outOfClassCode ?? 'NOT_FOUND') : 'ok'
        yield cell('outOfClass', expected, await ask({ schoolId: String(own.id), ...expectation.outOfClass(own) }))
      }
    }
  }
}

/** The answer to an asker whose role or state rules an operation out. */
function refusalTo(who: Asker): string {
  if (who === 'newcomer') return 'CHOOSE_PASSWORD'
  return who === 'anonymous' || who === 'disabled' ? 'SIGNED_OUT' : 'FORBIDDEN'
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

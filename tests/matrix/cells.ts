import {
  execute,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isListType,
  type GraphQLOutputType,
  parse,
} from 'graphql'
import type { Call } from '../../src/platform/command.ts'
import { Database, enterSchool, type Tx } from '../../src/platform/database/connect.ts'
import { people, type TestSchool, type Who, type World } from '../world.ts'

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
  /** A public read that answers null, not a refusal, to nobody. */
  anybody?: true
}

/** Rows that single operations need besides those of the test world. */
export type Extra = Record<string, number | string>

/** One question put to the server, the expected answer and the real one: `ok` or the code of the refusal. */
export interface Cell {
  operation: string
  who: Who
  target: 'own' | 'outOfClass' | 'other' | 'foreignRow'
  expected: string
  actual: string
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

/** Asks every operation as every person about every target. */
export async function* cells(
  schema: GraphQLSchema,
  world: World,
  database: RehearsingDatabase,
  expectations: Readonly<Record<string, Expectation>>,
  extra: { own: Extra; other: Extra },
): AsyncGenerator<Cell> {
  const own = { ...world.own, extra: extra.own }
  const other = { ...world.other, extra: extra.other }
  for (const { kind, name } of operations(schema)) {
    const expectation = expectations[name]
    if (!expectation)
      throw new Error(`The operation ${name} has no expectation: say in tests/matrix/expectations.ts who may do it.`)
    const document = documentFor(schema, kind, name)
    const variables = expectation.variables ?? (() => ({}))
    for (const who of people) {
      const call = await world.call(who)
      const ask = async (values: Record<string, unknown>) => answer(schema, document, { ...call, database }, values)
      const may = expectation.who.includes(who)
      const unknown = who === 'anonymous' || who === 'disabled'
      const refusal = expectation.anybody ? 'ok' : unknown ? 'SIGNED_OUT' : 'FORBIDDEN'
      const cell = (target: Cell['target'], expected: string, actual: string): Cell => ({
        operation: name,
        who,
        target,
        expected,
        actual,
      })

      const limited = expectation.notLimited && who === 'limitedAdmin'
      const found = expectation.personal === undefined || expectation.personal === who ? 'ok' : 'NOT_FOUND'
      yield cell('own', may && !limited ? found : refusal, await ask({ schoolId: String(own.id), ...variables(own) }))
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
        const hidden = who === 'limitedAdmin' || expectation.notTheirs?.includes(who)
        const expected = !may ? refusal : hidden ? 'NOT_FOUND' : 'ok'
        yield cell('outOfClass', expected, await ask({ schoolId: String(own.id), ...expectation.outOfClass(own) }))
      }
    }
  }
}

async function answer(
  schema: GraphQLSchema,
  document: string,
  call: Call,
  variableValues: Record<string, unknown>,
): Promise<string> {
  const result = await execute({ schema, document: parse(document), contextValue: call, variableValues })
  const error = result.errors?.[0]
  if (!error) return 'ok'
  const original = error.originalError
  return original && 'code' in original && typeof original.code === 'string' ? original.code : error.message
}

/** A document for one operation with all of its arguments as variables and every field that needs no arguments. */
function documentFor(schema: GraphQLSchema, kind: 'query' | 'mutation', name: string): string {
  const field = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields()[name]
  if (!field) throw new Error(`The schema has no ${kind} ${name}`)
  const declared = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const passed = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  return `${kind} ${declared ? `(${declared})` : ''} { ${name} ${passed ? `(${passed})` : ''} ${selection(field.type, 3)} }`
}

function selection(type: GraphQLOutputType, depth: number): string {
  let named: unknown = type
  while (isNonNullType(named) || isListType(named)) named = named.ofType
  if (isInputObjectType(named) || !isObjectType(named)) return ''
  const fields = Object.values(named.getFields())
    .filter((field) => field.args.length === 0)
    .map((field) => `${field.name} ${depth > 0 ? selection(field.type, depth - 1) : ''}`)
    .filter((text) => depth > 0 || !text.includes('{'))
  return `{ __typename ${depth > 0 ? fields.join(' ') : ''} }`
}

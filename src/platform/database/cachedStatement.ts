import { isDeepStrictEqual } from 'node:util'
import type { Compilable, CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../viewer.ts'

/**
 * Replaces each value of a record by a placeholder that is called `group.key`. What is missing, null or boolean stays
 * as it is, because the SQL text may depend on it.
 */
type Slots = <Values extends object>(group: string, values: Values) => Values

interface Statement {
  compiled: CompiledQuery
  /** The name of the value that each parameter stands for; undefined for a constant of the statement. */
  names: readonly (string | undefined)[]
}

const statements = new LRUCache<string, Statement>({ max: 1000 })
let isChecked = false

/**
 * Builds every reused statement a second time, from the values themselves, and throws when the two differ. For tests.
 */
export function checkCachedStatements(): void {
  isChecked = true
}

/**
 * Returns a statement that is compiled once per shape and bound by name to the values of this call. Compiling takes 0.3
 * to 0.5 ms for a list of students, more than all of GraphQL's work on it.
 * @param shape everything that the SQL text depends on, but for which values are missing, null or boolean, which is
 *   added here
 * @param ask returns the query's arguments, with each value passed through `slots`; the order does not matter
 * @param build builds the statement from these arguments alone; it may pass values on and ask whether they are null,
 *   and throws when it reads them
 */
export function cachedStatement<Question, Row>(
  shape: string,
  ask: (slots: Slots) => Question,
  build: (question: Question) => Compilable<Row>,
): Compilable<Row> {
  const values = new Map<string, unknown>()
  const question = ask((group, record) => {
    for (const [key, value] of Object.entries(record)) {
      const name = `${group}.${key}`
      if (values.has(name)) throw new Error(`Two values of a statement are called ${name}`)
      values.set(name, value)
    }
    return record
  })
  const names = [...values].map(([name, value]) => (isPartOfShape(value) ? `${name}=${String(value)}` : name))
  const key = JSON.stringify([shape, names.sort()])
  let statement = statements.get(key)
  if (!statement) {
    statement = compiledStatement(ask, build)
    statements.set(key, statement)
  }
  const { compiled } = statement
  const parameters = statement.names.map((name, at) => (name === undefined ? compiled.parameters[at] : values.get(name)))
  const bound = { ...compiled, parameters } as CompiledQuery<Row>
  if (isChecked) compare(shape, bound, build(question).compile())
  return { compile: () => bound }
}

const isPartOfShape = (value: unknown) => value === undefined || value === null || typeof value === 'boolean'

function compiledStatement<Question, Row>(
  ask: (slots: Slots) => Question,
  build: (question: Question) => Compilable<Row>,
): Statement {
  const nameOf = new Map<unknown, string>()
  const slots: Slots = (group, record) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => {
        if (isPartOfShape(value)) return [key, value]
        const slot = unreadable(`${group}.${key}`)
        nameOf.set(slot, `${group}.${key}`)
        return [key, slot]
      }),
    ) as typeof record
  const compiled = build(ask(slots)).compile()
  return { compiled, names: compiled.parameters.map((parameter) => nameOf.get(parameter)) }
}

/** Returns a placeholder. Reading it would put a part of one call's value into the statement of all. */
function unreadable(name: string): object {
  return new Proxy(
    {},
    {
      get: (_, property) => {
        // By this Kysely tells an expression from a value.
        if (property === 'toOperationNode') return undefined
        throw new Error(`A statement that is compiled once reads the value ${name}`)
      },
    },
  )
}

function compare(shape: string, reused: CompiledQuery, anew: CompiledQuery): void {
  if (reused.sql !== anew.sql || !isDeepStrictEqual(reused.parameters, anew.parameters))
    throw new Error(`The statement ${shape} is not the one that was asked for:\n${textOf(reused)}\ninstead of\n${textOf(anew)}`)
}

const textOf = ({ sql, parameters }: CompiledQuery) => `${sql} ${JSON.stringify(parameters)}`

/**
 * Returns a statement that is compiled once per name.
 * @param values what the statement is about; see {@link cachedStatement}
 */
export function namedStatement<Values extends object, Row>(
  name: string,
  values: Values,
  build: (values: Values) => Compilable<Row>,
): Compilable<Row> {
  return cachedStatement(name, (slots) => slots('values', values), build)
}

/**
 * Returns a statement about what a viewer may see, compiled once per name and kind of viewer; see
 * {@link namedStatement}.
 */
export function viewerStatement<Values extends object, Row>(
  name: string,
  viewer: Viewer,
  values: Values,
  build: (viewer: Viewer, values: Values) => Compilable<Row>,
): Compilable<Row> {
  return cachedStatement(
    `${name} ${viewer.role}`,
    (slots) => ({ viewer: slottedViewer(slots, viewer), values: slots('values', values) }),
    (question) => build(question.viewer, question.values),
  )
}

/** Returns what statements may know of a viewer whose role is a part of their shape. */
export function slottedViewer(slots: Slots, { role, subject, schoolId, userId, studentId, classIds }: Viewer): Viewer {
  return { role, ...slots('viewer', { subject, schoolId, userId, studentId, classIds }) } as Viewer
}

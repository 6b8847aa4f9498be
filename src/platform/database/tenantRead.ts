import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { wholeId } from './citus.ts'

/** The part of the driver's connection that a submitted query uses. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown, index: number) => unknown }): void
  describe(target: { type: 'P'; name: string }): void
  execute(portal: { portal: string; rows?: number }): void
  sync(): void
}

interface Result {
  addFields(fields: Field[]): void
  parseRow(values: unknown[]): Record<string, unknown>
}

interface Field {
  name: string
  dataTypeID: number
}

/** The result of a statement: how a row is parsed, and which columns contain JSON. */
interface Shape {
  result: Result
  json: string[]
}

const setSchool = "select set_config('app.school_id', $1, true)"
const setLimit = "select set_config('statement_timeout', $1, true)"
const jsonTypes = new Set<number>([pg.types.builtins.JSON, pg.types.builtins.JSONB])

/**
 * The statements that a connection has parsed, and their result shapes: PostgreSQL describes each once, not with every
 * read. A name is never used again after a failure, so an incomplete one does no harm.
 */
class Statements {
  static readonly #ofWire = new WeakMap<Wire, Statements>()
  readonly #known = new Map<string, { name: string; shape?: Shape }>()
  #count = 0

  static of(wire: Wire): Statements {
    let statements = Statements.#ofWire.get(wire)
    if (!statements) {
      statements = new Statements()
      Statements.#ofWire.set(wire, statements)
    }
    return statements
  }

  /** Parses a text once per connection; after 500 texts (searches of ever new shapes) without a name. */
  name(wire: Wire, text: string): string {
    const known = this.#known.get(text)
    if (known) return known.name
    const name = this.#known.size < 500 ? `r${this.#count++}` : ''
    wire.parse({ name, text })
    if (name) this.#known.set(text, { name })
    return name
  }

  shape(text: string): Shape | undefined {
    return this.#known.get(text)?.shape
  }

  remember(text: string, shape: Shape): void {
    const known = this.#known.get(text)
    if (known) known.shape = shape
  }

  forget(texts: string[]): void {
    for (const text of texts) this.#known.delete(text)
  }
}

const camelNames = new Map<string, string>()

function camel(name: string): string {
  let known = camelNames.get(name)
  if (known === undefined) {
    known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    if (camelNames.size < 5000) camelNames.set(name, known)
  }
  return known
}

function camelDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelDeep)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), camelDeep(inner)]))
}

/** Runs a statement without values and results. */
function runSimple(wire: Wire, text: string): void {
  wire.parse({ name: '', text })
  wire.bind({ statement: '', values: [], valueMapper: prepareValue })
  wire.execute({ portal: '' })
}

/** The statements for one school, and their timeout if it differs from the connection's. */
interface TenantQueries {
  schoolId: number
  queries: readonly CompiledQuery[]
  cluster: boolean
  statementMs: number | undefined
}

/**
 * Reads of one school in one round trip: `set_config` and every statement are bound before a single Sync, which makes
 * one implicit transaction. Nothing stays set on the connection after success or error, because the setting is local to
 * it.
 *
 * On a cluster the transaction is begun and ended explicitly, in the same round trip, because only then its nodes
 * receive the settings. After an error the holder of the connection ends it.
 */
export class TenantRead {
  readonly #schoolId: number
  readonly #statementMs: number | undefined
  readonly #queries: readonly CompiledQuery[]
  readonly #resolve: (results: unknown[][]) => void
  readonly #reject: (error: Error) => void
  readonly #results: unknown[][]
  readonly #shapes: (Shape | undefined)[]
  readonly #cluster: boolean
  /** The statement whose result arrives; negative while the school and the timeout are set. */
  #at: number
  #failed: Error | undefined
  #wire: Wire | undefined

  constructor(
    { schoolId, queries, cluster, statementMs }: TenantQueries,
    { resolve, reject }: { resolve: (results: unknown[][]) => void; reject: (error: Error) => void },
  ) {
    this.#schoolId = schoolId
    this.#statementMs = statementMs
    this.#queries = queries
    this.#cluster = cluster
    this.#at = (cluster ? -2 : -1) - (statementMs === undefined ? 0 : 1)
    this.#results = queries.map(() => [])
    this.#shapes = queries.map(() => undefined)
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(wire: Wire): Error | null {
    this.#wire = wire
    const statements = Statements.of(wire)
    wire.stream.cork()
    try {
      if (this.#cluster) {
        runSimple(wire, 'begin')
        if (this.#statementMs !== undefined) runSimple(wire, `set local statement_timeout to ${wholeId(this.#statementMs)}`)
        runSimple(wire, `set local app.school_id to '${wholeId(this.#schoolId)}'`)
      } else {
        const set = (text: string, value: number) => {
          wire.bind({ statement: statements.name(wire, text), values: [String(value)], valueMapper: prepareValue })
          wire.execute({ portal: '' })
        }
        if (this.#statementMs !== undefined) set(setLimit, this.#statementMs)
        set(setSchool, this.#schoolId)
      }
      this.#queries.forEach(({ sql, parameters }, index) => {
        this.#shapes[index] = statements.shape(sql)
        wire.bind({ statement: statements.name(wire, sql), values: parameters, valueMapper: prepareValue })
        if (!this.#shapes[index]) wire.describe({ type: 'P', name: '' })
        wire.execute({ portal: '' })
      })
      if (this.#cluster) runSimple(wire, 'commit')
    } catch (error) {
      this.#failed = error instanceof Error ? error : new Error(String(error))
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
    return null
  }

  handleRowDescription(message: { fields: Field[] }): void {
    const query = this.#queries[this.#at]
    if (!query || !this.#wire) return
    const ResultOf = pg.Result as unknown as new () => Result
    const result = new ResultOf()
    for (const field of message.fields) field.name = camel(field.name)
    result.addFields(message.fields)
    const json = message.fields.filter((field) => jsonTypes.has(field.dataTypeID)).map((field) => field.name)
    const shape = { result, json }
    this.#shapes[this.#at] = shape
    Statements.of(this.#wire).remember(query.sql, shape)
  }

  handleDataRow(message: { fields: unknown[] }): void {
    const shape = this.#shapes[this.#at]
    if (!shape || this.#failed) return
    try {
      const row = shape.result.parseRow(message.fields)
      for (const name of shape.json) row[name] = camelDeep(row[name])
      this.#results[this.#at]?.push(row)
    } catch (error) {
      // Thrown here, inside the handling of the driver's message, it would end the process.
      this.#failed = error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete(): void {
    this.#at += 1
  }

  handleEmptyQuery(): void {
    this.#at += 1
  }

  handlePortalSuspended(): void {
    this.#failed = new Error('A read was suspended although it asked for all of its rows.')
  }

  /** The driver never calls `handleReadyForQuery` of a failed query, so it settles here. */
  handleError(error: Error): void {
    if (this.#wire) Statements.of(this.#wire).forget([setLimit, setSchool, ...this.#queries.map((query) => query.sql)])
    this.#reject(this.#failed ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#failed) this.handleError(this.#failed)
    else this.#resolve(this.#results)
  }
}

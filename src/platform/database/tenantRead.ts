import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** The part of the driver's connection that a submitted query speaks to. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown, index: number) => unknown }): void
  describe(target: { type: 'P'; name: string }): void
  execute(portal: { portal: string; rows?: number }): void
  sync(): void
}

interface Result {
  rows: unknown[]
  addFields(fields: { name: string }[]): void
  parseRow(values: unknown[]): unknown
}

const setSchool = "select set_config('app.school_id', $1, true)"
const jsonTypes = new Set<number>([pg.types.builtins.JSON, pg.types.builtins.JSONB])

/** Which statements a connection has parsed. A name is never used again after a failure, so a half-known one cannot matter. */
class Statements {
  static readonly #ofWire = new WeakMap<Wire, Statements>()
  readonly #names = new Map<string, string>()
  #count = 0

  static of(wire: Wire): Statements {
    let statements = Statements.#ofWire.get(wire)
    if (!statements) {
      statements = new Statements()
      Statements.#ofWire.set(wire, statements)
    }
    return statements
  }

  /** Parses a text once per connection; past 500 texts (searches of ever other shapes) without a name. */
  name(wire: Wire, text: string): string {
    const known = this.#names.get(text)
    if (known) return known
    const name = this.#names.size < 500 ? `r${this.#count++}` : ''
    wire.parse({ name, text })
    if (name) this.#names.set(text, name)
    return name
  }

  forget(texts: string[]): void {
    for (const text of texts) this.#names.delete(text)
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

/**
 * Reads of one school in one round trip: `set_config` and every statement are bound before a single Sync, which makes one
 * implicit transaction. Nothing stays set on the connection after success or error, because the setting is local to it.
 */
export class TenantRead {
  readonly #schoolId: number
  readonly #queries: readonly CompiledQuery[]
  readonly #resolve: (results: unknown[][]) => void
  readonly #reject: (error: Error) => void
  readonly #results: Result[] = []
  #at = -1
  #json: boolean[] = []
  #failed: Error | undefined
  #wire: Wire | undefined

  constructor(
    schoolId: number,
    queries: readonly CompiledQuery[],
    resolve: (results: unknown[][]) => void,
    reject: (error: Error) => void,
  ) {
    this.#schoolId = schoolId
    this.#queries = queries
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(wire: Wire): Error | null {
    this.#wire = wire
    const statements = Statements.of(wire)
    wire.stream.cork()
    try {
      wire.bind({ statement: statements.name(wire, setSchool), values: [String(this.#schoolId)], valueMapper: prepareValue })
      wire.execute({ portal: '' })
      for (const { sql, parameters } of this.#queries) {
        wire.bind({ statement: statements.name(wire, sql), values: parameters, valueMapper: prepareValue })
        wire.describe({ type: 'P', name: '' })
        wire.execute({ portal: '' })
      }
    } catch (error) {
      this.#failed = error instanceof Error ? error : new Error(String(error))
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
    return null
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    const ResultOf = pg.Result as unknown as new () => Result
    const result = new ResultOf()
    this.#json = message.fields.map((field) => jsonTypes.has(field.dataTypeID))
    for (const field of message.fields) field.name = camel(field.name)
    result.addFields(message.fields)
    this.#results[this.#at] = result
  }

  handleDataRow(message: { fields: unknown[] }): void {
    if (this.#at < 0) return
    const result = this.#results[this.#at]
    if (!result || this.#failed) return
    const row = result.parseRow(message.fields) as Record<string, unknown>
    if (this.#json.includes(true)) {
      const names = Object.keys(row)
      this.#json.forEach((json, index) => {
        const name = names[index]
        if (json && name !== undefined) row[name] = camelDeep(row[name])
      })
    }
    result.rows.push(row)
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

  /** The driver never calls `handleReadyForQuery` of a query that has failed: it settles here. */
  handleError(error: Error): void {
    if (this.#wire) Statements.of(this.#wire).forget([setSchool, ...this.#queries.map((query) => query.sql)])
    this.#reject(this.#failed ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#failed) this.handleError(this.#failed)
    else this.#resolve(this.#queries.map((_, index) => this.#results[index]?.rows ?? []))
  }
}

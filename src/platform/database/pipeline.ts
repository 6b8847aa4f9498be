import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { isChangedResult } from './changedResult.ts'

/** The part of the driver's connection that a submitted query uses. */
interface Wire {
  stream: { writable: boolean; write(bytes: Buffer): unknown }
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

/**
 * Returns the same connection with its messages collected instead of sent. An account's round trip has about thirty; in
 * one piece they take 65 µs of the processor instead of 90.
 */
function collecting(wire: Wire, messages: Buffer[]): Wire {
  const stream = { writable: wire.stream.writable, write: (bytes: Buffer) => messages.push(bytes) }
  return Object.create(wire, { stream: { value: stream } }) as Wire
}

/** The result of a statement: how a row is parsed, and which columns contain JSON. */
interface Shape {
  result: Result
  json: string[]
}

const jsonTypes = new Set<number>([pg.types.builtins.JSON, pg.types.builtins.JSONB])

/** Number of statements that a connection keeps. */
const mostNames = 1000
/** A longer text is a bulk statement, and another one for every number of rows. */
const longestNamed = 30_000

/**
 * The statements that a connection has parsed, and their result shapes: PostgreSQL describes each once, not with every
 * use. A name is never used again after a failure, so an incomplete one does no harm.
 */
class Statements {
  static readonly #ofWire = new WeakMap<Wire, Statements>()
  /** Grows when a migration has changed what a statement answers: every connection then parses its statements anew. */
  static #schema = 0
  readonly #known = new Map<string, { name: string; shape?: Shape }>()
  #count = 0
  #parsedFor = 0

  static of(wire: Wire): Statements {
    let statements = Statements.#ofWire.get(wire)
    if (!statements) {
      statements = new Statements()
      Statements.#ofWire.set(wire, statements)
    }
    if (statements.#parsedFor !== Statements.#schema) statements.#known.clear()
    statements.#parsedFor = Statements.#schema
    return statements
  }

  static schemaChanged(): void {
    Statements.#schema += 1
  }

  /**
   * Returns the name of a text that is parsed once per connection, and whether it was parsed now; without a name after
   * {@link mostNames} texts (searches of ever new shapes).
   */
  name(wire: Wire, { sql: text, once }: Statement): { name: string; parsed: boolean } {
    const known = this.#known.get(text)
    if (known) return { name: known.name, parsed: false }
    const named = once !== true && this.#known.size < mostNames && text.length < longestNamed
    const name = named ? `r${this.#count++}` : ''
    wire.parse({ name, text })
    if (named) this.#known.set(text, { name })
    return { name, parsed: true }
  }

  shape(text: string): Shape | undefined {
    return this.#known.get(text)?.shape
  }

  remember(text: string, shape: Shape): void {
    const known = this.#known.get(text)
    if (known) known.shape = shape
  }

  forget(text: string): void {
    this.#known.delete(text)
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

/** A statement of a pipeline. Kysely's compiled queries are such. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
  /** Its text will not come again, so that it is not kept. */
  once?: boolean
}

/** The result of a statement. */
export interface StatementResult {
  /** With names in camelCase, in JSON too. */
  rows: Record<string, unknown>[]
  /** Such as `INSERT 0 1`, `COMMIT` or `ROLLBACK`. */
  tag: string
}

/**
 * Several statements in one round trip: all are bound before a single Sync. Outside a transaction they are one implicit
 * transaction, so nothing stays set on the connection after success or error. After an error PostgreSQL skips the rest,
 * a `commit` among it.
 */
export class Pipeline {
  readonly statements: readonly Statement[]
  readonly #resolve: (results: StatementResult[]) => void
  readonly #reject: (error: Error) => void
  readonly results: StatementResult[]
  readonly #shapes: (Shape | undefined)[]
  readonly #parsed: boolean[] = []
  /** The statement whose result arrives. */
  #at = 0
  #failed: Error | undefined
  /** The statement that has failed. */
  #failedAt = 0
  #wire: Wire | undefined

  constructor(
    statements: readonly Statement[],
    { resolve, reject }: { resolve: (results: StatementResult[]) => void; reject: (error: Error) => void },
  ) {
    this.statements = statements
    this.results = statements.map(() => ({ rows: [], tag: '' }))
    this.#shapes = statements.map(() => undefined)
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(wire: Wire): Error | null {
    this.#wire = wire
    const known = Statements.of(wire)
    const messages: Buffer[] = []
    const collected = collecting(wire, messages)
    let bound = 0
    try {
      this.statements.forEach((statement, index) => {
        bound = index
        this.#shapes[index] = known.shape(statement.sql)
        const { name, parsed } = known.name(collected, statement)
        this.#parsed.push(parsed)
        collected.bind({ statement: name, values: statement.parameters, valueMapper: prepareValue })
        if (!this.#shapes[index]) collected.describe({ type: 'P', name: '' })
        collected.execute({ portal: '' })
      })
    } catch (error) {
      this.#fail(error, bound)
    } finally {
      collected.sync()
      // As the driver does: of a connection that has ended the query hears by itself.
      if (wire.stream.writable) wire.stream.write(Buffer.concat(messages))
    }
    return null
  }

  handleRowDescription(message: { fields: Field[] }): void {
    const statement = this.statements[this.#at]
    if (!statement || !this.#wire) return
    const ResultOf = pg.Result as unknown as new () => Result
    const result = new ResultOf()
    for (const field of message.fields) field.name = camel(field.name)
    result.addFields(message.fields)
    const json = message.fields.filter((field) => jsonTypes.has(field.dataTypeID)).map((field) => field.name)
    const shape = { result, json }
    this.#shapes[this.#at] = shape
    Statements.of(this.#wire).remember(statement.sql, shape)
  }

  handleDataRow(message: { fields: unknown[] }): void {
    const shape = this.#shapes[this.#at]
    if (!shape || (this.#failed && this.#failedAt <= this.#at)) return
    try {
      const row = shape.result.parseRow(message.fields)
      for (const name of shape.json) row[name] = camelDeep(row[name])
      this.results[this.#at]?.rows.push(row)
    } catch (error) {
      // Thrown here, inside the handling of the driver's message, it would end the process.
      this.#fail(error)
    }
  }

  handleCommandComplete(message: { text: string }): void {
    const result = this.results[this.#at]
    if (result) result.tag = message.text
    this.#at += 1
  }

  handleEmptyQuery(): void {
    this.#at += 1
  }

  handlePortalSuspended(): void {
    this.#fail(new Error('A statement was suspended although it asked for all of its rows.'))
  }

  /** The first statement that fails counts. One that could not be bound fails before the others are answered. */
  #fail(error: unknown, at = this.#at): void {
    if (this.#failed && this.#failedAt <= at) return
    this.#failed = error instanceof Error ? error : new Error(String(error))
    this.#failedAt = at
  }

  /** The driver never calls `handleReadyForQuery` of a failed query, so it settles here. */
  handleError(error: Error): void {
    if (this.#wire) this.#forgetUnfinished(Statements.of(this.#wire), error)
    this.#fail(error)
    this.#reject(this.#failed ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#failed) this.handleError(this.#failed)
    else this.#resolve(this.results)
  }

  /**
   * Forgets the texts that PostgreSQL may not have parsed, from the failed statement on, and the failed one itself
   * where its name is not valid any more; all of all connections where a migration has changed a result.
   */
  #forgetUnfinished(known: Statements, error: Error): void {
    if (isChangedResult(error)) Statements.schemaChanged()
    // 26000: there is no statement of this name.
    const invalid = error instanceof pg.DatabaseError && error.code === '26000'
    this.statements.forEach(({ sql }, index) => {
      const unfinished = index >= this.#at && this.#parsed[index] !== false
      if (unfinished || (invalid && index === this.#at)) known.forget(sql)
    })
  }
}

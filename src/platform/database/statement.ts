import { type Compilable, CompiledQuery } from 'kysely'

/**
 * Returns a statement written in SQL, for `read` and `write`; its columns are returned in camelCase. PostgreSQL parses
 * its text once.
 */
export function statement<Row>(text: string, values: readonly unknown[]): Compilable<Row> {
  return { compile: () => CompiledQuery.raw(text, [...values]) as CompiledQuery<Row> }
}

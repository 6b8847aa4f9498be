import { type Compilable, CompiledQuery } from 'kysely'

/** A statement written as SQL, for `read` and `write`; its columns answer in camelCase. Its text is compiled once, by PostgreSQL. */
export function statement<Row>(text: string, values: readonly unknown[]): Compilable<Row> {
  return { compile: () => CompiledQuery.raw(text, [...values]) as CompiledQuery<Row> }
}

import type { OperationNode } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { Pipeline } from '#platform/database/pipeline.ts'
import { wrongValues } from './wrongValues.ts'

/*
 * Compares what PostgreSQL answers in the tests with what the statements' `sql<T>` say, which no compiler can, and
 * fails a test file where a value is something else.
 */

/** What was found in this process, by place. Its test files share it. */
const found: Map<string, { said: string; reported: boolean }> = ((
  globalThis as { valuesOfTests?: typeof found }
).valuesOfTests ??= watchAnswers())

function watchAnswers(): typeof found {
  const wrong: typeof found = new Map()
  const find = wrongValues(inject('assertedRows'))
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [pipeline] = args
    if (pipeline instanceof Pipeline) {
      const settle = pipeline.handleReadyForQuery.bind(pipeline)
      pipeline.handleReadyForQuery = () => {
        for (const [index, statement] of pipeline.statements.entries()) {
          if (!('query' in statement)) continue
          for (const { place, problem } of find(statement.query as OperationNode, pipeline.results[index]?.rows ?? [])) {
            const said = `${place} in “${expect.getState().currentTestName ?? 'before its tests'}”:\n${problem}`
            if (!wrong.has(place)) wrong.set(place, { said, reported: false })
          }
        }
        settle()
      }
    }
    return query.apply(this, args)
  } as pg.Client['query']
  return wrong
}

afterAll(() => {
  const news = [...found.values()].filter(({ reported }) => !reported)
  for (const each of news) each.reported = true
  if (news.length > 0)
    throw new Error(`Values that are not of the type that is said:\n\n${news.map(({ said }) => said).join('\n\n')}`)
})

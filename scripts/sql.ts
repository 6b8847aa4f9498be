/**
 * `npm run sql [-- "STATEMENT"] [--school ID]`: asks the installation's database, also the one that comes with Shala,
 * which has no psql. Without a statement it answers what is piped in, or typed. Everything is read only and ends after
 * a minute. An owner that is no superuser sees the rows of one school at a time: --school.
 */
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { CannotStart } from '#platform/cannotStart.ts'
import { loadConfig } from '#platform/config.ts'
import { operate, say, withOwner } from './operator.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

/** Of an answer, as many rows are printed. */
const mostRows = 200

/** Values as PostgreSQL writes them. */
const asText = { getTypeParser: () => (value: unknown) => value }

await operate(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { school: { type: 'string' } } })
  return withOwner(loadConfig(process.env), async (ownerUrl) => {
    const client = new pg.Client({
      connectionString: ownerUrl,
      connectionTimeoutMillis,
      application_name: 'shala sql',
      options: `-c default_transaction_read_only=on -c statement_timeout=60s ${ofSchool(values.school)}`,
      types: asText,
    })
    await client.connect()
    try {
      if (positionals.length > 0) return (await answer(client, positionals.join(' '))) ? 0 : 1
      if (!process.stdin.isTTY) return (await answer(client, await text(process.stdin))) ? 0 : 1
      await answerTyped(client)
      return 0
    } finally {
      await client.end()
    }
  })
})

function ofSchool(id: string | undefined): string {
  if (id === undefined) return ''
  if (!/^\d{1,15}$/.test(id)) throw new CannotStart(`--school must be the id of a school, and is ${id}.`)
  return `-c app.school_id=${id}`
}

/** Answers what is typed, until Ctrl-D. A wrong statement is answered with its mistake. */
async function answerTyped(client: pg.Client): Promise<void> {
  say('Read only. A statement ends with ; and Ctrl-D ends this.')
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'shala> ' })
  let isOpen = true
  lines.once('close', () => (isOpen = false))
  lines.prompt()
  let statement = ''
  for await (const line of lines) {
    statement += `${line}\n`
    if (line.trimEnd().endsWith(';')) {
      await answer(client, statement)
      statement = ''
    }
    if (isOpen) lines.prompt()
  }
}

/** Prints the answer of a statement, or why there is none. */
async function answer(client: pg.Client, statement: string): Promise<boolean> {
  try {
    const answers: pg.QueryResult<Record<string, unknown>> | pg.QueryResult<Record<string, unknown>>[] =
      await client.query(statement)
    for (const { rows } of [answers].flat()) {
      if (rows.length > 0) console.table(rows.slice(0, mostRows))
      say(rows.length > mostRows ? `${rows.length} rows, of which ${mostRows} are shown` : `${rows.length} rows`)
    }
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    process.stderr.write(`${error.message}${error.hint === undefined ? '' : `\n${error.hint}`}\n`)
    return false
  }
}

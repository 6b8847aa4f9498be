/**
 * Baseline of the benchmarks: Node's own HTTP server and the raw driver, in a separate process. It takes the same
 * requests and runs the same statements, prepared, over as many connections, as the tables' owner, and answers with the
 * rows as JSON. It has no token, no tenant check and no GraphQL. `node bench/rawServer.ts DATABASE_URL CONNECTIONS
 * MODULE` prints its port; the module exports `statements(kysely, request)`.
 */
import { createServer } from 'node:http'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { Database, type Db } from '#platform/database/connect.ts'
import type { GraphqlRequest } from './http.ts'

const [url = '', connections = '10', module = ''] = process.argv.slice(2)
const { statements } = (await import(module)) as { statements: (db: Db, request: GraphqlRequest) => readonly CompiledQuery[] }
const pool = new pg.Pool({ connectionString: url, max: Number(connections) })
// Only builds statements; runs no query.
const { kysely } = new Database(url, { onError: () => undefined, connections: 1 })
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    void answer(JSON.parse(Buffer.concat(parts).toString()) as GraphqlRequest).then((text) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.end(text)
    })
  })
})

async function answer(graphqlRequest: GraphqlRequest): Promise<string> {
  const client = await pool.connect()
  try {
    const answers = []
    for (const { sql, parameters } of statements(kysely, graphqlRequest))
      answers.push((await client.query({ name: nameOf(sql), text: sql, values: [...parameters] })).rows)
    return JSON.stringify({ data: answers })
  } finally {
    client.release()
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})

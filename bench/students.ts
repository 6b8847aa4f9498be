import { benchAdmin, benchPassword, fill } from './fill.ts'
import { type GraphqlRequest, overHttp } from './http.ts'
import { line } from './report.ts'
import { benchServer } from './server.ts'

const size = { schools: 100, students: 2000 }
const clients = 64
const connections = 10
const seconds = 8

const listDocument = `query ($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) {
  total rows { id roll className sectionName student { id name phone registerNo gender disabled loginEmail birthdate } } } }`
const studentDocument = `query ($schoolId: ID!, $id: ID!) { student(schoolId: $schoolId, id: $id) {
  id name phone registerNo gender disabled loginEmail birthdate places { roll className sectionName } } }`
const searches = ['ash', 'pat', 'roh', 'kul', 'R00', 'mee', 'sha', 'jos']

/**
 * Measures a list page, a search and one student on 100 schools × 2,000 students, each beside the raw driver in the
 * same run.
 */
export async function students(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId, termId, studentIds } = await fill(server.ownerUrl, server.appUrl, size)
    const { url, token } = await server.serve()
    const bearer = await token(benchAdmin, benchPassword)
    const driver = await server.serveRaw(connections, './studentStatements.ts')
    process.stdout.write(`${'students'.padEnd(32)}   req/s     p50     p99  ratio\n`)
    for (const [name, next] of Object.entries(workload(String(schoolId), String(termId), studentIds))) {
      for (const target of [url, driver]) await overHttp(target, bearer, next, { clients, seconds: 3 })
      const raw = await overHttp(driver, bearer, next, { clients, seconds })
      const measured = await overHttp(url, bearer, next, { clients, seconds })
      const alone = await overHttp(url, bearer, next, { clients: 1, seconds: 4 })
      process.stdout.write(`${line(name, measured, raw)}\n`)
      process.stdout.write(`${line(`${name}, one client`, alone, null)}\n`)
      process.stdout.write(`${line(`${name}, raw driver`, raw, null)}\n`)
    }
  } finally {
    await server.stop()
  }
}

function workload(schoolId: string, termId: string, studentIds: readonly number[]): Record<string, () => GraphqlRequest> {
  let turn = 0
  const list = (view: Record<string, unknown>): GraphqlRequest => ({
    query: listDocument,
    variables: { schoolId, input: { termId, pageSize: 20, ...view } },
  })
  return {
    'list page of 20': () => list({ page: turn++ % 20 }),
    'search, three letters': () => list({ page: 0, search: searches[turn++ % searches.length] }),
    'one student': () => ({
      query: studentDocument,
      variables: { schoolId, id: String(studentIds[(turn++ * 7919) % studentIds.length]) },
    }),
  }
}

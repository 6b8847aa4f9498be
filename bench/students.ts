import type { CompiledQuery } from 'kysely'
import { Database } from '../src/platform/database/connect.ts'
import { readStudent } from '../src/domains/students/server/students.sql.ts'
import { studentCount, studentPage } from '../src/domains/students/server/studentList.sql.ts'
import { studentsView } from '../src/domains/students/students.schema.ts'
import type { Viewer } from '../src/platform/viewer.ts'
import { benchAdmin, benchPassword, fill } from './fill.ts'
import { type GraphqlRequest, overHttp } from './http.ts'
import { raw } from './raw.ts'
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

/** One part of the workload: the same question to the server and to the raw driver. */
interface Part {
  name: string
  request(): GraphqlRequest
  statements(): readonly CompiledQuery[]
}

/** List page, search and one student on 100 schools × 2,000 students, each beside the raw driver in the same run. */
export async function students(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId, termId, studentIds } = await fill(server.ownerUrl, server.appUrl, size)
    const parts = workload(server.appUrl, schoolId, termId, studentIds)
    const { url, token } = await server.serve()
    const bearer = await token(benchAdmin, benchPassword)
    process.stdout.write(`${'students'.padEnd(28)}   req/s     p50     p99  ratio\n`)
    for (const part of parts) {
      const load = { clients, connections, seconds }
      await overHttp(url, bearer, () => part.request(), { clients, seconds: 3 })
      const driver = await raw(server.ownerUrl, () => part.statements(), load)
      const measured = await overHttp(url, bearer, () => part.request(), load)
      const alone = await overHttp(url, bearer, () => part.request(), { clients: 1, seconds: 4 })
      process.stdout.write(`${line(part.name, measured, driver)}\n`)
      process.stdout.write(`${line(`${part.name}, one client`, alone, null)}\n`)
      process.stdout.write(`${line(`${part.name}, raw driver`, driver, null)}\n`)
    }
  } finally {
    await server.stop()
  }
}

function workload(appUrl: string, schoolId: number, termId: number, studentIds: readonly number[]): Part[] {
  // Only builds statements; nothing is asked over it.
  const builder = new Database(appUrl, { onError: () => undefined, connections: 1 }).kysely
  const viewer = { role: 'ADMIN', classIds: null, schoolId } as unknown as Viewer
  let turn = 0
  const page = (fields: Record<string, unknown>) => ({ termId: String(termId), pageSize: 20, ...fields })
  const ofList = (next: () => Record<string, unknown>) => ({
    request: () => ({ query: listDocument, variables: { schoolId: String(schoolId), input: page(next()) } }),
    statements: () => {
      const view = studentsView.parse(page(next()))
      return [studentPage(builder, schoolId, viewer, view).compile(), studentCount(builder, schoolId, viewer, view).compile()]
    },
  })
  const nextStudent = () => studentIds[(turn++ * 7919) % studentIds.length] ?? 0
  return [
    { name: 'list page of 20', ...ofList(() => ({ page: turn++ % 20 })) },
    { name: 'search, three letters', ...ofList(() => ({ page: 0, search: searches[turn++ % searches.length] })) },
    {
      name: 'one student',
      request: () => ({ query: studentDocument, variables: { schoolId: String(schoolId), id: String(nextStudent()) } }),
      statements: () => [readStudent(builder, schoolId, viewer, nextStudent()).compile()],
    },
  ]
}

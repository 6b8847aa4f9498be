import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { signer } from '#scripts/signer.ts'
import { fillLive, type Person } from './fillLive.ts'
import { graphql } from './http.ts'
import { registers } from './liveRegisters.ts'
import { databaseProcess, processorSeconds } from './processorSeconds.ts'
import type { Load, Polled, Poller } from './pollers.ts'
import { screenDocument } from './screenDocument.ts'
import { type BenchServer, benchServer } from './server.ts'

const teacherEvery = 2000
const studentEvery = 3000
const ramp = 10_000
const settle = 5000
const measure = 20_000

const startDocument = 'mutation ($s: ID!, $i: StartLecturesInput!) { startLectures(schoolId: $s, input: $i) { items { id } } }'
const endDocument = 'mutation ($s: ID!, $i: EndLecturesInput!) { endLectures(schoolId: $s, input: $i) { seconds } }'

/**
 * Measures live lectures against one server and one database: one teacher per lecture polls every two seconds, students
 * every three. All of them twice in a row, then half of the students, then half of the lectures. Also measures taking
 * and viewing registers. `--students N` (10,000), `--lectures N` (200), `--schools N` (10), `--processes N` (2).
 */
export async function live(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      students: { type: 'string' },
      lectures: { type: 'string' },
      schools: { type: 'string' },
      processes: { type: 'string' },
    },
  })
  const size = {
    students: Number(values.students ?? 10_000),
    lectures: Number(values.lectures ?? 200),
    schools: Number(values.schools ?? 10),
  }
  const processes = Number(values.processes ?? 2)
  const server = await benchServer({ shared_preload_libraries: 'pg_stat_statements', max_connections: '100' })
  try {
    const { teachers, students } = await fillLive(server.ownerUrl, server.appUrl, size)
    const { url } = await server.serve({ PROCESSES: String(processes) })
    const sign = await signer(server.ownerUrl, url)
    const say = (text: string) => void process.stdout.write(`${text}\n`)
    const half = <T>(all: readonly T[]) => all.filter((_, index) => index % 2 === 0)
    const sections = new Set(half(teachers).map((teacher) => teacher.sectionId))
    say(
      `${processes} serving processes, ${size.schools} schools, teachers poll every ${teacherEvery / 1000} s, students every ${studentEvery / 1000} s, for ${measure / 1000} s`,
    )
    say(columns)
    // Twice, because the first joins processes whose code is not compiled yet.
    const parts = [
      [teachers, students],
      [teachers, students],
      [teachers, half(students)],
      [half(teachers), students.filter((student) => sections.has(student.sectionId))],
    ] as const
    for (const [some, who] of parts) say(line(some.length, who.length, await lecturesOf({ server, url, sign }, some, who)))
    await registers(server, url, sign, say)
  } finally {
    await server.stop()
  }
}

interface Scene {
  server: BenchServer
  url: string
  sign: (subject: string) => Promise<string>
}

interface Measured extends Polled {
  statements: number
  serverCores: number
  databaseCores: number
  /** Processor seconds while everybody joined. */
  joining: { server: number; database: number; load: number }
}

async function lecturesOf(
  { server, url, sign }: Scene,
  teachers: readonly Person[],
  students: readonly Person[],
): Promise<Measured> {
  const started = await Promise.all(
    teachers.map(async (teacher) => {
      const token = await sign(teacher.subject)
      const { schoolId, termId, classId, sectionId } = teacher
      const input = { key: randomUUID(), termId, items: [{ classId, sectionId, subjectId: 0, bookId: 0, multiselect: false }] }
      const answer = await graphql(url, token, startDocument, { s: schoolId, i: input })
      return { teacher, token, id: (answer as { startLectures: { items: { id: string }[] } }).startLectures.items[0]?.id ?? '' }
    }),
  )
  const lectureOf = new Map(started.map(({ teacher, id }) => [teacher.sectionId, id]))
  const documents = { LecturesNow: screenDocument('LecturesNow'), AttendLecture: screenDocument('AttendLecture') }
  const body = (operationName: keyof typeof documents, s: number, i: object) =>
    JSON.stringify({
      operationName,
      query: documents[operationName],
      variables: { schoolId: String(s), input: { ...i, seen: '@seen' } },
    })
  const pollers: Poller[] = started.map(({ teacher, token, id }) => ({
    token,
    student: false,
    every: teacherEvery,
    body: body('LecturesNow', teacher.schoolId, { ids: [id] }),
  }))
  for (const student of students) {
    const id = lectureOf.get(student.sectionId)
    pollers.push({
      token: await sign(student.subject),
      student: true,
      every: studentEvery,
      body: body('AttendLecture', student.schoolId, { id }),
    })
  }
  const { hostname, port } = new URL(url)
  const begun = await usage(server)
  const running = polls({ host: hostname, port: Number(port), pollers, ramp, settle, measure })
  await pause(ramp + settle)
  const before = await usage(server)
  await pause(measure - 200)
  const after = await usage(server)
  const polled = await running
  for (const error of polled.errors) process.stdout.write(`  ${error}\n`)
  for (const { teacher, token, id } of started)
    await graphql(url, token, endDocument, { s: teacher.schoolId, i: { key: randomUUID(), ids: [id] } })
  await mustBePresent(
    server,
    started.map(({ id }) => id),
    polled.answered,
  )
  const seconds = (after.at - before.at) / 1000
  return {
    ...polled,
    statements: (after.statements - before.statements) / seconds,
    serverCores: (after.server - before.server) / seconds,
    databaseCores: (after.database - before.database) / seconds,
    joining: { server: before.server - begun.server, database: before.database - begun.database, load: polled.joiningSeconds },
  }
}

function polls(load: Load): Promise<Polled> {
  const child = fork(join(import.meta.dirname, 'pollers.ts'), { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('message', (polled) => resolve(polled as Polled))
    child.once('error', reject)
    child.once('exit', (code) => code !== 0 && reject(new Error(`The pollers ended with ${code}.`)))
    child.send(load)
  })
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** @throws unless every answered student is marked, and the registers count the same number */
async function mustBePresent(server: BenchServer, ids: readonly string[], answered: number): Promise<void> {
  await pause(1500)
  const [row] = await asOwner<{ marked: number; counted: number }>(
    server,
    `select (select count(*) from marks where register_id = any($1) and value <> 'A')::int as marked,
       (select sum(present + late) from registers where id = any($1))::int as counted`,
    [ids],
  )
  if (!row || row.marked < answered || row.counted !== row.marked)
    throw new Error(`${answered} students were answered, ${row?.marked} are marked and ${row?.counted} counted.`)
}

async function asOwner<Row extends pg.QueryResultRow>(server: BenchServer, text: string, values: unknown[] = []): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  try {
    return (await owner.query<Row>(text, values)).rows
  } finally {
    await owner.end()
  }
}

/** Returns the number of statements so far, and the processor seconds of the server and of PostgreSQL. */
async function usage(server: BenchServer) {
  await asOwner(server, 'create extension if not exists pg_stat_statements')
  const [row] = await asOwner<{ calls: string }>(server, 'select sum(calls) as calls from pg_stat_statements')
  return {
    at: performance.now(),
    statements: Number(row?.calls),
    server: processorSeconds(server.pid()),
    database: processorSeconds(await databaseProcess(server.ownerUrl)),
  }
}

const columns =
  'lectures students  polls/s failed     p50     p99   worst  statements/s   cores: server database load   students per core   joining: worst, seconds of server database load'

function line(lectures: number, students: number, measured: Measured): string {
  const cores = measured.serverCores + measured.databaseCores
  const number = (value: number, digits: number, width: number) => value.toFixed(digits).padStart(width)
  return [
    number(lectures, 0, 8),
    number(students, 0, 8),
    number(measured.polls / measured.seconds, 0, 8),
    number(measured.failed, 0, 6),
    number(measured.p50, 1, 7),
    number(measured.p99, 1, 7),
    number(measured.worst, 1, 7),
    number(measured.statements, 0, 13),
    number(measured.serverCores, 2, 15),
    number(measured.databaseCores, 2, 8),
    number(measured.cores, 2, 4),
    number(students / cores, 0, 19),
    number(measured.worstJoining, 0, 16),
    number(measured.joining.server, 1, 20),
    number(measured.joining.database, 1, 8),
    number(measured.joining.load, 1, 4),
  ].join(' ')
}

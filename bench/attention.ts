import pg from 'pg'
import { listCases } from '#domains/attention/server/cases.queries.ts'
import { findCases } from '#domains/attention/server/findCases.ts'
import { Database } from '#platform/database/connect.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { fillRegisters } from './liveRegisters.ts'
import { within } from './report.ts'
import { benchServer } from './server.ts'

/** Maximum time of a school's night, in seconds: a thousand schools of 2,000 students in four hours. */
const most = 5

/**
 * Measures the cases of a school of 5,000 students with 500,000 marks, a tenth of them A: the first night, a night
 * without news, the minutes after the registers of one section and of all sections, and the board.
 */
export async function attention(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const server = await benchServer()
  const database = new Database(server.appUrl, { onError: () => undefined, connections: 2 })
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  try {
    const { id, sections, subject } = await fillRegisters(server)
    const school = await database.kysely.selectFrom('schools').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const today = schoolDay(new Date())
    const timed = async (name: string, work: () => Promise<unknown>): Promise<number> => {
      const begun = performance.now()
      const result = await work()
      const seconds = (performance.now() - begun) / 1000
      say(
        `${name.padEnd(46)} ${(seconds * 1000).toFixed(0).padStart(7)} ms   ${typeof result === 'number' ? `${result} reasons` : ''}`,
      )
      return seconds
    }
    // A student of each section is absent for a week, and no register is of the last minutes.
    await owner.query("update registers set changed_at = now() - interval '1 day' where school_id = $1", [id])
    await owner.query(
      `update marks set value = 'A' where school_id = $1 and student_id = any($2)
         and register_id in (select id from registers where school_id = $1 and day > $3::date - 7)`,
      [id, sections.map((section) => section.studentIds[0]), today],
    )
    const first = await timed('first night', () => findCases(database, school, today))
    const nights = [1, 2, 3]
    const times: number[] = []
    for (const night of nights) times.push(await timed('another night', () => findCases(database, school, addDays(today, night))))
    await timed('nothing was saved', () => findCases(database, school, addDays(today, 3)))
    const saved = async (name: string, ids: readonly number[]) => {
      await owner.query(
        `update registers set changed_at = now() where school_id = $1 and section_id = any($2)
         and day = (select max(day) from registers where school_id = $1)`,
        [id, ids],
      )
      await timed(name, () => findCases(database, school, today))
    }
    await owner.query('update attention_sweeps set swept_on = $2 where school_id = $1', [id, today])
    await saved('registers of a section were saved', [sections[0]?.id ?? 0])
    await saved(
      'registers of all sections were saved',
      sections.map((section) => section.id),
    )
    const viewer = { subject, role: 'ADMIN', schoolId: id, userId: null, classIds: null, name: 'Head' }
    const call = { database, viewer, services: {}, requestId: '', address: '' } as never
    for (const turn of [1, 2, 3]) await timed(`the board, time ${turn}`, () => listCases(call, id, { list: 'OPEN' }))
    within('a night', Math.max(first, ...times), most)
  } finally {
    await owner.end()
    await database.close()
    await server.stop()
  }
}

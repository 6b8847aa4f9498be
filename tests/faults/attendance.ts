import { setTimeout as sleep } from 'node:timers/promises'
import { signer } from '#scripts/signer.ts'
import { Database } from '#platform/database/connect.ts'
import { checkData } from '#platform/dataChecks.ts'
import { loadConfig } from '#platform/config.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { asOwner } from '../asOwner.ts'
import { attendanceSchool, type Saved } from './attendanceSchool.ts'
import { callsAs } from './attendanceCalls.ts'
import { mortalServer } from './mortalServer.ts'
import { chanceOf } from './random.ts'

export interface AttendanceRun {
  seed: number
  /** Number of registers to save. */
  saves: number
  /** Minimum number of database stops meanwhile. */
  stops: number
  /** URLs of a migrated, empty database for its owner and the server's role, and the installation's secret. */
  ownerUrl: string
  appUrl: string
  secretKey: string
  /** An empty folder. */
  dataDir: string
  /** Stops the database, gracefully or as by a power failure. It restarts by itself. */
  stopDatabase(how: 'gently' | 'hard'): Promise<void>
  say(text: string): void
}

/** Result of the run. */
export interface AttendanceCount {
  saves: number
  /** Number of requests repeated without an answer. */
  resent: number
  polls: number
  /** Number of polls answered "database unavailable". */
  away: number
  stops: number
  /** Violations found. */
  wrong: string[]
}

/**
 * Number of concurrent savers. Each works like a phone's outbox: one register after the other, repeated until
 * acknowledged.
 */
const savers = 3

/**
 * Saves registers and polls a live lecture while the database stops and starts, and compares what was acknowledged with
 * what is stored.
 */
export async function runAttendance(run: AttendanceRun): Promise<AttendanceCount> {
  const database = new Database(run.appUrl, { onError: () => undefined, connections: 3 })
  const config = loadConfig({ DATA_DIR: run.dataDir, SECRET_KEY: run.secretKey, DATABASE_URL: run.ownerUrl })
  const count: AttendanceCount = { saves: 0, resent: 0, polls: 0, away: 0, stops: 0, wrong: [] }
  const school = await attendanceSchool(database, config)
  const server = await mortalServer({ DATABASE_URL: run.ownerUrl, SECRET_KEY: run.secretKey, DATA_DIR: run.dataDir })
  try {
    const sign = await signer(run.ownerUrl, server.url)
    const calls = callsAs(server.url, school.id, count)
    const admin = calls(await sign(school.admin))
    const teacher = calls(await sign(school.teacher))
    const [id = ''] = await teacher.start(school)
    const over = new AbortController()
    const stopping = stopAgainAndAgain(run, count, over.signal)
    const polling = [
      poll(() => teacher.now([id]), 200, over.signal),
      // Students join one after the other, so that some join while the database is down.
      ...school.pupils.map(async (pupil, nth) => {
        const as = calls(await sign(pupil.subject))
        await sleep(nth * 700)
        await poll(async () => pupil.marks.add((await as.attend(id)) ?? 'A'), 300, over.signal)
      }),
    ]
    const saved: Saved[] = []
    const chance = chanceOf(run.seed, 0)
    let begun = 0
    const line = async () => {
      let mine: Saved | undefined
      while (begun < run.saves) {
        const nth = begun++
        // Every fourth save corrects the register acknowledged last.
        const day = mine && nth % 4 === 3 ? mine.day : addDays(schoolDay(new Date()), -nth)
        const seen = mine?.day === day ? mine.version : 0
        const values = school.section.studentIds.map(() => chance.weighed({ P: 8, A: 1, L: 1 }))
        mine = await admin.save({ ...school.section, day, seen, values })
        if (mine) saved.push(mine)
        await sleep(chance.whole(50, 700))
      }
    }
    await Promise.all(Array.from({ length: savers }, line))
    while (count.stops < run.stops) await sleep(100)
    over.abort()
    await Promise.all([stopping, ...polling])
    // The last polls' data is written within a second of the database's return.
    await calls(await sign(school.teacher)).settled(id)
    await sleep(2500)
    count.saves = saved.length
    await compare(run, database, school, saved, id, count)
    const unexpected = server.errors().filter((text) => text.includes('"unexpected"'))
    count.wrong.push(...unexpected.slice(0, 5).map((text) => `The server logged: ${text}`))
    return count
  } finally {
    await server.stop()
    await database.close()
  }
}

async function poll(ask: () => Promise<unknown>, every: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await ask()
    await sleep(every)
  }
}

async function stopAgainAndAgain(run: AttendanceRun, count: AttendanceCount, signal: AbortSignal): Promise<void> {
  const chance = chanceOf(run.seed, 1)
  while (!signal.aborted) {
    await sleep(chance.whole(800, 2500))
    if (signal.aborted) return
    // Sometimes it stops again as soon as it is back.
    for (let times = chance.whole(1, 3); times > 0; times--) {
      await run.stopDatabase(chance.of100(50) ? 'gently' : 'hard')
      count.stops += 1
    }
    run.say(`the database was stopped ${count.stops} times, ${count.polls} polls, ${count.away} of them told so`)
  }
}

/** Checks that exactly the acknowledged registers are stored, whole and once. */
async function compare(
  run: AttendanceRun,
  database: Database,
  school: Awaited<ReturnType<typeof attendanceSchool>>,
  saved: readonly Saved[],
  lectureId: string,
  count: AttendanceCount,
): Promise<void> {
  const { wrong } = count
  const registers = await asOwner<{ day: string; version: number; marks: string; counted: boolean }>(
    run.ownerUrl,
    `select r.day::text as day, r.version, string_agg(m.value, '' order by m.student_id) as marks,
        (r.present, r.absent, r.late) = (count(*) filter (where m.value = 'P'), count(*) filter (where m.value = 'A'),
          count(*) filter (where m.value = 'L')) as counted
       from registers r left join marks m on m.school_id = r.school_id and m.register_id = r.id
      where r.school_id = $1 and r.session = 'DAY' group by r.school_id, r.id`,
    [school.id],
  )
  const last = new Map(saved.map((one) => [one.day, one]))
  if (saved.length !== run.saves) wrong.push(`${saved.length} registers were acknowledged, ${run.saves} were to be.`)
  if (registers.length !== last.size) wrong.push(`${registers.length} registers are stored, ${last.size} were acknowledged.`)
  for (const register of registers) {
    const expected = last.get(register.day)
    if (!register.counted) wrong.push(`The register of ${register.day} counts other marks than it has.`)
    if (register.marks !== expected?.values.join(''))
      wrong.push(`The register of ${register.day} has other marks than were acknowledged.`)
    if (register.version !== expected?.version)
      wrong.push(`The register of ${register.day} has version ${register.version}, acknowledged was ${expected?.version}.`)
  }
  const [{ taken } = { taken: 0 }] = await asOwner<{ taken: number }>(
    run.ownerUrl,
    `select count(*)::int as taken from audit_log where school_id = $1 and action = 'attendance.take' and not fields @> '{again}'`,
    [school.id],
  )
  if (taken !== saved.length) wrong.push(`Registers were stored ${taken} times, acknowledged ${saved.length}.`)
  const inLecture = await asOwner<{ student: number; value: string }>(
    run.ownerUrl,
    'select student_id::int as student, value from marks where register_id = $1',
    [lectureId],
  )
  for (const pupil of school.pupils) {
    const stored = inLecture.find((mark) => mark.student === pupil.id)?.value
    pupil.marks.delete('A')
    if (pupil.marks.size !== 1 || !pupil.marks.has(stored ?? ''))
      wrong.push(`A student was told ${[...pupil.marks].join() || 'nothing'} and is marked ${stored}.`)
  }
  const { findings } = await checkData(database)
  wrong.push(...findings.map(({ check, rows }) => `The check ${check} found ${rows.length} rows.`))
}

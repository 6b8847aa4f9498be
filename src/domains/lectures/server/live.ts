import { randomUUID } from 'node:crypto'
import type { Compilable } from 'kysely'
import type { Database } from '#platform/database/connect.ts'
import { cacheTopic } from '#platform/database/cacheInvalidation.ts'
import type { Log } from '#platform/logging.ts'
import { activeMs, arrivalMark } from '../lectures.rules.ts'
import { LiveBatch } from './liveBatch.ts'
import {
  batchesOf,
  endings,
  lockRegisters,
  marksChanged,
  presenceElsewhere,
  storeArrivals,
  storePresence,
  studentsOfBatches,
} from './live.sql.ts'

/** A snapshot that is older is read again before it is answered from. */
const freshMs = 1000
/** An ended lecture changes no more, but for corrections. */
const endedFreshMs = 10_000
/** What nobody asks about is read no more, and later forgotten. */
const askedMs = 5000
const keptMs = 60_000
/** Presence that has not changed is written again before others would take it for old. */
const presenceAgainMs = activeMs / 2
const tickMs = 1000

/**
 * The live lectures of one school in this process. However many poll, there is one exchange with the database a second: it writes
 * who came and who is there, and reads what has changed of all lectures that are being asked about.
 */
class LiveSchool {
  readonly #database: Database
  readonly #schoolId: number
  readonly #engine: Engine
  readonly #batches = new Map<string, LiveBatch>()
  readonly #ofLecture = new Map<number, LiveBatch>()
  readonly #unknown = new Set<number>()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, schoolId: number, engine: Engine) {
    this.#database = database
    this.#schoolId = schoolId
    this.#engine = engine
  }

  /** The lecture's batch, not older than a second; undefined when the school has no lecture with this id. */
  async batch(lectureId: number): Promise<LiveBatch | undefined> {
    // The first exchange may have begun before this question; the second has not.
    for (let turn = 0; turn < 2; turn++) {
      const known = this.#ofLecture.get(lectureId)
      if (known) {
        known.askedAt = Date.now()
        if (this.#fresh(known)) return known
      } else this.#unknown.add(lectureId)
      await this.#exchange()
    }
    return this.#ofLecture.get(lectureId)
  }

  /**
   * Notes that a student was there at a moment, if the lecture is known here, was live then and has her. It asks nobody: call it before
   * anything that waits, so that her moment counts also when the database is away.
   */
  attend(lectureId: number, studentId: number, now: Date): void {
    const batch = this.#ofLecture.get(lectureId)
    if (!batch?.has(studentId) || !batch.isLive(now)) return
    batch.seen.set(studentId, now.getTime())
    if ((batch.marks.get(studentId) ?? 'A') === 'A' && !batch.arrivals.has(studentId)) {
      batch.arrivals.set(studentId, { value: arrivalMark(batch.startedAt, now), cameAt: now })
      batch.presentChanged()
    }
    this.#wake()
  }

  /** What was changed elsewhere is read again before anybody is answered, in every process. */
  outdated(lectureIds: readonly number[]): void {
    for (const id of lectureIds) lectures.forget(this.#database, `${this.#schoolId} ${id}`)
  }

  /** @param lectureIds without them, all */
  readAgain(lectureIds: Iterable<number> = this.#ofLecture.keys()): void {
    for (const id of lectureIds) {
      const batch = this.#ofLecture.get(id)
      if (batch) batch.outdatedAt = performance.now()
    }
  }

  /** Writes what has been noted and not been written. */
  async flush(): Promise<void> {
    await this.#running?.catch(() => undefined)
    if ([...this.#batches.values()].some((batch) => batch.waiting().length > 0)) await this.#exchange()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #fresh(batch: LiveBatch): boolean {
    const age = performance.now() - batch.readAt
    const may = batch.endedAt === null ? freshMs : endedFreshMs
    return age < may && batch.readAt > batch.outdatedAt
  }

  /** Joins the exchange that is under way, or begins one. */
  #exchange(): Promise<void> {
    this.#running ??= this.#exchangeNow().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #exchangeNow(): Promise<void> {
    const unknown = [...this.#unknown].filter((id) => !this.#ofLecture.has(id))
    this.#unknown.clear()
    if (unknown.length > 0) await this.#load(unknown)
    const now = new Date()
    this.#forget(now.getTime())
    const batches = [...this.#batches.values()].filter(
      (batch) =>
        batch.askedAt > now.getTime() - askedMs || batch.outdatedAt > batch.readAt || this.#hasNews(batch, now.getTime()),
    )
    if (batches.length > 0) await this.#writeAndRead(batches, now)
  }

  async #writeAndRead(batches: readonly LiveBatch[], now: Date): Promise<void> {
    const begun = performance.now()
    const arrivals = batches.flatMap((batch) => batch.waiting())
    const presence = batches.flatMap((batch) => {
      const studentIds = batch.seenIds(now.getTime())
      return this.#mustWrite(batch, studentIds, now.getTime())
        ? [{ batch, registerId: batch.lectureIds[0] ?? 0, studentIds }]
        : []
    })
    const { id, names } = { id: this.#schoolId, names: batches.map((batch) => batch.batch) }
    const writes: Compilable<unknown>[] = []
    if (arrivals.length > 0) {
      writes.push(lockRegisters(id, [...new Set(arrivals.map((arrival) => arrival.batch))]))
      writes.push(storeArrivals(id, arrivals))
    }
    if (presence.length > 0) writes.push(storePresence(id, this.#engine.process, now, presence))
    const firsts = batches.map((batch) => batch.lectureIds[0] ?? 0)
    const answers = await this.#database.write(id, [
      ...writes,
      endings(id, names),
      presenceElsewhere(id, this.#engine.process, new Date(now.getTime() - activeMs), firsts),
      marksChanged(
        id,
        batches.flatMap((batch) => [...batch.versions].map(([register, version]) => ({ id: register, version }))),
      ),
    ])
    for (const { batch, studentIds } of presence) batch.written = { studentIds, at: now.getTime() }
    const [ended, elsewhere, marks] = answers.slice(writes.length) as [
      Rows<typeof endings>,
      Rows<typeof presenceElsewhere>,
      Rows<typeof marksChanged>,
    ]
    const others = Map.groupBy(elsewhere, (row) => row.registerId)
    const endOf = new Map(ended.map((row) => [row.batch, row]))
    const marksOf = new Map(marks.map((row) => [row.registerId, row]))
    for (const batch of batches) {
      const found = endOf.get(batch.batch)
      if (!found) {
        this.#drop(batch)
        continue
      }
      batch.ends(found)
      batch.elsewhere = new Set(others.get(batch.lectureIds[0] ?? 0)?.flatMap((row) => row.studentIds))
      const changed = batch.lectureIds.flatMap((lecture) => marksOf.get(lecture) ?? [])
      // The students are others than those whose names are known: it is loaded anew when somebody asks.
      if (!batch.apply(changed)) this.#drop(batch)
      batch.readAt = begun
    }
    // What was written is in what was read after it, or was not to be: the register speaks now.
    for (const batch of batches) batch.forget(arrivals)
  }

  async #load(lectureIds: readonly number[]): Promise<void> {
    const [lectures, students] = await this.#database.read(this.#schoolId, [
      batchesOf(this.#schoolId, lectureIds),
      studentsOfBatches(this.#schoolId, lectureIds),
    ] as const)
    const studentsOf = Map.groupBy(students, (row) => row.batch)
    for (const [name, rows] of Map.groupBy(lectures, (row) => row.batch)) {
      const batch = new LiveBatch(rows, studentsOf.get(name) ?? [])
      const old = this.#batches.get(name)
      if (old) batch.takeOver(old)
      this.#batches.set(name, batch)
      for (const id of batch.lectureIds) this.#ofLecture.set(id, batch)
    }
  }

  #drop(batch: LiveBatch): void {
    for (const id of batch.lectureIds) this.#ofLecture.delete(id)
    // What was noted of it is kept for when it is loaded again.
    if (batch.waiting().length === 0) this.#batches.delete(batch.batch)
  }

  #forget(now: number): void {
    for (const batch of this.#batches.values())
      if (batch.askedAt < now - keptMs && !this.#hasNews(batch, now)) {
        this.#drop(batch)
        this.#batches.delete(batch.batch)
      }
  }

  #hasNews(batch: LiveBatch, now: number): boolean {
    return batch.waiting().length > 0 || this.#mustWrite(batch, batch.seenIds(now), now)
  }

  #mustWrite(batch: LiveBatch, studentIds: string, now: number): boolean {
    if (batch.endedAt !== null) return false
    const { written } = batch
    return studentIds !== written.studentIds || (studentIds !== '' && now - written.at >= presenceAgainMs)
  }

  /** Polls write what is to be written as they come; what the last of them left is written by the clock. */
  #wake(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const now = Date.now()
      const pending = [...this.#batches.values()].filter(
        (batch) => this.#hasNews(batch, now) || (batch.endedAt === null && batch.written.studentIds !== ''),
      )
      if (pending.length === 0 || this.#database.pool.ended) return
      // A database that is away is asked again at the next turn; those who poll are told.
      if (pending.some((batch) => this.#hasNews(batch, now))) void this.#exchange().catch(this.#engine.report)
      this.#wake()
    }, tickMs).unref()
  }
}

type Rows<Make extends (...args: never[]) => Compilable<unknown>> = ReturnType<Make> extends Compilable<infer Row> ? Row[] : never

interface Engine {
  process: string
  schools: Map<number, LiveSchool>
  report: (error: unknown) => void
}

const engines = new WeakMap<Database, Engine>()

const lectures = cacheTopic('lecture', {
  forget: (database, keys) => {
    for (const key of keys) {
      const [schoolId, id] = key.split(' ').map(Number)
      engineOf(database)
        .schools.get(schoolId ?? 0)
        ?.readAgain([id ?? 0])
    }
  },
  forgetAll: (database) => {
    for (const school of engineOf(database).schools.values()) school.readAgain()
  },
})

function engineOf(database: Database): Engine {
  let engine = engines.get(database)
  if (!engine) {
    engine = { process: randomUUID(), schools: new Map(), report: () => undefined }
    engines.set(database, engine)
  }
  return engine
}

/** The live lectures of a school, as this process knows them. */
export function liveSchool(database: Database, schoolId: number): LiveSchool {
  const engine = engineOf(database)
  let school = engine.schools.get(schoolId)
  if (!school) {
    school = new LiveSchool(database, schoolId, engine)
    engine.schools.set(schoolId, school)
  }
  return school
}

/** Says in the log what could not be stored yet; `stop` writes what is noted and not written, before the process ends. */
export function tendLectures(database: Database, log: Log): { stop(): Promise<void> } {
  const engine = engineOf(database)
  engine.report = (err) => log.error({ err }, 'Who came into live lectures could not be stored yet')
  return {
    stop: async () => {
      for (const school of engine.schools.values()) await school.flush()
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { Compilable } from 'kysely'
import type { Database } from '#platform/database/connect.ts'
import { cacheTopic } from '#platform/database/cacheInvalidation.ts'
import type { Log } from '#platform/logging.ts'
import { activeMs, arrivalMark } from '../lectures.rules.ts'
import { LiveBatch } from './liveBatch.ts'
import {
  lecturesOfBatches,
  lectureEnds,
  lockRegisters,
  changedMarks,
  presenceOfOtherProcesses,
  storeArrivals,
  storePresence,
  studentsOfBatches,
} from './liveSchool.sql.ts'

/** Older snapshots are read again before they answer a poll. */
const maxSnapshotAgeMs = 1000
/** The same for ended lectures, which change through corrections only. */
const maxEndedSnapshotAgeMs = 10_000
/** A batch that nobody polled for this long is not read any more, and after `idleTtlMs` it is dropped from memory. */
const pollWindowMs = 5000
const idleTtlMs = 60_000
/** Unchanged presence is written again after this time, before other processes consider it outdated. */
const presenceRefreshMs = activeMs / 2
const tickMs = 1000

/**
 * The live lectures of one school in this process. However many clients poll, it talks to the database once a second:
 * it writes arrivals and presence, and reads the changes of all lectures that are being polled.
 */
class LiveSchool {
  readonly #database: Database
  readonly #schoolId: number
  readonly #engine: ProcessState
  readonly #batches = new Map<string, LiveBatch>()
  readonly #batchByLecture = new Map<number, LiveBatch>()
  readonly #lecturesToLoad = new Set<number>()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, schoolId: number, engine: ProcessState) {
    this.#database = database
    this.#schoolId = schoolId
    this.#engine = engine
  }

  /** Returns the lecture's batch, at most a second old; undefined when the school has no lecture with this id. */
  async batch(lectureId: number): Promise<LiveBatch | undefined> {
    // Tries twice, because an exchange that is already running may have started before this call.
    for (let turn = 0; turn < 2; turn++) {
      const known = this.#batchByLecture.get(lectureId)
      if (known) {
        known.polledAt = Date.now()
        if (this.#isFresh(known)) return known
      } else this.#lecturesToLoad.add(lectureId)
      await this.#exchange()
    }
    return this.#batchByLecture.get(lectureId)
  }

  /**
   * Records a student's presence at a moment, if the lecture is loaded here, was live then and has the student. Call it
   * before any await, so that the moment counts even while the database is away.
   */
  attend(lectureId: number, studentId: number, now: Date): void {
    const batch = this.#batchByLecture.get(lectureId)
    if (!batch?.hasStudent(studentId) || !batch.isLive(now)) return
    batch.seenAt.set(studentId, now.getTime())
    if ((batch.marks.get(studentId) ?? 'A') === 'A' && !batch.arrivals.has(studentId)) {
      batch.arrivals.set(studentId, { value: arrivalMark(batch.startedAt, now), cameAt: now })
      batch.invalidatePresentNames()
    }
    this.#scheduleTick()
  }

  /**
   * Makes every process read these lectures again before its next answer. Call it after a change outside this class.
   */
  invalidate(lectureIds: readonly number[]): void {
    for (const id of lectureIds) lectures.forget(this.#database, `${this.#schoolId} ${id}`)
  }

  /** Marks the snapshots in this process as outdated. @param lectureIds all lectures by default */
  expire(lectureIds: Iterable<number> = this.#batchByLecture.keys()): void {
    for (const id of lectureIds) {
      const batch = this.#batchByLecture.get(id)
      if (batch) batch.invalidatedAt = performance.now()
    }
  }

  /** Writes pending arrivals. */
  async flush(): Promise<void> {
    await this.#running?.catch(() => undefined)
    if ([...this.#batches.values()].some((batch) => batch.pendingArrivals().length > 0)) await this.#exchange()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #isFresh(batch: LiveBatch): boolean {
    const age = performance.now() - batch.readAt
    const maxAge = batch.endedAt === null ? maxSnapshotAgeMs : maxEndedSnapshotAgeMs
    return age < maxAge && batch.readAt > batch.invalidatedAt
  }

  /** Joins the running exchange or starts one. */
  #exchange(): Promise<void> {
    this.#running ??= this.#exchangeNow().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #exchangeNow(): Promise<void> {
    const toLoad = [...this.#lecturesToLoad].filter((id) => !this.#batchByLecture.has(id))
    this.#lecturesToLoad.clear()
    if (toLoad.length > 0) await this.#load(toLoad)
    const now = new Date()
    this.#evictIdle(now.getTime())
    const batches = [...this.#batches.values()].filter(
      (batch) =>
        batch.polledAt > now.getTime() - pollWindowMs ||
        batch.invalidatedAt > batch.readAt ||
        this.#hasPendingWrites(batch, now.getTime()),
    )
    if (batches.length > 0) await this.#writeAndRead(batches, now)
  }

  async #writeAndRead(batches: readonly LiveBatch[], now: Date): Promise<void> {
    const begun = performance.now()
    const arrivals = batches.flatMap((batch) => batch.pendingArrivals())
    const presence = batches.flatMap((batch) => {
      const studentIds = batch.seenIds(now.getTime())
      return this.#mustWritePresence(batch, studentIds, now.getTime())
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
    const firstRegisters = batches.map((batch) => batch.lectureIds[0] ?? 0)
    const answers = await this.#database.write(id, [
      ...writes,
      lectureEnds(id, names),
      presenceOfOtherProcesses(id, this.#engine.process, new Date(now.getTime() - activeMs), firstRegisters),
      changedMarks(
        id,
        batches.flatMap((batch) => [...batch.versions].map(([register, version]) => ({ id: register, version }))),
      ),
    ])
    for (const { batch, studentIds } of presence) batch.writtenPresence = { studentIds, at: now.getTime() }
    const [ended, elsewhere, marks] = answers.slice(writes.length) as [
      Rows<typeof lectureEnds>,
      Rows<typeof presenceOfOtherProcesses>,
      Rows<typeof changedMarks>,
    ]
    const others = Map.groupBy(elsewhere, (row) => row.registerId)
    const endOf = new Map(ended.map((row) => [row.batch, row]))
    const marksOf = new Map(marks.map((row) => [row.registerId, row]))
    for (const batch of batches) {
      const end = endOf.get(batch.batch)
      if (!end) {
        this.#drop(batch)
        continue
      }
      batch.applyEnd(end)
      batch.seenElsewhere = new Set(others.get(batch.lectureIds[0] ?? 0)?.flatMap((row) => row.studentIds))
      const changed = batch.lectureIds.flatMap((lecture) => marksOf.get(lecture) ?? [])
      // The students have changed, so the batch is loaded again at the next poll.
      if (!batch.applyMarks(changed)) this.#drop(batch)
      batch.readAt = begun
    }
    // The marks just read include the arrivals that were stored, so the pending ones are not needed any more.
    for (const batch of batches) batch.removeStored(arrivals)
  }

  async #load(lectureIds: readonly number[]): Promise<void> {
    const [lectures, students] = await this.#database.read(this.#schoolId, [
      lecturesOfBatches(this.#schoolId, lectureIds),
      studentsOfBatches(this.#schoolId, lectureIds),
    ] as const)
    const studentsOf = Map.groupBy(students, (row) => row.batch)
    for (const [name, rows] of Map.groupBy(lectures, (row) => row.batch)) {
      const batch = new LiveBatch(rows, studentsOf.get(name) ?? [])
      const old = this.#batches.get(name)
      if (old) batch.inherit(old)
      this.#batches.set(name, batch)
      for (const id of batch.lectureIds) this.#batchByLecture.set(id, batch)
    }
  }

  #drop(batch: LiveBatch): void {
    for (const id of batch.lectureIds) this.#batchByLecture.delete(id)
    // Keeps a batch with pending arrivals, so that the next load takes them over.
    if (batch.pendingArrivals().length === 0) this.#batches.delete(batch.batch)
  }

  #evictIdle(now: number): void {
    for (const batch of this.#batches.values())
      if (batch.polledAt < now - idleTtlMs && !this.#hasPendingWrites(batch, now)) {
        this.#drop(batch)
        this.#batches.delete(batch.batch)
      }
  }

  #hasPendingWrites(batch: LiveBatch, now: number): boolean {
    return batch.pendingArrivals().length > 0 || this.#mustWritePresence(batch, batch.seenIds(now), now)
  }

  #mustWritePresence(batch: LiveBatch, studentIds: string, now: number): boolean {
    if (batch.endedAt !== null) return false
    const { writtenPresence } = batch
    return studentIds !== writtenPresence.studentIds || (studentIds !== '' && now - writtenPresence.at >= presenceRefreshMs)
  }

  /** Schedules an exchange for changes that no later poll writes. */
  #scheduleTick(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const now = Date.now()
      const pending = [...this.#batches.values()].filter(
        (batch) => this.#hasPendingWrites(batch, now) || (batch.endedAt === null && batch.writtenPresence.studentIds !== ''),
      )
      if (pending.length === 0 || this.#database.pool.ended) return
      // On failure the next tick tries again; polling clients get the error themselves.
      if (pending.some((batch) => this.#hasPendingWrites(batch, now))) void this.#exchange().catch(this.#engine.report)
      this.#scheduleTick()
    }, tickMs).unref()
  }
}

type Rows<Make extends (...args: never[]) => Compilable<unknown>> = ReturnType<Make> extends Compilable<infer Row> ? Row[] : never

interface ProcessState {
  process: string
  schools: Map<number, LiveSchool>
  report: (error: unknown) => void
}

const states = new WeakMap<Database, ProcessState>()

const lectures = cacheTopic('lecture', {
  forget: (database, keys) => {
    for (const key of keys) {
      const [schoolId, id] = key.split(' ').map(Number)
      stateOf(database)
        .schools.get(schoolId ?? 0)
        ?.expire([id ?? 0])
    }
  },
  forgetAll: (database) => {
    for (const school of stateOf(database).schools.values()) school.expire()
  },
})

function stateOf(database: Database): ProcessState {
  let engine = states.get(database)
  if (!engine) {
    engine = { process: randomUUID(), schools: new Map(), report: () => undefined }
    states.set(database, engine)
  }
  return engine
}

/** Returns the live lectures of a school in this process. */
export function liveSchool(database: Database, schoolId: number): LiveSchool {
  const engine = stateOf(database)
  let school = engine.schools.get(schoolId)
  if (!school) {
    school = new LiveSchool(database, schoolId, engine)
    engine.schools.set(schoolId, school)
  }
  return school
}

/** Logs failures to store arrivals. `stop` writes pending arrivals before the process ends. */
export function manageLiveLectures(database: Database, log: Log): { stop(): Promise<void> } {
  const engine = stateOf(database)
  engine.report = (err) => log.error({ err }, 'Arrivals in live lectures could not be stored yet')
  return {
    stop: async () => {
      for (const school of engine.schools.values()) await school.flush()
    },
  }
}

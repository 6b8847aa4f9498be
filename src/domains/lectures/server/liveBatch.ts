import { createHash } from 'node:crypto'
import type { Mark } from '#shared/marks.ts'
import { activeMs, endOf, shownMark } from '../lectures.rules.ts'
import type { Arrival, LectureRow, StudentRow } from './live.sql.ts'

/** In a lecture of more students the list of those present is made anew at most so often: each change of it goes to everybody. */
const largeBatch = 200
const namesAgainMs = 3000

/** A first presence that this process has seen: it counts for whoever asks here, also before it is stored. */
interface NotedArrival {
  value: 'P' | 'L'
  cameAt: Date
}

/** A student of a batch, once however many of its registers have her. */
export type BatchStudent = Pick<StudentRow, 'id' | 'name' | 'roll' | 'className' | 'sectionName'>

/**
 * Lectures that were started together, as this process knows them: the snapshot that all who poll are answered from, and what the
 * polls of this process have brought that is not stored yet. For a student a batch is one lecture.
 */
export class LiveBatch {
  readonly batch: string
  readonly lectureIds: readonly number[]
  readonly userId: number | null
  readonly startedAt: Date
  readonly zoomLink: string
  closesAt: Date
  endedAt: Date | null
  /** By section and roll: the order of the marks. */
  readonly students: readonly BatchStudent[]
  /** The marks as they are stored; `a` is absent by hand, whom presence changes no more. */
  readonly marks = new Map<number, Mark | 'a'>()
  /** The version of each register that the marks are of. */
  readonly versions = new Map<number, number>()
  readonly arrivals = new Map<number, NotedArrival>()
  /** When this process last saw a student. */
  readonly seen = new Map<number, number>()
  elsewhere: ReadonlySet<number> = new Set()
  written = { studentIds: '', at: 0 }
  askedAt = Date.now()
  /** By the monotonic clock. */
  readAt = -Infinity
  outdatedAt = -Infinity
  readonly #ids: ReadonlySet<number>
  readonly #ofRegister: ReadonlyMap<number, ReadonlySet<number>>
  #present: { names: string[]; version: string; madeAt: number } | undefined
  #presentIsOld = false

  constructor(lectures: readonly LectureRow[], students: readonly StudentRow[]) {
    const [first] = lectures
    if (!first) throw new Error('A batch has a lecture at least.')
    this.batch = first.batch
    this.lectureIds = lectures.map((lecture) => lecture.registerId)
    this.userId = first.userId
    this.startedAt = first.startedAt
    this.zoomLink = first.zoomLink
    this.closesAt = first.closesAt
    this.endedAt = first.endedAt
    this.students = [...new Map(students.map((student) => [student.id, student])).values()]
    this.#ids = new Set(this.students.map((student) => student.id))
    for (const id of this.lectureIds) this.versions.set(id, 0)
    this.#ofRegister = new Map(
      this.lectureIds.map((id) => [id, new Set(students.filter((row) => row.registerId === id).map((row) => row.id))]),
    )
  }

  isLive(now: Date): boolean {
    return endOf(this, now) === null
  }

  has(studentId: number): boolean {
    return this.#ids.has(studentId)
  }

  /** Takes when it ends, or has ended; who was noted after that did not come. */
  ends({ endedAt, closesAt }: { endedAt: Date | null; closesAt: Date }): void {
    this.endedAt = endedAt
    this.closesAt = closesAt
    for (const [id, { cameAt }] of this.arrivals)
      if (cameAt >= closesAt || (endedAt !== null && cameAt > endedAt)) {
        this.arrivals.delete(id)
        this.presentChanged()
      }
  }

  /** What her mark is: as stored, or as her first presence here has decided. */
  mark(studentId: number): Mark {
    const stored = this.marks.get(studentId) ?? 'A'
    if (stored === 'A') return this.arrivals.get(studentId)?.value ?? 'A'
    return stored === 'a' ? 'A' : stored
  }

  /** One character for each student, in their order. */
  shown(now: Date): { marks: string; version: string } {
    const since = now.getTime() - activeMs
    const live = this.isLive(now)
    let marks = ''
    for (const { id } of this.students)
      marks += shownMark(this.mark(id), live && ((this.seen.get(id) ?? 0) >= since || this.elsewhere.has(id)))
    // A student who moved or went shifts everybody's place: then the marks are others', though they may look the same.
    return { marks, version: versionOf(`${marks} ${this.students.map(({ id }) => id).join()}`) }
  }

  /** The names of those who are marked present or late. */
  present(): { names: string[]; version: string } {
    const mayMake = this.students.length <= largeBatch || performance.now() - (this.#present?.madeAt ?? -Infinity) >= namesAgainMs
    if (!this.#present || (this.#presentIsOld && mayMake)) {
      this.#presentIsOld = false
      const there = this.students.filter((student) => this.mark(student.id) !== 'A')
      this.#present = {
        names: there.map((student) => student.name),
        version: versionOf(there.map(({ id }) => id).join()),
        madeAt: performance.now(),
      }
    }
    return this.#present
  }

  presentChanged(): void {
    this.#presentIsOld = true
  }

  /** What came and is not stored. */
  waiting(): Arrival[] {
    return [...this.arrivals].map(([studentId, arrival]) => ({ batch: this.batch, studentId, ...arrival }))
  }

  /** The ids of whom this process has seen just now, joined. */
  seenIds(now: number): string {
    for (const [id, at] of this.seen) if (at < now - activeMs) this.seen.delete(id)
    return [...this.seen.keys()].toSorted((a, b) => a - b).join()
  }

  /** Takes marks that were read; false when they are of other students than are known. */
  apply(registers: readonly { registerId: number; version: number; studentIds: number[]; values: string }[]): boolean {
    for (const { registerId, version, studentIds, values } of registers) {
      const known = this.#ofRegister.get(registerId)
      if (known?.size !== studentIds.length || !studentIds.every((id) => known.has(id))) return false
      studentIds.forEach((id, index) => this.marks.set(id, values[index] as Mark | 'a'))
      this.versions.set(registerId, version)
    }
    if (registers.length > 0) this.presentChanged()
    return true
  }

  /** Arrivals that were written need no note any more. */
  forget(arrivals: readonly Arrival[]): void {
    let forgotten = false
    for (const { batch, studentId } of arrivals)
      if (batch === this.batch) forgotten = this.arrivals.delete(studentId) || forgotten
    if (forgotten) this.presentChanged()
  }

  /** Keeps what was noted when the batch is loaded anew. */
  takeOver(old: LiveBatch): void {
    for (const [id, arrival] of old.arrivals) this.arrivals.set(id, arrival)
    for (const [id, at] of old.seen) this.seen.set(id, at)
    this.written = old.written
  }
}

/** The same for the same content in every process. */
function versionOf(content: string): string {
  return createHash('sha1').update(content).digest('base64url').slice(0, 12)
}

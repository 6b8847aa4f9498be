import { createHash } from 'node:crypto'
import type { Mark } from '#shared/marks.ts'
import { activeMs, lectureEnd, markCharacter } from '../lectures.rules.ts'
import type { Arrival, LiveLectureRow, BatchStudentRow } from './liveSchool.sql.ts'

/** Lectures with more students rebuild the list of names at most every `namesRefreshMs`, because everybody gets each change. */
const largeBatch = 200
const namesRefreshMs = 3000

/** A first presence that is not stored yet. This process already answers with it. */
interface PendingArrival {
  value: 'P' | 'L'
  cameAt: Date
}

/** A student of a batch, listed once even if several of its registers have the student. */
export type BatchStudent = Pick<BatchStudentRow, 'id' | 'name' | 'roll' | 'className' | 'sectionName'>

/**
 * A batch of lectures in this process: the snapshot that answers all polls, and the presence that polls have brought and
 * that is not stored yet. For a student a batch is one lecture.
 */
export class LiveBatch {
  readonly batch: string
  readonly lectureIds: readonly number[]
  readonly userId: number | null
  readonly startedAt: Date
  readonly zoomLink: string
  closesAt: Date
  endedAt: Date | null
  /** By section and roll, which is also the order of the marks. */
  readonly students: readonly BatchStudent[]
  /** The stored marks; `a` is an absence set by hand, which presence does not change. */
  readonly marks = new Map<number, Mark | 'a'>()
  /** The register versions that `marks` were read from. */
  readonly versions = new Map<number, number>()
  readonly arrivals = new Map<number, PendingArrival>()
  /** When this process last saw each student. */
  readonly seen = new Map<number, number>()
  elsewhere: ReadonlySet<number> = new Set()
  written = { studentIds: '', at: 0 }
  askedAt = Date.now()
  /** By the monotonic clock, like the next one. */
  readAt = -Infinity
  outdatedAt = -Infinity
  readonly #ids: ReadonlySet<number>
  readonly #ofRegister: ReadonlyMap<number, ReadonlySet<number>>
  #present: { names: string[]; version: string; madeAt: number } | undefined
  #presentIsOld = false

  constructor(lectures: readonly LiveLectureRow[], students: readonly BatchStudentRow[]) {
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
    return lectureEnd(this, now) === null
  }

  has(studentId: number): boolean {
    return this.#ids.has(studentId)
  }

  /** Sets the end and drops pending arrivals after it. */
  ends({ endedAt, closesAt }: { endedAt: Date | null; closesAt: Date }): void {
    this.endedAt = endedAt
    this.closesAt = closesAt
    for (const [id, { cameAt }] of this.arrivals)
      if (cameAt >= closesAt || (endedAt !== null && cameAt > endedAt)) {
        this.arrivals.delete(id)
        this.presentChanged()
      }
  }

  /** Returns a student's mark: the stored one, or the one of a pending arrival. */
  mark(studentId: number): Mark {
    const stored = this.marks.get(studentId) ?? 'A'
    if (stored === 'A') return this.arrivals.get(studentId)?.value ?? 'A'
    return stored === 'a' ? 'A' : stored
  }

  /** Returns one character per student, in the order of `students`. */
  shown(now: Date): { marks: string; version: string } {
    const since = now.getTime() - activeMs
    const live = this.isLive(now)
    let marks = ''
    for (const { id } of this.students)
      marks += markCharacter(this.mark(id), live && ((this.seen.get(id) ?? 0) >= since || this.elsewhere.has(id)))
    // The version includes the ids, because a student who moved shifts the others while the string may stay the same.
    return { marks, version: contentVersion(`${marks} ${this.students.map(({ id }) => id).join()}`) }
  }

  /** Returns the names of students who are marked present or late. */
  present(): { names: string[]; version: string } {
    const mayMake =
      this.students.length <= largeBatch || performance.now() - (this.#present?.madeAt ?? -Infinity) >= namesRefreshMs
    if (!this.#present || (this.#presentIsOld && mayMake)) {
      this.#presentIsOld = false
      const there = this.students.filter((student) => this.mark(student.id) !== 'A')
      this.#present = {
        names: there.map((student) => student.name),
        version: contentVersion(there.map(({ id }) => id).join()),
        madeAt: performance.now(),
      }
    }
    return this.#present
  }

  presentChanged(): void {
    this.#presentIsOld = true
  }

  /** Returns arrivals that are not stored yet. */
  waiting(): Arrival[] {
    return [...this.arrivals].map(([studentId, arrival]) => ({ batch: this.batch, studentId, ...arrival }))
  }

  /** Returns the joined ids of the students whom this process has seen within the active time. */
  seenIds(now: number): string {
    for (const [id, at] of this.seen) if (at < now - activeMs) this.seen.delete(id)
    return [...this.seen.keys()].toSorted((a, b) => a - b).join()
  }

  /** Applies marks that were read. Returns false if their students differ from the loaded ones. */
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

  /** Removes arrivals that were written. */
  forget(arrivals: readonly Arrival[]): void {
    let forgotten = false
    for (const { batch, studentId } of arrivals)
      if (batch === this.batch) forgotten = this.arrivals.delete(studentId) || forgotten
    if (forgotten) this.presentChanged()
  }

  /** Takes over pending arrivals and presence from the batch that this one replaces. */
  takeOver(old: LiveBatch): void {
    for (const [id, arrival] of old.arrivals) this.arrivals.set(id, arrival)
    for (const [id, at] of old.seen) this.seen.set(id, at)
    this.written = old.written
  }
}

/** Returns a version that is equal in every process for equal content. */
function contentVersion(content: string): string {
  return createHash('sha1').update(content).digest('base64url').slice(0, 12)
}

import { createHash } from 'node:crypto'
import type { Mark } from '#shared/marks.ts'
import { activeMs, lectureEnd, markCharacter } from '../lectures.rules.ts'
import type { Arrival, LiveLectureRow, BatchStudentRow } from './liveSchool.sql.ts'

/**
 * Lectures with more students rebuild the list of names at most every `namesRefreshMs`, because everybody gets each
 * change.
 */
const largeBatchSize = 200
const namesRefreshMs = 3000

/** A first presence that is not stored yet. This process already answers with it. */
interface PendingArrival {
  value: 'P' | 'L'
  cameAt: Date
}

/** A student of a batch, listed once even if several of its registers have the student. */
export type BatchStudent = Pick<BatchStudentRow, 'id' | 'name' | 'roll' | 'className' | 'sectionName'>

/**
 * A batch of lectures in this process: the snapshot that answers all polls, and the presence that polls have brought
 * and that is not stored yet. For a student a batch is one lecture.
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
  readonly studentIds: readonly number[]
  /** The stored marks; `a` is an absence set by hand, which presence does not change. */
  readonly marks = new Map<number, Mark | 'a'>()
  /** The register versions that `marks` were read from. */
  readonly versions = new Map<number, number>()
  readonly arrivals = new Map<number, PendingArrival>()
  /** When this process last saw each student. */
  readonly seenAt = new Map<number, number>()
  seenElsewhere: ReadonlySet<number> = new Set()
  writtenPresence = { studentIds: '', at: 0 }
  polledAt = Date.now()
  /** By the monotonic clock, like the next one. */
  readAt = -Infinity
  invalidatedAt = -Infinity
  readonly #ids: ReadonlySet<number>
  readonly #studentsByRegister: ReadonlyMap<number, ReadonlySet<number>>
  #presentCache: { names: string[]; version: string; madeAt: number } | undefined
  #presentIsOutdated = false

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
    this.studentIds = this.students.map((student) => student.id)
    this.#ids = new Set(this.studentIds)
    for (const id of this.lectureIds) this.versions.set(id, 0)
    this.#studentsByRegister = new Map(
      this.lectureIds.map((id) => [id, new Set(students.filter((row) => row.registerId === id).map((row) => row.id))]),
    )
  }

  isLive(now: Date): boolean {
    return lectureEnd(this, now) === null
  }

  hasStudent(studentId: number): boolean {
    return this.#ids.has(studentId)
  }

  /** Sets the end and drops pending arrivals after it. */
  applyEnd({ endedAt, closesAt }: { endedAt: Date | null; closesAt: Date }): void {
    this.endedAt = endedAt
    this.closesAt = closesAt
    for (const [id, { cameAt }] of this.arrivals)
      if (cameAt >= closesAt || (endedAt !== null && cameAt > endedAt)) {
        this.arrivals.delete(id)
        this.invalidatePresentNames()
      }
  }

  /** Returns a student's mark: the stored one, or the one of a pending arrival. */
  markOf(studentId: number): Mark {
    const stored = this.marks.get(studentId) ?? 'A'
    if (stored === 'A') return this.arrivals.get(studentId)?.value ?? 'A'
    return stored === 'a' ? 'A' : stored
  }

  /** Returns one character per student, in the order of `students`. */
  currentMarks(now: Date): { marks: string; version: string } {
    const since = now.getTime() - activeMs
    const live = this.isLive(now)
    let marks = ''
    for (const { id } of this.students)
      marks += markCharacter(this.markOf(id), live && ((this.seenAt.get(id) ?? 0) >= since || this.seenElsewhere.has(id)))
    // The version includes the ids, because a student who moved shifts the others while the string may stay the same.
    return { marks, version: contentVersion(`${marks} ${this.studentIds.join()}`) }
  }

  /** Returns the names of students who are marked present or late. */
  presentNames(): { names: string[]; version: string } {
    const mayRebuild =
      this.students.length <= largeBatchSize || performance.now() - (this.#presentCache?.madeAt ?? -Infinity) >= namesRefreshMs
    if (!this.#presentCache || (this.#presentIsOutdated && mayRebuild)) {
      this.#presentIsOutdated = false
      const presentStudents = this.students.filter((student) => this.markOf(student.id) !== 'A')
      this.#presentCache = {
        names: presentStudents.map((student) => student.name),
        version: contentVersion(presentStudents.map(({ id }) => id).join()),
        madeAt: performance.now(),
      }
    }
    return this.#presentCache
  }

  invalidatePresentNames(): void {
    this.#presentIsOutdated = true
  }

  /** Returns arrivals that are not stored yet. */
  pendingArrivals(): Arrival[] {
    return [...this.arrivals].map(([studentId, arrival]) => ({ batch: this.batch, studentId, ...arrival }))
  }

  /** Returns the joined ids of the students whom this process has seen within the active time. */
  seenIds(now: number): string {
    for (const [id, at] of this.seenAt) if (at < now - activeMs) this.seenAt.delete(id)
    return [...this.seenAt.keys()].toSorted((a, b) => a - b).join()
  }

  /** Applies marks that were read. Returns false if their students differ from the loaded ones. */
  applyMarks(registers: readonly { registerId: number; version: number; studentIds: number[]; values: string }[]): boolean {
    for (const { registerId, version, studentIds, values } of registers) {
      const known = this.#studentsByRegister.get(registerId)
      if (known?.size !== studentIds.length || !studentIds.every((id) => known.has(id))) return false
      studentIds.forEach((id, index) => this.marks.set(id, values[index] as Mark | 'a'))
      this.versions.set(registerId, version)
    }
    if (registers.length > 0) this.invalidatePresentNames()
    return true
  }

  /** Removes arrivals that were written. */
  removeStored(arrivals: readonly Arrival[]): void {
    let removed = false
    for (const { batch, studentId } of arrivals) if (batch === this.batch) removed = this.arrivals.delete(studentId) || removed
    if (removed) this.invalidatePresentNames()
  }

  /** Takes over pending arrivals and presence from the batch that this one replaces. */
  inherit(old: LiveBatch): void {
    for (const [id, arrival] of old.arrivals) this.arrivals.set(id, arrival)
    for (const [id, at] of old.seenAt) this.seenAt.set(id, at)
    this.writtenPresence = old.writtenPresence
  }
}

/** Returns a version that is equal in every process for equal content. */
function contentVersion(content: string): string {
  return createHash('sha1').update(content).digest('base64url').slice(0, 12)
}

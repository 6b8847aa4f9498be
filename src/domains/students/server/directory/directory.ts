import { LRUCache } from 'lru-cache'
import { nameWord } from '#platform/database/nameWord.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type SearchWord, searchWords } from '../../students.rules.ts'
import type { StudentSort } from '../../students.schema.ts'
import type { DirectorySection, DirectoryStudent } from './directory.sql.ts'
import { JoinedTexts } from './joinedTexts.ts'

/** A view of the list of students, as `studentsView` without the term. */
export interface DirectoryView {
  search?: string | undefined
  classId?: number | undefined
  sectionId?: number | undefined
  disabled?: boolean | undefined
  sort?: StudentSort | undefined
  descending?: boolean | undefined
  page?: number | undefined
  pageSize?: number | undefined
}

/** A student's place in the term, as the list shows it. */
export interface Place {
  studentId: number
  enrolmentId: number
  roll: string
  section: DirectorySection
}

/** How many places the kept words of a directory may have together, in times its students. */
const keptWords = 8

/**
 * The students of a school's term, as far as a list needs them to find, sort and count. It answers what the statements
 * of `studentList.sql.ts` answer, and takes about 200 bytes a student.
 */
export class Directory {
  readonly size: number
  readonly #sections: readonly DirectorySection[]
  /** The first student of each section, and the end; students stand in the school's order. */
  readonly #firstOf: Uint32Array
  readonly #sectionOf: Uint32Array
  readonly #studentIds: Float64Array
  readonly #enrolmentIds: Float64Array
  readonly #rolls: readonly string[]
  readonly #disabled: Uint8Array
  readonly #texts: JoinedTexts
  readonly #nameKeys: JoinedTexts
  readonly #placeBy: Readonly<Record<Exclude<StudentSort, 'SECTION'>, Uint32Array>>
  readonly #words: LRUCache<string, Uint32Array>

  /**
   * @param sections in the school's order
   * @param students by section, roll and id
   */
  constructor(sections: readonly DirectorySection[], students: readonly DirectoryStudent[]) {
    const bySection = Map.groupBy(students, ({ sectionId }) => sectionId)
    const ordered = sections.flatMap(({ sectionId }) => bySection.get(sectionId) ?? [])
    this.size = ordered.length
    this.#sections = sections
    this.#firstOf = new Uint32Array(sections.length + 1)
    this.#sectionOf = new Uint32Array(ordered.length)
    let first = 0
    sections.forEach(({ sectionId }, section) => {
      const end = first + (bySection.get(sectionId)?.length ?? 0)
      this.#sectionOf.fill(section, first, end)
      first = end
      this.#firstOf[section + 1] = end
    })
    const rolls = new Map<string, string>()
    // One string for a roll that a hundred sections have.
    this.#rolls = ordered.map(({ roll }) => rolls.get(roll) ?? (rolls.set(roll, roll), roll))
    this.#studentIds = Float64Array.from(ordered, ({ id }) => id)
    this.#enrolmentIds = Float64Array.from(ordered, ({ enrolmentId }) => enrolmentId)
    this.#disabled = Uint8Array.from(ordered, ({ disabled }) => Number(disabled))
    this.#texts = new JoinedTexts(ordered.map(({ searchText }) => searchText))
    this.#nameKeys = new JoinedTexts(ordered.map(({ nameKeys }) => nameKeys))
    this.#placeBy = {
      ROLL: Uint32Array.from(ordered, ({ byRoll }) => byRoll),
      NAME: Uint32Array.from(ordered, ({ byName }) => byName),
      REGISTER_NO: Uint32Array.from(ordered, ({ byRegisterNo }) => byRegisterNo),
      PHONE: Uint32Array.from(ordered, ({ byPhone }) => byPhone),
    }
    this.#words = new LRUCache({ maxSize: keptWords * (this.size + 100), sizeCalculation: ({ length }) => length + 1 })
  }

  /**
   * Returns a page of a view and the number of students on all pages. Undefined when a word is nobody's in the term and
   * may have a slip: whether it has one depends on students of other terms.
   */
  find(viewer: Viewer, view: DirectoryView): { places: Place[]; total: number } | undefined {
    const words = searchWords(view.search ?? '').map((word) => this.#withWord(word))
    if (!words.every((students) => students !== undefined)) return undefined
    const found = this.#sorted(this.#inOrder(this.#sectionsOf(viewer, view), words, view.disabled), view.sort ?? 'SECTION')
    if (view.descending) found.reverse()
    const size = view.pageSize ?? 20
    const from = (view.page ?? 0) * size
    return { places: Array.from(found.subarray(from, from + size), (student) => this.#placeOf(student)), total: found.length }
  }

  #placeOf(student: number): Place {
    return {
      studentId: this.#studentIds[student] as number,
      enrolmentId: this.#enrolmentIds[student] as number,
      roll: this.#rolls[student] as string,
      section: this.#sections[this.#sectionOf[student] as number] as DirectorySection,
    }
  }

  /** Returns the students with a word; undefined when a slip of it has to be looked for. */
  #withWord({ part, roll }: SearchWord): Uint32Array | undefined {
    const name = JSON.stringify([part, roll])
    const known = this.#words.get(name)
    if (known) return known
    const has = new Uint8Array(this.size)
    if (part !== null) {
      const { text, key, slip } = nameWord(part)
      let some = false
      const note = (student: number) => {
        has[student] = 1
        some = true
      }
      this.#texts.find(text, note)
      if (key !== null) this.#nameKeys.find(key, note)
      if (!some && slip !== null) return undefined
    }
    if (roll !== null)
      this.#rolls.forEach((own, student) => {
        if (own === roll) has[student] = 1
      })
    const students = Uint32Array.from([...has.keys()].filter((student) => has[student] === 1))
    this.#words.set(name, students)
    return students
  }

  /** Returns the sections of a view that the viewer sees, in the school's order of these sections. */
  #sectionsOf(viewer: Viewer, { classId, sectionId }: DirectoryView): readonly number[] {
    const all = this.#sections.map((_, section) => section)
    const { classIds, userId } = viewer
    if (classIds === null && viewer.role !== 'TEACHER' && classId === undefined && sectionId === undefined) return all
    const sections = all.filter((section) => {
      const place = this.#sections[section] as DirectorySection
      if (classIds ? !classIds.includes(place.classId) : viewer.role === 'TEACHER' && !place.teachers.includes(userId ?? 0))
        return false
      return (classId ?? place.classId) === place.classId && (sectionId ?? place.sectionId) === place.sectionId
    })
    // A class stands where the first of its sections in the view stands, and its sections keep their order.
    const classOf = (section: number) => this.#sections[section] as DirectorySection
    const srOfClass = new Map<number, number>()
    for (const { classId: of, sr } of sections.map(classOf)) srOfClass.set(of, Math.min(sr, srOfClass.get(of) ?? sr))
    return sections.sort((a, b) => {
      const [one, other] = [classOf(a), classOf(b)]
      const bySr = (srOfClass.get(one.classId) ?? 0) - (srOfClass.get(other.classId) ?? 0)
      return bySr || one.classId - other.classId || a - b
    })
  }

  /** Returns the students of sections who have every word, in the order of the sections. */
  #inOrder(sections: readonly number[], words: readonly Uint32Array[], disabled: boolean | undefined): Uint32Array {
    const counts = new Uint8Array(words.length > 0 ? this.size : 0)
    for (const students of words) for (const student of students) counts[student] = (counts[student] as number) + 1
    const found = new Uint32Array(this.size)
    let length = 0
    for (const section of sections) {
      const end = this.#firstOf[section + 1] as number
      for (let student = this.#firstOf[section] as number; student < end; student += 1) {
        if (words.length > 0 && counts[student] !== words.length) continue
        if (disabled !== undefined && (this.#disabled[student] === 1) !== disabled) continue
        found[length] = student
        length += 1
      }
    }
    return found.subarray(0, length)
  }

  /** Returns students in an order; those of one place keep theirs. */
  #sorted(found: Uint32Array, sort: StudentSort): Uint32Array {
    if (sort === 'SECTION') return found
    const placeBy = this.#placeBy[sort]
    const keys = Float64Array.from(found, (student, at) => (placeBy[student] as number) * found.length + at).sort()
    return Uint32Array.from(keys, (key) => found[key % found.length] as number)
  }
}

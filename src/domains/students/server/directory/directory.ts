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

/** Outside of the directory's constructor: a function in it would hold on to the rows that the directory is made of. */
const wordsOf = (size: number) =>
  new LRUCache<string, Uint32Array>({ maxSize: keptWords * (size + 100), sizeCalculation: ({ length }) => length + 1 })

/**
 * The students of a school's term, as far as a list needs them to find, sort and count. It answers what the statements
 * of `studentList.sql.ts` answer, and takes about 200 bytes a student.
 */
export class Directory {
  readonly size: number
  readonly #sections: readonly DirectorySection[]
  /** By student, in the school's order of them. */
  readonly #sectionOf: Uint32Array
  readonly #studentIds: Float64Array
  readonly #enrolmentIds: Float64Array
  readonly #rolls: readonly string[]
  readonly #disabled: Uint8Array
  readonly #texts: JoinedTexts
  readonly #nameKeys: JoinedTexts
  readonly #placeBy: Readonly<Record<Exclude<StudentSort, 'SECTION'>, Uint32Array>>
  readonly #words: LRUCache<string, Uint32Array>
  readonly #orders = new Map<StudentSort, Uint32Array>()

  /**
   * @param sections in the school's order
   * @param students by section, roll and id
   */
  constructor(sections: readonly DirectorySection[], students: readonly DirectoryStudent[]) {
    const bySection = Map.groupBy(students, ({ sectionId }) => sectionId)
    const ordered = sections.flatMap(({ sectionId }) => bySection.get(sectionId) ?? [])
    this.size = ordered.length
    this.#sections = sections
    this.#sectionOf = new Uint32Array(ordered.length)
    let first = 0
    sections.forEach(({ sectionId }, section) => {
      const end = first + (bySection.get(sectionId)?.length ?? 0)
      this.#sectionOf.fill(section, first, end)
      first = end
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
    this.#words = wordsOf(this.size)
  }

  /**
   * Returns a page of a view and the number of students on all pages. Undefined when a word is nobody's in the term and
   * may have a slip: whether it has one depends on students of other terms.
   */
  find(viewer: Viewer, view: DirectoryView): { places: Place[]; total: number } | undefined {
    const words = searchWords(view.search ?? '').map((word) => this.#withWord(word))
    if (!words.every((students) => students !== undefined)) return undefined
    const sections = this.#sectionsOf(viewer, view)
    const sort = view.sort ?? 'SECTION'
    const found =
      sections === undefined && words.length === 0 && view.disabled === undefined
        ? this.#everybody(sort)
        : this.#sorted(this.#chosen(sections, words, view.disabled), sort)
    const size = view.pageSize ?? 20
    const from = (view.page ?? 0) * size
    const places: Place[] = []
    for (let at = from; at < Math.min(from + size, found.length); at += 1)
      places.push(this.#placeOf(found[view.descending ? found.length - 1 - at : at] as number))
    return { places, total: found.length }
  }

  #placeOf(student: number): Place {
    return {
      studentId: this.#studentIds[student] as number,
      enrolmentId: this.#enrolmentIds[student] as number,
      roll: this.#rolls[student] as string,
      section: this.#sections[this.#sectionOf[student] as number] as DirectorySection,
    }
  }

  /** Returns the students with a word, in their order; undefined when a slip of it has to be looked for. */
  #withWord({ part, roll }: SearchWord): Uint32Array | undefined {
    const name = JSON.stringify([part, roll])
    const known = this.#words.get(name)
    if (known) return known
    const has = new Set<number>()
    if (part !== null) {
      const { text, key, slip } = nameWord(part)
      this.#texts.find(text, (student) => has.add(student))
      if (key !== null) this.#nameKeys.find(key, (student) => has.add(student))
      if (has.size === 0 && slip !== null) return undefined
    }
    if (roll !== null)
      this.#rolls.forEach((own, student) => {
        if (own === roll) has.add(student)
      })
    const students = Uint32Array.from(has).sort()
    this.#words.set(name, students)
    return students
  }

  /**
   * Returns the places of the sections that a view shows its viewer; undefined for all sections in the school's order.
   */
  #sectionsOf(viewer: Viewer, { classId, sectionId }: DirectoryView): ReadonlyMap<number, number> | undefined {
    const { classIds, userId } = viewer
    const ofTeacher = classIds === null && viewer.role === 'TEACHER'
    if (classIds === null && !ofTeacher && classId === undefined && sectionId === undefined) return undefined
    const shown = this.#sections.flatMap((place, section) => {
      if (classIds?.includes(place.classId) === false || (ofTeacher && !place.teachers.includes(userId ?? 0))) return []
      const isWanted = (classId ?? place.classId) === place.classId && (sectionId ?? place.sectionId) === place.sectionId
      return isWanted ? [{ section, classId: place.classId, sr: place.sr }] : []
    })
    // A class stands where the first of its shown sections stands, and its sections keep their order.
    const srOfClass = new Map<number, number>()
    for (const { classId: of, sr } of shown) srOfClass.set(of, Math.min(sr, srOfClass.get(of) ?? sr))
    const order = shown.sort((one, other) => {
      const bySr = (srOfClass.get(one.classId) ?? 0) - (srOfClass.get(other.classId) ?? 0)
      return bySr || one.classId - other.classId || one.section - other.section
    })
    return new Map(order.map(({ section }, place) => [section, place]))
  }

  /** Returns the students of sections who have every word, in the order of the sections. */
  #chosen(
    sections: ReadonlyMap<number, number> | undefined,
    words: readonly Uint32Array[],
    disabled: boolean | undefined,
  ): Uint32Array {
    if (sections === undefined && disabled === undefined && words.length === 1) return words[0] as Uint32Array
    const [fewest, ...others] = words.toSorted((one, other) => one.length - other.length)
    const also = others.map((students) => new Set(students))
    const placeOf = (student: number) => sections?.get(this.#sectionOf[student] as number) ?? 0
    const chosen = (fewest ?? this.#everybody('SECTION')).filter(
      (student) =>
        (disabled === undefined || (this.#disabled[student] === 1) === disabled) &&
        (sections === undefined || sections.has(this.#sectionOf[student] as number)) &&
        also.every((students) => students.has(student)),
    )
    return sections === undefined ? chosen : chosen.sort((one, other) => placeOf(one) - placeOf(other) || one - other)
  }

  /** Returns all students in an order, which is made when it is first asked for. */
  #everybody(sort: StudentSort): Uint32Array {
    const known = this.#orders.get(sort)
    if (known) return known
    const order = this.#sorted(Uint32Array.from(this.#rolls.keys()), sort)
    this.#orders.set(sort, order)
    return order
  }

  /** Sorts students; those of one place keep their order. */
  #sorted(students: Uint32Array, sort: StudentSort): Uint32Array {
    if (sort === 'SECTION') return students
    const placeBy = this.#placeBy[sort]
    return students.toSorted((one, other) => (placeBy[one] as number) - (placeBy[other] as number))
  }
}

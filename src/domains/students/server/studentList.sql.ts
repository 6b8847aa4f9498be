import { type Compilable, type Expression, type ExpressionBuilder, type InferResult, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import { hasNameWord, type NameWord, nameWord } from '#platform/database/nameWord.ts'
import { spokenLanguage } from '#platform/languages/speech.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolOrder, visibleSections } from '#domains/classes/server/schoolOrder.exports.ts'
import { exportableFields, listedFields } from '../students.fields.ts'
import { searchWords } from '../students.rules.ts'
import type { qrSheetView, StudentSort, studentsView } from '../students.schema.ts'

type View = z.output<typeof studentsView>

/*
 * Statements for the students of a term, written so that the planner cannot choose a bad plan. Under row-level security
 * it estimates one row for a condition on school and term; a plan based on that estimate took 80 ms instead of 1.
 *
 * - By section (the default): reads the term's few sections in order, then the enrolments of each section by index,
 *   until the page is full. Filters on students are a hashed subselect; `is true` prevents the planner from making it a
 *   join.
 * - By a column of students: reads the students in order, each with the enrolment, until the page is full.
 *
 * Measured at 100 schools × 2,000 students: first page 0.3 ms, last page 1.1 ms, a search 0.7 to 1.2 ms, its count 0.6
 * ms.
 *
 * Measured in a school of 5,000, before and after names were found in other scripts (decision 0049): a page of a search
 * 1.3 and 1.6 ms, its count 1.5 and 1.7 ms; of a name that nobody has, for which a slip is looked for, 1.6 and 8 to 11
 * ms, its count 1.1 and 8 to 10 ms. The first page by name takes 0.3 ms, in Hindi and Marathi 6.7 ms.
 */

/** The parameters of a list statement. */
interface ListParams {
  schoolId: number
  viewer: Viewer
  termId: number
  classId: number | undefined
  sectionId: number | undefined
  disabled?: boolean | undefined
  descending: boolean
  size: number
  offset: number
  /** Words that can match names and texts only. */
  texts: NameWord[]
  /** Words that can also be a roll number; `word` is null when it is too short to match texts. */
  numbers: { word: NameWord | null; roll: string }[]
}

function listParams(schoolId: number, viewer: Viewer, view: View): ListParams {
  const words = searchWords(view.search ?? '')
  const numbers = words
    .filter((word) => word.roll !== null)
    .map(({ part, roll }) => ({ word: part === null ? null : nameWord(part), roll: roll ?? '' }))
  const texts = words.filter((word) => word.roll === null).map((word) => nameWord(word.part ?? ''))
  const { termId, classId, sectionId, disabled, descending = false, pageSize: size = 20, page = 0 } = view
  return { schoolId, viewer, termId, classId, sectionId, disabled, descending, size, offset: page * size, texts, numbers }
}

/** The columns of a student that a list shows; none is sensitive. */
const studentColumns = [
  's.schoolId',
  's.id',
  's.name',
  's.phone',
  's.registerNo',
  's.gender',
  's.disabled',
  's.loginEmail',
  's.photoFile',
  ...listedFields.map((field) => `s.${field}` as const),
] as const

const enrolmentColumns = [
  'p.enrolmentId',
  'p.termId',
  'p.roll',
  'p.classId',
  'p.className',
  'p.sectionId',
  'p.sectionName',
] as const

/** The school's order of students, for a query of {@link visibleSections} as `place` joined with `enrolments as e`. */
export const studentOrder = sql`${schoolOrder('place')}, e.roll_sort, e.student_id`

function sectionIds(db: Db, params: ListParams) {
  return visibleSections(db, params.schoolId, params.viewer, params).clearSelect().select('sections.id')
}

/** Whether the view is limited to some sections of the term. */
function isLimitedToSections({ viewer, classId, sectionId }: ListParams): boolean {
  return viewer.classIds !== null || viewer.role === 'TEACHER' || classId !== undefined || sectionId !== undefined
}

type EnrolmentBuilder = ExpressionBuilder<DB & { e: DB['enrolments'] }, 'e'>

/** Returns the conditions on `enrolments as e` for the search words and the disabled filter. */
function enrolmentConditions({ schoolId, texts, numbers, disabled }: ListParams) {
  const studentMatches = (row: EnrolmentBuilder, words: readonly NameWord[]) => {
    let query = row.selectFrom('students').select('students.id').where('students.schoolId', '=', schoolId)
    for (const word of words) query = query.where(hasNameWord('students', 'students', schoolId, word))
    if (disabled !== undefined) query = query.where('students.disabled', '=', disabled)
    return asHashedSubselect(row('e.studentId', 'in', query))
  }
  return (row: EnrolmentBuilder) => {
    const all: Expression<SqlBool>[] = numbers.map(({ word, roll }) => {
      const asRoll = row('e.roll', '=', roll)
      return word === null ? asRoll : row.or([asRoll, studentMatches(row, [word])])
    })
    if (texts.length > 0 || disabled !== undefined) all.push(studentMatches(row, texts))
    return row.and(all)
  }
}

/** Prevents the planner from turning a subselect into a join, by `is true`. */
function asHashedSubselect(condition: Expression<SqlBool>) {
  return sql<SqlBool>`(${condition}) is true`
}

/** Returns a page of a term's students with their enrolments. */
export function studentPage(db: Db, schoolId: number, viewer: Viewer, view: View): Compilable<ListedStudent> {
  const sort = view.sort ?? 'SECTION'
  const params = listParams(schoolId, viewer, view)
  return sort === 'SECTION' || sort === 'ROLL' ? pageBySection(db, params, sort) : pageByStudent(db, params, sort)
}

/** Returns the number of students on all pages of the view. */
export function studentCount(db: Db, schoolId: number, viewer: Viewer, view: View) {
  const params = listParams(schoolId, viewer, view)
  const query = db
    .selectFrom('enrolments as e')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('e.schoolId', '=', schoolId)
    .where('e.termId', '=', params.termId)
    .where(enrolmentConditions(params))
  return isLimitedToSections(params)
    ? query.where((row) => asHashedSubselect(row('e.sectionId', 'in', sectionIds(db, params))))
    : query
}

function pageBySection(db: Db, params: ListParams, sort: 'SECTION' | 'ROLL') {
  const { schoolId } = params
  const direction = params.descending ? 'desc' : 'asc'
  const bySection = ['p.classSr', 'p.classId', 'p.sr', 'p.sectionId'] as const
  const order = (sort === 'ROLL' ? ['p.rollSort', ...bySection] : [...bySection, 'p.rollSort']) as readonly (
    | (typeof bySection)[number]
    | 'p.rollSort'
  )[]
  const inner = (name: string) => (name === 'p.rollSort' ? 'e.rollSort' : name.replace('p.', 'place.'))
  let ordered = visibleSections(db, schoolId, params.viewer, params)
  if (sort === 'SECTION')
    for (const key of ['classSr', 'sections.classId', 'sections.sr', 'sections.id'] as const)
      ordered = ordered.orderBy(key, direction)
  let page = db
    .selectFrom(ordered.as('place'))
    .innerJoin('enrolments as e', (on) => on.onRef('e.sectionId', '=', 'place.sectionId').on('e.schoolId', '=', schoolId))
    .select([
      'e.id as enrolmentId',
      'e.termId',
      'e.studentId',
      'e.roll',
      'e.rollSort',
      'place.classId',
      'place.className',
      'place.sectionId',
      'place.sectionName',
      'place.sr',
      'place.classSr',
    ])
    .where(enrolmentConditions(params))
  for (const key of order) page = page.orderBy(sql.ref(inner(key)), direction)
  let rows = db
    .selectFrom(page.orderBy('e.studentId', direction).limit(params.size).offset(params.offset).as('p'))
    // Looked up one by one: to join a page, the planner hashes all students of the school.
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('students as s')
          .select(studentColumns)
          .where('s.schoolId', '=', schoolId)
          .whereRef('s.id', '=', 'p.studentId')
          .offset(sql.lit(0))
          .as('s'),
      (on) => on.onTrue(),
    )
    .select([...studentColumns, ...enrolmentColumns])
  for (const key of order) rows = rows.orderBy(key, direction)
  return rows.orderBy('p.studentId', direction)
}

const sortColumns = { REGISTER_NO: 's.registerNo', PHONE: 's.phone' } as const

function pageByStudent(db: Db, params: ListParams, sort: Exclude<StudentSort, 'SECTION' | 'ROLL'>) {
  const { schoolId, texts, numbers } = params
  const direction = params.descending ? 'desc' : 'asc'
  const sortKey = sort === 'NAME' ? inReadersOrder('s.name') : sql.ref(sortColumns[sort])
  let students = db
    .selectFrom('students as s')
    .select([...studentColumns, 's.searchText', 's.nameKeys', sortKey.as('sortKey')])
    .where('s.schoolId', '=', schoolId)
  // Other orders have an index. Without the offset the planner would join all enrolments before it sorts.
  if (sort === 'NAME' && spokenLanguage() !== 'en')
    students = students.orderBy(sortKey, direction).orderBy('s.id', direction).offset(0)
  let query = db
    .selectFrom(students.as('s'))
    .innerJoinLateral(
      (from) => {
        const enrolment = from
          .selectFrom('enrolments as e')
          .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'e.sectionId'))
          .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
          .select([
            'e.id as enrolmentId',
            'e.termId',
            'e.roll',
            'sections.classId',
            'classes.name as className',
            'sections.id as sectionId',
            'sections.name as sectionName',
          ])
          .where('e.schoolId', '=', schoolId)
          .where('e.termId', '=', params.termId)
          .whereRef('e.studentId', '=', 's.id')
          .limit(1)
        const inSections = isLimitedToSections(params)
          ? enrolment.where((row) => asHashedSubselect(row('e.sectionId', 'in', sectionIds(db, params))))
          : enrolment
        return inSections.as('p')
      },
      (on) => on.onTrue(),
    )
    .select([...studentColumns, ...enrolmentColumns])
  if (params.disabled !== undefined) query = query.where('s.disabled', '=', params.disabled)
  for (const word of texts) query = query.where(hasNameWord('students', 's', schoolId, word))
  for (const { word, roll } of numbers)
    query = query.where((row) =>
      row.or([row('p.roll', '=', roll), ...(word === null ? [] : [hasNameWord('students', 's', schoolId, word)])]),
    )
  return query.orderBy('s.sortKey', direction).orderBy('s.id', direction).limit(params.size).offset(params.offset)
}

/** Selects the QR codes of enabled students of a term, class or section, in the school's order. */
export function qrSheetStudents(db: Db, schoolId: number, viewer: Viewer, view: z.output<typeof qrSheetView>) {
  return db
    .selectFrom(visibleSections(db, schoolId, viewer, view).as('place'))
    .innerJoin('enrolments as e', (on) => on.onRef('e.sectionId', '=', 'place.sectionId').on('e.schoolId', '=', schoolId))
    .innerJoin('students as s', (on) => on.on('s.schoolId', '=', schoolId).onRef('s.id', '=', 'e.studentId'))
    .select(['s.id', 's.name', 's.qrcode', 'e.roll', 'place.className', 'place.sectionName'])
    .where('s.disabled', '=', false)
    .where('s.qrcode', '<>', '')
    .orderBy(studentOrder)
}

/** Selects the rolls of a term with their students, including disabled ones. Unordered. */
export function termRolls(db: Db, schoolId: number, viewer: Viewer, termId: number) {
  return db
    .selectFrom(visibleSections(db, schoolId, viewer, { termId }).as('place'))
    .innerJoin('enrolments as e', (on) => on.onRef('e.sectionId', '=', 'place.sectionId').on('e.schoolId', '=', schoolId))
    .innerJoin('students as s', (on) => on.on('s.schoolId', '=', schoolId).onRef('s.id', '=', 'e.studentId'))
    .select(['s.id as studentId', 's.name', 'e.roll', 'place.className', 'place.sectionName'])
}

/** Selects a term's students with all fields of a Bulk Edit file, in the school's order. */
export function studentsForFile(db: Db | Tx, schoolId: number, viewer: Viewer, termId: number) {
  return db
    .selectFrom(visibleSections(db, schoolId, viewer, { termId }).as('place'))
    .innerJoin('enrolments as e', (on) => on.onRef('e.sectionId', '=', 'place.sectionId').on('e.schoolId', '=', schoolId))
    .innerJoin('students as s', (on) => on.on('s.schoolId', '=', schoolId).onRef('s.id', '=', 'e.studentId'))
    .innerJoin('terms', (on) => on.on('terms.schoolId', '=', schoolId).onRef('terms.id', '=', 'e.termId'))
    .select(['terms.name as term', 'e.roll', 'place.className as class', 'place.sectionName as section'])
    .select(['s.id', 's.name', 's.phone', 's.gender', 's.loginEmail'])
    .select(exportableFields.map((field) => `s.${field}` as const))
    .orderBy(studentOrder)
}

export type ListedStudent = InferResult<ReturnType<typeof pageBySection>>[number]
export type QrStudent = Awaited<ReturnType<ReturnType<typeof qrSheetStudents>['executeTakeFirstOrThrow']>>
export type TermRoll = Awaited<ReturnType<ReturnType<typeof termRolls>['executeTakeFirstOrThrow']>>

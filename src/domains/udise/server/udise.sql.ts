import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '#platform/database/connect.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolOrder, visibleSections } from '#domains/classes/server/schoolOrder.exports.ts'
import { studentOrder } from '#domains/students/server/fillFields.exports.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import { formatOf } from '../formats.ts'
import type { UdiseFormat } from '../udise.format.ts'
import { type FillItem, type Item, items, requiredItems } from '../udise.items.ts'
import { portalClass } from '../udise.rules.ts'
import type { fillView } from '../udise.schema.ts'

type Sql<Value> = RawBuilder<Value>
const column = (name: string): Sql<string> => sql`${sql.ref(`s.${name}`)}`
const blank = (value: Sql<string>): Sql<SqlBool> => sql`${value} = ''`
const oneOf = (value: Sql<string>, values: readonly string[]): Sql<SqlBool> => sql`${value} = any(${values}::text[])`
const isClass = (name: string, ids: readonly number[]): Sql<SqlBool> =>
  sql`coalesce(${sql.ref(name)} = any(${ids}::bigint[]), false)`
const both = (...conditions: Sql<SqlBool>[]): Sql<SqlBool> => sql`(${sql.join(conditions, sql` and `)})`

/** What is asked in a term: the format, and the ids of the classes of which the portal asks something else. */
export interface AskedInTerm {
  format: UdiseFormat
  /** Classes whose name is one of the portal's. */
  known: readonly number[]
  /** Classes 11 and 12, which have streams. */
  senior: readonly number[]
  /** Classes whose year before had no examination. */
  beforeExams: readonly number[]
}

/** Selects the name of a term, and the school's classes of all terms. */
export function termWithClasses(db: Db | Tx, schoolId: number, termId: number) {
  return db
    .selectFrom('terms')
    .select('name')
    .select(
      sql<
        { id: number; name: string }[]
      >`(select coalesce(json_agg(json_build_object('id', classes.id, 'name', classes.name)), '[]')
        from classes where classes.school_id = ${schoolId})`.as('classes'),
    )
    .where('schoolId', '=', schoolId)
    .where('id', '=', termId)
}

/** Returns what is asked in a term; in none, what its format asks of classes unknown. */
export function askedIn(term: { name: string; classes: readonly { id: number; name: string }[] } | undefined): AskedInTerm {
  const named = (term?.classes ?? []).map(({ id, name }) => ({ id, name: portalClass(name) }))
  const idsOf = (names: readonly string[]) => named.filter(({ name }) => name && names.includes(name)).map(({ id }) => id)
  return {
    format: formatOf(term?.name ?? ''),
    known: named.filter(({ name }) => name !== undefined).map(({ id }) => id),
    senior: idsOf(['11', '12']),
    beforeExams: idsOf(['PP3', 'PP2', 'PP1', '1']),
  }
}

/** A field of the school year before. What an earlier term has is not it. */
const yearBefore = (name: string, termId: number): Sql<string> =>
  sql`case when s.previous_of_term = ${termId} then ${column(name)} else '' end`

/** Where the student was in the year before: as it was entered, else this school, where the student had a place. */
const previousStatus = (termId: number): Sql<string> => {
  const entered = yearBefore('previousStatus', termId)
  return sql`case when ${entered} <> '' then ${entered} when prior.id is not null then 'SAME_SCHOOL' else '' end`
}

/** Returns when each item is missing: blank though it is asked for, or not in the portal's form. */
function missingItems(
  termId: number,
  { format: { patterns, nameLength, addressLength }, known, senior, beforeExams }: AskedInTerm,
): Readonly<Record<Item, Sql<SqlBool>>> {
  const isName = (value: Sql<string>): Sql<SqlBool> =>
    sql`(${value} ~ ${patterns.name} and length(${value}) between ${nameLength.min} and ${nameLength.max})`
  const simple = (item: FillItem) => blank(column(item))
  const yes = (item: FillItem): Sql<SqlBool> => sql`${column(item)} = 'YES'`
  const studied = oneOf(previousStatus(termId), ['SAME_SCHOOL', 'OTHER_SCHOOL'])
  const examined = both(studied, sql`not ${isClass('place.classId', beforeExams)}`)
  const notEntered = (item: FillItem) => blank(yearBefore(item, termId))
  const sat: Sql<SqlBool> = sql`${yearBefore('examAppeared', termId)} = 'YES'`
  const consented: Sql<SqlBool> = sql`(s.apaar_consent = 'YES' or s.apaar_consent = '' and s.aapar)`
  return {
    class: sql`not ${isClass('place.classId', known)}`,
    penNumber: simple('penNumber'),
    apaarConsent: sql`(s.apaar_consent = '' and not s.aapar)`,
    aaparId: both(consented, simple('aaparId')),
    aadharNumber: sql`s.aadhar_last4 is null`,
    nameAsAadhaar: sql`(not ${isName(column('nameAsAadhaar'))} and (s.aadhar_last4 is not null or not ${isName(column('name'))}))`,
    gender: sql`s.gender = 'BLANK'`,
    birthdate: sql`s.birthdate is null`,
    motherName: sql`not ${isName(column('motherName'))}`,
    fatherName: sql`not ${isName(column('fatherName'))}`,
    address: sql`not (s.address ~ ${patterns.address} and length(s.address) between ${addressLength.min} and ${addressLength.max})`,
    pincode: simple('pincode'),
    phone: sql`s.phone !~ ${patterns.phone}`,
    motherTongueCode: simple('motherTongueCode'),
    socialCategory: simple('socialCategory'),
    minorityGroup: simple('minorityGroup'),
    bpl: simple('bpl'),
    aay: both(yes('bpl'), simple('aay')),
    ews: simple('ews'),
    cwsn: simple('cwsn'),
    impairments: both(yes('cwsn'), simple('impairments')),
    indianNational: simple('indianNational'),
    outOfSchool: simple('outOfSchool'),
    registerNo: simple('registerNo'),
    dateOfAdmission: sql`s.date_of_admission is null`,
    stream: both(isClass('place.classId', senior), simple('stream')),
    previousStatus: blank(previousStatus(termId)),
    // The class of the place in this school is known.
    previousClass: both(
      studied,
      notEntered('previousClass'),
      sql`not (${previousStatus(termId)} = 'SAME_SCHOOL' and ${isClass('priorSection.classId', known)})`,
    ),
    examAppeared: both(examined, notEntered('examAppeared')),
    previousResult: both(examined, sat, notEntered('previousResult')),
    previousMarks: both(examined, sat, notEntered('previousMarks')),
    previousDays: both(examined, notEntered('previousDays')),
  }
}

/** Selects the enabled students of a term in sections that the viewer sees, each with the place of the term before. */
function studentsOfTerm(db: Db | Tx, schoolId: number, viewer: Viewer, view: { termId: number; sectionId?: number | undefined }) {
  const termBefore = sql<number>`(select terms.id from terms where terms.school_id = ${schoolId}
    and (terms.past or terms.id < ${view.termId}) and terms.id <> ${view.termId} order by terms.past, terms.id desc limit 1)`
  return db
    .selectFrom(visibleSections(db, schoolId, viewer, view).as('place'))
    .innerJoin('enrolments as e', (on) => on.onRef('e.sectionId', '=', 'place.sectionId').on('e.schoolId', '=', schoolId))
    .innerJoin('students as s', (on) => on.on('s.schoolId', '=', schoolId).onRef('s.id', '=', 'e.studentId'))
    .leftJoin('enrolments as prior', (on) =>
      on.on('prior.schoolId', '=', schoolId).on('prior.termId', '=', termBefore).onRef('prior.studentId', '=', 'e.studentId'),
    )
    .leftJoin('sections as priorSection', (on) =>
      on.on('priorSection.schoolId', '=', schoolId).onRef('priorSection.id', '=', 'prior.sectionId'),
    )
    .where('s.disabled', '=', false)
}

/** Items whose condition compares text by a pattern. They come last: most students who lack something lack a value. */
const compared: readonly Item[] = ['nameAsAadhaar', 'motherName', 'fatherName', 'address', 'phone']
const byCost = [...requiredItems.filter((item) => !compared.includes(item)), ...compared]

const ready = (missing: Readonly<Record<Item, Sql<SqlBool>>>): Sql<SqlBool> =>
  sql`not (${sql.join(
    byCost.map((item) => missing[item]),
    sql` or `,
  )})`

/** Counts by section, in the school's order: the students, those who are ready, and for each item those who lack it. */
export function boardSections(db: Db, schoolId: number, viewer: Viewer, termId: number, asked: AskedInTerm) {
  const missing = missingItems(termId, asked)
  // The conditions are computed once a student, and counted after.
  const students = studentsOfTerm(db, schoolId, viewer, { termId })
    .select(['place.sectionId', 'place.sectionName', 'place.classId', 'place.className', 'place.sr', 'place.classSr'])
    .select(ready(missing).as('ready'))
    .select(items.map((item) => missing[item].as(`lacks_${item}`)))
  return db
    .selectFrom(students.as('place'))
    .select(['place.sectionId', 'place.sectionName', 'place.className'])
    .select((row) => row.fn.countAll<number>().as('students'))
    .select(sql<number>`(count(*) filter (where place.ready))::integer`.as('ready'))
    .select(
      sql<
        number[]
      >`array[${sql.join(items.map((item) => sql`(count(*) filter (where ${sql.ref(`place.lacks_${item}`)}))::integer`))}]`.as(
        'missing',
      ),
    )
    .groupBy(['place.sectionId', 'place.sectionName', 'place.className', 'place.classId', 'place.sr', 'place.classSr'])
    .orderBy(schoolOrder('place'))
}

/** Fields of the school year before that hold for the term alone. */
const yearBeforeItems = ['previousClass', 'examAppeared', 'previousResult', 'previousMarks', 'previousDays'] as const

/** Fields that are columns of the student by the same name, and hold for every term. */
const plainItems = [
  'penNumber',
  'aaparId',
  'nameAsAadhaar',
  'gender',
  'birthdate',
  'motherName',
  'fatherName',
  'address',
  'pincode',
  'phone',
  'motherTongueCode',
  'socialCategory',
  'minorityGroup',
  'bpl',
  'aay',
  'ews',
  'cwsn',
  'impairments',
  'indianNational',
  'outOfSchool',
  'registerNo',
  'dateOfAdmission',
  'stream',
] as const satisfies readonly FillItem[]

/** The columns of the grid and the sheet. Fields of an earlier year are blank. */
function withFields(query: ReturnType<typeof studentsOfTerm>, termId: number) {
  return query
    .select(['s.id', 's.name', 'e.roll', 'place.className', 'place.sectionName', 's.aadharLast4', 's.schoolId'])
    .select(plainItems.map((item) => `s.${item}` as const))
    .select(sql<string>`case when s.apaar_consent = '' and s.aapar then 'YES' else s.apaar_consent end`.as('apaarConsent'))
    .select(previousStatus(termId).as('previousStatus'))
    .select(
      sql<string>`coalesce((select classes.name from classes
        where classes.school_id = current_school() and classes.id = prior_section.class_id), '')`.as('priorClass'),
    )
    .select(yearBeforeItems.map((item) => yearBefore(item, termId).as(item)))
}

/**
 * A page of the grid, with the number of students on all pages. What is chosen is ordered and counted by the conditions
 * alone; the cells are those of the page.
 */
export function fillPage(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { termId, sectionId, item, all, search, sort, page = 0, pageSize = 50 }: z.output<typeof fillView>,
  asked: AskedInTerm,
) {
  const missing = missingItems(termId, asked)
  const names = missingNames(missing)
  let chosen = studentsOfTerm(db, schoolId, viewer, { termId, sectionId })
    .select('s.id')
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .where(matchesSearch(schoolId, search ?? ''))
  if (!all) chosen = chosen.where(item === undefined ? sql<SqlBool>`not ${ready(missing)}` : missing[item])
  const order = sql.join([
    ...(sort === 'NAME' ? [inReadersOrder('s.name')] : []),
    ...(sort === 'MISSING' ? [sql`cardinality(${names}) desc`] : []),
    studentOrder,
  ])
  // One row, so that the students of the page are looked up by their ids.
  const shown = db
    .selectFrom(
      chosen
        .orderBy(order)
        .limit(pageSize)
        .offset(page * pageSize)
        .as('chosen'),
    )
    .select(sql<number[]>`array_agg(chosen.id)`.as('ids'))
    .select(sql<number>`max(chosen.total)`.as('total'))
    .as('shown')
  return withFields(studentsOfTerm(db, schoolId, viewer, { termId, sectionId }), termId)
    .innerJoin(shown, (on) => on.on(sql<boolean>`s.id = any(shown.ids)`))
    .select('shown.total')
    .select(names.as('missing'))
    .orderBy(order)
}

function missingNames(missing: Readonly<Record<Item, Sql<SqlBool>>>) {
  return sql<Item[]>`array_remove(array[${sql.join(
    items.map((item) => sql`case when ${missing[item]} then ${sql.lit(item)} end`),
  )}]::text[], null)`
}

/** The students of the sheet, in the school's order. */
export function sheetStudents(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  view: { termId: number; sectionId?: number | undefined },
  asked: AskedInTerm,
) {
  return withFields(studentsOfTerm(db, schoolId, viewer, view), view.termId)
    .select(['s.phones', 's.email', 's.guardian', 's.saralId', 's.aadharSealed'])
    .select(missingNames(missingItems(view.termId, asked)).as('missing'))
    .orderBy(studentOrder)
}

/** Of the ids, selects those of students with a place of the term in a section that the viewer sees. */
export function studentsInTerm(db: Tx, schoolId: number, viewer: Viewer, termId: number, ids: readonly number[]) {
  return studentsOfTerm(db, schoolId, viewer, { termId }).select('s.id').where(sql<boolean>`s.id = any(${ids}::bigint[])`)
}

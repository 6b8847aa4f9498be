import { may, requirePermission } from '#platform/action.ts'
import { query } from '#platform/command.ts'
import type { Database, Db, Read } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { showDay } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { termById } from '#domains/attendance/server/attendance.exports.ts'
import { sectionsByName, visibleSection } from '#domains/classes/server/classes.exports.ts'
import { cardStudentCounts, cardStudents } from '#domains/students/server/students.exports.ts'
import { fieldText, studentCardFields } from '#domains/students/studentFields.exports.ts'
import { cardStaff, cardStaffCounts } from '#domains/users/server/users.exports.ts'
import type { CardField, CardHolderKind } from '../cardFields.ts'
import { cardOf, cardSchoolOf, holdersView } from '../idcards.schema.ts'
import { idCardActions, viewActionOf } from './idcards.permissions.ts'

/** Somebody who gets a card, with what it says. */
export interface Holder {
  schoolId: number
  kind: CardHolderKind
  id: number
  name: string
  photoFile: string | null
  /** What the gate reads; '' for none. */
  qrcode: string
  values: Partial<Record<CardField, string>>
}

/** Whose cards: see `idcards.schema.ts`. */
export interface Whose {
  termId: number
  holder: CardHolderKind
  classId?: number | null | undefined
  sectionId?: number | null | undefined
  ids?: readonly number[] | null | undefined
  search?: string | undefined
}

interface Asking {
  db: Db
  schoolId: number
  viewer: Viewer
  school: School
  /** Answers statements of the school together in one round trip. */
  read: Read
}

/** Asks about a school where there is neither a query nor a command: in a job. */
export function askingAs(database: Database, viewer: Viewer, school: School): Asking {
  const read: Read = (...queries) => database.read(school.id, queries)
  return { db: database.kysely, schoolId: school.id, viewer, school, read }
}

/**
 * Part of those who have cards, those without a photo first, and how many there are. NOT_FOUND for a term, class or section that
 * is not there or not seen.
 */
export const listHolders = query({
  action: idCardActions.view,
  input: holdersView,
  run: async (reading) => {
    const { input } = reading
    await mustBeSeen(reading, input)
    const { page = 0, pageSize = 20 } = input
    const rows = await readHolders(reading, input, { limit: pageSize, offset: page * pageSize })
    return { rows, ...(await countHolders(reading, input)) }
  },
})

/** What the card of one person says. */
export const viewCard = query({
  action: idCardActions.view,
  input: cardOf,
  run: async (reading) => {
    const { id, ...whose } = reading.input
    await mustBeSeen(reading, whose)
    const [holder] = await readHolders(reading, { ...whose, ids: [id] })
    if (!holder) throw notFound()
    return holder
  },
})

/** What cards say of the school. */
export const viewCardSchool = query({
  action: idCardActions.view,
  input: cardSchoolOf,
  run: async ({ db, read, school, schoolId, input }) => {
    const [[term]] = await read(termById(db, schoolId, input.termId))
    if (!term) throw notFound()
    return { school, termName: term.name }
  },
})

/**
 * Refuses what the viewer may not see: the staff's cards for an ADMIN limited to classes, a term, class or section that is not
 * there or not theirs.
 */
export async function mustBeSeen({ db, schoolId, viewer, school, read }: Asking, whose: Whose): Promise<void> {
  requirePermission(may(viewActionOf(whose.holder), { viewer, school, row: undefined }))
  const [[term], sections] = await read(
    termById(db, schoolId, whose.termId),
    sectionsByName(db, schoolId, whose.termId).where(visibleSection(viewer)),
  )
  const { classId, sectionId } = whose
  const seen =
    (!classId || sections.some((section) => section.classId === classId)) &&
    (!sectionId || sections.some((section) => section.id === sectionId))
  if (!term || !seen) throw notFound()
}

/** How a class or section is called, such as `7` or `7-B`; null for all of them. */
export async function sectionTitle(
  { db, schoolId, read }: Asking,
  { termId, classId, sectionId }: Whose,
): Promise<string | null> {
  if (!classId && !sectionId) return null
  const [sections] = await read(sectionsByName(db, schoolId, termId))
  const section = sections.find((one) => (sectionId ? one.id === sectionId : one.classId === classId))
  if (!section) return null
  return sectionId ? `${section.className}-${section.name}` : `Class ${section.className}`
}

/** Those who get cards, by section and roll or by name; of a part of them, those without a photo come first. */
export async function readHolders(asking: Asking, whose: Whose, part?: { limit: number; offset: number }): Promise<Holder[]> {
  const { db, schoolId, viewer, school, read } = asking
  const view = viewOf(whose)
  if (whose.holder === 'STAFF') {
    const query = cardStaff(db, schoolId, view, part !== undefined)
    const [rows] = await read(part ? query.limit(part.limit).offset(part.offset) : query)
    return rows.map((row) => staffHolder(schoolId, row))
  }
  const query = cardStudents(db, schoolId, viewer, view, part !== undefined)
  const [rows] = await read(part ? query.limit(part.limit).offset(part.offset) : query)
  return rows.map((row) => studentHolder(school, row))
}

/** How many they are, and how many of them have no photo. */
export async function countHolders({ db, schoolId, viewer, read }: Asking, whose: Whose): Promise<HolderCounts> {
  const view = viewOf(whose)
  const [counts] =
    whose.holder === 'STAFF'
      ? (await read(cardStaffCounts(db, schoolId, view)))[0]
      : (await read(cardStudentCounts(db, schoolId, viewer, view)))[0]
  return counts ?? { total: 0, withoutPhoto: 0 }
}

interface HolderCounts {
  total: number
  withoutPhoto: number
}

function viewOf({ termId, classId, sectionId, ids, search }: Whose) {
  return { termId, classId: classId ?? undefined, sectionId: sectionId ?? undefined, ids: ids ?? undefined, search }
}

type StudentRow = Awaited<ReturnType<ReturnType<typeof cardStudents>['executeTakeFirstOrThrow']>>
type StaffRow = Awaited<ReturnType<ReturnType<typeof cardStaff>['executeTakeFirstOrThrow']>>

/** What is not known is '', as is the phone that stands where none is known. */
function studentHolder(school: School, row: StudentRow): Holder {
  return {
    schoolId: school.id,
    kind: 'STUDENT',
    id: row.id,
    name: row.name,
    photoFile: row.photoFile,
    // A code that no gate of the school reads would only let it be copied.
    qrcode: school.qrcode ? row.qrcode : '',
    values: {
      CLASS: `${row.className}-${row.sectionName}`,
      ROLL: row.roll,
      ...Object.fromEntries(studentCardFields.map(({ name, field }) => [name, fieldText(row, field, showDay)])),
      GUARDIAN: row.guardian || row.fatherName || row.motherName,
      PHONE: row.phone === defaultPhone ? '' : row.phone,
      ADDRESS: row.address || [row.colony, row.taluka, row.dist].filter(Boolean).join(', '),
    },
  }
}

function staffHolder(schoolId: number, row: StaffRow): Holder {
  const phone = row.phone === defaultPhone ? '' : row.phone
  return {
    schoolId,
    kind: 'STAFF',
    id: row.id,
    name: row.name,
    photoFile: row.photoFile,
    qrcode: '',
    values: { ROLE: posts[row.role] ?? '', PHONE: phone, EMAIL: row.email },
  }
}

/** What people are at a school, as a card says it. */
const posts: Readonly<Record<string, string>> = {
  ADMIN: 'Administration',
  FEES: 'Accounts',
  TEACHER: 'Teacher',
  ATTENDANT: 'Attendant',
}

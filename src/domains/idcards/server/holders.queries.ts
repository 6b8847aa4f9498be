import { may, requirePermission } from '#platform/action.ts'
import { query } from '#platform/command.ts'
import type { Database, Db, Read } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { showDay } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'
import { termById } from '#domains/attendance/server/attendance.exports.ts'
import { sectionsByName, visibleSection } from '#domains/classes/server/classes.exports.ts'
import { cardStudentCounts, cardStudents } from '#domains/students/server/students.exports.ts'
import { fieldText, studentCardFields } from '#domains/students/studentFields.exports.ts'
import { cardStaff, cardStaffCounts } from '#domains/users/server/users.exports.ts'
import type { CardField, CardHolderKind } from '../cardFields.ts'
import { cardOf, cardSchoolOf, holdersView } from '../idcards.schema.ts'
import { idCardActions, viewActionOf } from './idcards.permissions.ts'

/** A person who gets a card, with its values. */
export interface Holder {
  schoolId: number
  kind: CardHolderKind
  id: number
  name: string
  photoFile: string | null
  /** The text of the gate's QR code; '' for none. */
  qrcode: string
  values: Partial<Record<CardField, string>>
}

/** The choice of holders; see `idcards.schema.ts`. */
export interface HolderFilter {
  termId: number
  holder: CardHolderKind
  classId?: number | null | undefined
  sectionId?: number | null | undefined
  ids?: readonly number[] | null | undefined
  search?: string | undefined
}

interface HolderContext {
  db: Db
  schoolId: number
  viewer: Viewer
  school: School
  /** Runs statements for the school in one round trip. */
  read: Read
}

/** Creates the context for reading holders in a job, where there is neither a query nor a command. */
export function holderContext(database: Database, viewer: Viewer, school: School): HolderContext {
  const read: Read = (...queries) => database.read(school.id, queries)
  return { db: database.kysely, schoolId: school.id, viewer, school, read }
}

/**
 * Lists a page of holders, those without a photo first, with their counts.
 * @throws Refusal NOT_FOUND for a term, class or section that does not exist or that the viewer may not see
 */
export const listHolders = query({
  action: idCardActions.view,
  input: holdersView,
  run: async (reading) => {
    const { input } = reading
    await refuseHidden(reading, input)
    const { page = 0, pageSize = 20 } = input
    const rows = await readHolders(reading, input, { limit: pageSize, offset: page * pageSize })
    return { rows, ...(await countHolders(reading, input)) }
  },
})

/** Returns one holder. */
export const viewCard = query({
  action: idCardActions.view,
  input: cardOf,
  run: async (reading) => {
    const { id, ...whose } = reading.input
    await refuseHidden(reading, whose)
    const [holder] = await readHolders(reading, { ...whose, ids: [id] })
    if (!holder) throw notFound()
    return holder
  },
})

/** Returns the school's data for its cards. */
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
 * Refuses holders that the viewer may not see: staff for a class-limited admin, and any term, class or section that
 * does not exist or is not theirs.
 */
export async function refuseHidden({ db, schoolId, viewer, school, read }: HolderContext, whose: HolderFilter): Promise<void> {
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

/** Returns the name of the chosen class or section, such as `Class 7` or `7-B`; null for all. */
export async function sectionTitle(
  { db, schoolId, read }: HolderContext,
  { termId, classId, sectionId }: HolderFilter,
): Promise<string | null> {
  if (!classId && !sectionId) return null
  const [sections] = await read(sectionsByName(db, schoolId, termId))
  const section = sections.find((row) => (sectionId ? row.id === sectionId : row.classId === classId))
  if (!section) return null
  return sectionId ? `${section.className}-${section.name}` : t`Class ${section.className}`
}

/** Reads the holders by section and roll, or by name. A page of them has those without a photo first. */
export async function readHolders(
  context: HolderContext,
  whose: HolderFilter,
  part?: { limit: number; offset: number },
): Promise<Holder[]> {
  const { db, schoolId, viewer, school, read } = context
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

/** Counts the holders, and those without a photo. */
export async function countHolders({ db, schoolId, viewer, read }: HolderContext, whose: HolderFilter): Promise<HolderCounts> {
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

function viewOf({ termId, classId, sectionId, ids, search }: HolderFilter) {
  return { termId, classId: classId ?? undefined, sectionId: sectionId ?? undefined, ids: ids ?? undefined, search }
}

type StudentRow = Awaited<ReturnType<ReturnType<typeof cardStudents>['executeTakeFirstOrThrow']>>
type StaffRow = Awaited<ReturnType<ReturnType<typeof cardStaff>['executeTakeFirstOrThrow']>>

/** Returns a student as a holder. Unknown values are '', and so is the default phone. */
function studentHolder(school: School, row: StudentRow): Holder {
  return {
    schoolId: school.id,
    kind: 'STUDENT',
    id: row.id,
    name: row.name,
    photoFile: row.photoFile,
    // Without a gate that reads it, a printed code could only be copied.
    qrcode: school.qrcode ? row.qrcode : '',
    values: {
      CLASS: `${row.className}-${row.sectionName}`,
      ROLL: row.roll,
      ...Object.fromEntries(studentCardFields.map(({ name, field }) => [name, fieldText(row, field, (day) => showDay(day))])),
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

/** The posts of users by role, as printed on cards. */
const posts: Readonly<Record<string, string>> = saidWhenRead({
  ADMIN: () => t`Administration`,
  FEES: () => t({ message: 'Accounts', context: 'a post at the school' }),
  TEACHER: () => t`Teacher`,
  ATTENDANT: () => t`Attendant`,
})

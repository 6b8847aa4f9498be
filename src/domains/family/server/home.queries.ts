import type { Call } from '#platform/command.ts'
import type { Read } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { fileUrl } from '#platform/files/files.ts'
import { requireGuardian, schoolsOfPhone } from '#platform/guardians/sessions.ts'
import { schoolDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { maskPhone } from '#shared/phones.ts'
import {
  type Absence,
  absencesOfChildren,
  attendanceOfChildren,
  firstRegisterOfDay,
  type LeaveNote,
  leaveNotesOfStudents,
} from '#domains/attendance/server/familyAttendance.exports.ts'
import { chatOfChildren } from '#domains/chat/server/familyChat.exports.ts'
import { hasModule } from '#shared/modules.ts'
import {
  type Family,
  findFamily,
  type FoundFamily,
  loadFamily,
  phoneSignedInAt,
} from '#domains/onlinefees/server/home.exports.ts'
import { issuedCertificates } from '#domains/certificates/server/familyCertificates.exports.ts'
import { type ListedCard, selectFamilyCards, withHolds } from '#domains/exams/server/cardsOfStudent.exports.ts'
import { announcedExams, type FamilyExam, familyExams, papersOfStudents } from '#domains/exams/server/dateSheet.exports.ts'
import { incidentsTold } from '#domains/discipline/server/familyIncidents.exports.ts'
import { type FamilyLecture, liveLecturesOfStudents } from '#domains/lectures/server/familyLectures.exports.ts'
import { type FamilyMessage, messagesToFamily } from '#domains/messaging/server/familyMessages.exports.ts'
import { childFacts } from '#domains/students/server/guardians.exports.ts'

/** What a guardian sees of one child besides its fees. */
export interface HomeChild {
  id: number
  photoUrl: string | null
  /** The text of the code on the ID card, which the gate reads; null where the school uses none. */
  cardCode: string | null
  /** Registers of the term with a mark of the child. */
  taken: number
  present: number
  late: number
  absences: Absence[]
  /** What was told about today and later days. */
  leaveNotes: LeaveNote[]
  /** When today's first register was taken; null before that. */
  takenTodayAt: Date | null
  markToday: Mark | null
  /** Incidents that the family was told of. */
  incidents: { id: number; day: string; type: string; points: number }[]
  /** Certificates that were issued and stand. */
  certificates: { id: number; name: string; serial: number; isDuplicate: boolean; issuedAt: Date; path: string }[]
  /** Announced exams that are not over. */
  exams: FamilyExam[]
  /** Published report cards that families see today, the newest first. */
  reportCards: ListedCard[]
  /** A lecture that is held at this moment; null for none. */
  lecture: FamilyLecture | null
  /** Messages to the guardian's phone, newest first. */
  messages: FamilyMessage[]
  /** What is new in the conversations with the school; null in a school without the chat. */
  chat: { unread: boolean; unreadOfSection: boolean; hasSectionMessages: boolean } | null
}

/** A guardian's children in one school. */
export interface HomeSchool {
  /** Stands for the guardian in requests to this school. */
  place: string
  family: Family
  children: HomeChild[]
}

/** What a guardian sees: the children with the phone, by school. */
export interface Home {
  /** Masked. */
  phone: string
  today: string
  schools: HomeSchool[]
  /** A child of this term was listed with the phone after this device proved it, and is shown after a new proof. */
  hasLaterChild: boolean
}

/**
 * Reads everything that a guardian who is signed in sees, each school within its own scope. A school without a child of
 * the phone in its current term is left out.
 *
 * @throws Refusal SIGNED_OUT when nobody is signed in
 */
export async function viewHome(call: Call): Promise<Home> {
  try {
    const { phone } = await requireGuardian(call)
    const schoolIds = await schoolsOfPhone(call.database, phone)
    const schools = await Promise.all(schoolIds.map((schoolId) => loadSchool(call, schoolId)))
    return {
      phone: maskPhone(phone),
      today: schoolDay(new Date()),
      schools: schools.filter(({ children }) => children.length > 0),
      hasLaterChild: schools.some(({ family }) => family.hasLaterChild),
    }
  } catch (error) {
    throw asRefusal(error)
  }
}

async function loadSchool(call: Call, schoolId: number): Promise<HomeSchool> {
  const found = await findFamily(call, await phoneSignedInAt(call, schoolId))
  const [family, children] = await Promise.all([loadFamily(call, found), loadChildren(call, found)])
  return { place: ownPlace(schoolId), family, children }
}

async function loadChildren(call: Call, { guardian, term, children: found }: FoundFamily): Promise<HomeChild[]> {
  const ids = found.map(({ id }) => id)
  if (!term || ids.length === 0) return []
  const { school, schoolId, phone } = guardian
  const db = call.database.kysely
  const today = schoolDay(new Date())
  const [
    facts,
    attendance,
    absences,
    notes,
    registers,
    messages,
    incidents,
    certificates,
    lectures,
    chats,
    exams,
    papers,
    cards,
  ] = await call.database.read(schoolId, [
    childFacts(db, schoolId, term.id, ids),
    attendanceOfChildren(db, school, term.id, ids),
    absencesOfChildren(db, school, term.id, ids),
    leaveNotesOfStudents(db, schoolId, ids, today),
    firstRegisterOfDay(db, schoolId, today, term.id, ids),
    messagesToFamily(db, schoolId, phone, ids),
    incidentsTold(db, schoolId, term.id, ids),
    issuedCertificates(db, schoolId, ids),
    liveLecturesOfStudents(db, schoolId, ids),
    chatOfChildren(db, schoolId, phone, term.id, ids),
    announcedExams(db, schoolId, { termId: term.id, studentIds: ids, from: today }),
    papersOfStudents(db, schoolId, { termId: term.id, studentIds: ids, from: today }),
    selectFamilyCards(db, schoolId, ids, today),
  ] as const)
  const read: Read = (...statements) => call.database.read(schoolId, statements)
  const reportCards = hasModule(school, 'exams') ? await withHolds({ db, read, school }, cards) : []
  return ids.map((id): HomeChild => {
    const fact = facts.find((row) => row.id === id)
    const counts = attendance.find((row) => row.studentId === id)
    const register = registers.find((row) => row.studentId === id)
    return {
      id,
      photoUrl: fileUrl(call, schoolId, fact?.photoFile ?? null, 'student-photo'),
      cardCode: school.qrcode && fact?.qrcode ? fact.qrcode : null,
      taken: counts?.taken ?? 0,
      present: counts?.present ?? 0,
      late: counts?.late ?? 0,
      absences: absences.filter((row) => row.studentId === id),
      leaveNotes: notes.filter((row) => row.studentId === id),
      takenTodayAt: register?.takenAt ?? null,
      markToday: register?.value ?? null,
      incidents: school.discipline ? incidents.filter((row) => row.studentId === id) : [],
      certificates: certificates
        .filter((row) => row.studentId === id)
        .map(({ copy, token, ...row }) => ({ ...row, isDuplicate: copy > 0, path: `/certificate/${token}` })),
      exams: hasModule(school, 'exams') ? familyExams(exams, papers).filter((row) => row.studentId === id) : [],
      reportCards: reportCards.filter((row) => row.studentId === id),
      lecture: lectures.find((row) => row.studentId === id) ?? null,
      chat: hasModule(school, 'chat') ? (chats.find((row) => row.studentId === id) ?? null) : null,
      messages: messages.filter(({ studentIds }) => studentIds.includes(id)),
    }
  })
}

import { z } from 'zod'
import { type Call, query } from '#platform/command.ts'
import type { Db, Read } from '#platform/database/connect.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import type { ProvedPhone } from '#platform/guardians/sessions.ts'
import { childOfPhone, guardianQuery, requireModule } from '#domains/students/server/guardians.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import { cardChoice, familyCardChoice, familyCardToPrint, studentCardsChoice } from '../cardsOfStudent.schema.ts'
import { heldForDues, refuseHeld } from './cardHolds.ts'
import { cardsOfStudentActions } from './cardsOfStudent.permissions.ts'
import {
  selectCardsOfStudent,
  selectFamilyCard,
  selectFamilyCards,
  selectStaffCard,
  type ListedCard,
  selectStudentsWithCards,
  type StudentCardRow,
  type StudentWithCard,
  type WholeCardRow,
} from './cardsOfStudent.sql.ts'
import { reportCardPath } from './reportCardPage.ts'

/** A card with what the day of looking at it adds. */
export interface CardOnScreen {
  id: number
  studentId: number
  content: string
  publicUrl: string
  withdrawn: boolean
  visibleFrom: string
  logoUrl: string | null
  photoUrl: string | null
}

/** Returns a student's cards for staff, the newest first; none of a student whom the viewer may not see. */
export const listCardsOfStudent = query({
  action: cardsOfStudentActions.list,
  input: studentCardsChoice,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<ListedCard[]> => {
    const [cards] = await read(selectCardsOfStudent(db, viewer, schoolId, input.studentId))
    // A teacher does not see what a family owes.
    const asked = cards.length > 0 && viewer.role !== 'TEACHER' ? [input.studentId] : []
    const held = await heldForDues({ db, read, school }, asked)
    return cards.map((card) => ({ ...card, held: held.get(card.studentId) ?? null }))
  },
})

/** A student whose cards the school holds, with the overdue fees. */
export interface HeldStudent extends StudentWithCard {
  overdue: Paise
}

/** Returns the students of the current term whose cards are held now, by section and roll. */
export const listHeldCards = query({
  action: cardsOfStudentActions.listHeld,
  input: z.object({}),
  run: async ({ db, read, viewer, school, schoolId }): Promise<HeldStudent[]> => {
    if (!school.holdForDues) return []
    const [students] = await read(selectStudentsWithCards(db, viewer, schoolId))
    const held = await heldForDues(
      { db, read, school },
      students.map(({ studentId }) => studentId),
    )
    return students.flatMap((student) => {
      const overdue = held.get(student.studentId)
      return overdue === undefined ? [] : [{ ...student, overdue }]
    })
  },
})

/** Returns the student's own cards that are published and visible today, the newest first. */
export const viewOwnCards = query({
  action: cardsOfStudentActions.listOwn,
  input: z.object({}),
  run: async ({ db, read, viewer, school, schoolId }): Promise<ListedCard[]> => {
    const [cards] = await read(selectFamilyCards(db, schoolId, [viewer.studentId ?? 0], schoolDay(new Date())))
    return withHolds({ db, read, school }, cards)
  },
})

/** Marks the cards that are held from families, which then say nothing of the result. */
export async function withHolds(
  asking: Parameters<typeof heldForDues>[0],
  cards: readonly StudentCardRow[],
): Promise<ListedCard[]> {
  const held = await heldForDues(asking, [...new Set(cards.map(({ studentId }) => studentId))])
  return cards.map((card) => {
    const amount = held.get(card.studentId)
    return amount === undefined ? { ...card, held: null } : { ...card, held: amount, share: null, grade: '', outcome: null }
  })
}

/**
 * Returns a card to look at. NOT_FOUND for one that the viewer may not see; CONFLICT for the student while it is held.
 */
export const viewCard = query({
  action: cardsOfStudentActions.view,
  input: cardChoice,
  run: async ({ db, read, viewer, call, school, schoolId, input: { id } }): Promise<CardOnScreen> => {
    const own = { id, studentId: viewer.studentId ?? 0, today: schoolDay(new Date()) }
    const [[row]] = await read(
      viewer.role === 'STUDENT' ? selectFamilyCard(db, schoolId, own) : selectStaffCard(db, viewer, schoolId, id),
    )
    if (!row) throw notFound()
    if (viewer.role === 'STUDENT') await refuseHeld({ db, read, school }, row.studentId)
    return cardOnScreen(call, school, row)
  },
})

/**
 * Returns a card of the guardian's child that is published and visible today. NOT_FOUND for another one, and for
 * another's child; CONFLICT while it is held.
 */
export const viewFamilyCard = guardianQuery({
  name: 'reportCards.viewFamily',
  input: familyCardChoice,
  run: async ({ db, read, call, school, guardian, input }): Promise<CardOnScreen> => {
    await requireModule(call, school, 'exams')
    return cardOnScreen(call, school, await familyCard({ db, read, school, guardian }, input))
  },
})

/** Reads a card to print for a guardian, as {@link viewFamilyCard} finds it. */
export const printFamilyCard = guardianQuery({
  name: 'reportCards.printFamily',
  input: familyCardToPrint,
  run: async ({ db, read, call, school, guardian, input: { languages, ...card } }) => {
    await requireModule(call, school, 'exams')
    return { row: await familyCard({ db, read, school, guardian }, card), school, languages }
  },
})

/** @throws Refusal NOT_FOUND for a card that the guardian does not see today, CONFLICT for one that is held */
async function familyCard(
  { db, read, school, guardian }: { db: Db; read: Read; school: School; guardian: ProvedPhone },
  { studentId, id }: { studentId: number; id: number },
): Promise<WholeCardRow> {
  const schoolId = school.id
  const [[child], [row]] = await read(
    childOfPhone(db, schoolId, guardian, studentId),
    selectFamilyCard(db, schoolId, { id, studentId, today: schoolDay(new Date()) }),
  )
  if (!child || !row) throw notFound()
  await refuseHeld({ db, read, school }, studentId)
  return row
}

/**
 * Adds the pictures. The head's signature is on paper alone: the address of its file would let anybody keep it and sign
 * with it.
 */
function cardOnScreen(call: Call, school: School, { token, photoFile, ...row }: WholeCardRow): CardOnScreen {
  return {
    ...row,
    publicUrl: `${call.services.config.appUrl}${reportCardPath(token)}`,
    logoUrl: fileUrl(call, school.id, school.logoFile, 'school-logo'),
    photoUrl: fileUrl(call, school.id, photoFile, 'student-photo'),
  }
}

import { z } from 'zod'
import { query, type QueryContext } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { previewMoves } from '../promotion.rules.ts'
import { promotionGroundView, promotionOfId, promotionStudentsView, studentPromotionPlan } from '../promotion.schema.ts'
import {
  candidates,
  feesOfStudents,
  placesTaken,
  promotableFees,
  promotableSections,
  targetSections,
  termsFor,
} from './promotionContext.sql.ts'
import { isEarlierTerm, type Term } from '../promotion.rules.ts'
import { promotionActions } from './promotion.permissions.ts'
import { selectPromotions } from './promotion.sql.ts'

const sameTerm = 'The previous term is another one than the current term.'

/** What promotion starts from: both terms, the sections of each, and the fee categories that may come along. */
export const promotionGround = query({
  action: promotionActions.view,
  input: promotionGroundView,
  run: async ({ db, read, school, schoolId, input: { termId } }) => {
    const [terms, sections, targets, feeCategories] = await read(
      termsFor(db, schoolId, termId),
      promotableSections(db, schoolId, termId),
      targetSections(db, schoolId),
      promotableFees(db, schoolId, termId),
    )
    const [from, to] = [terms.find((term) => term.id === termId), terms.find((term) => term.current)]
    if (!from || !to) throw notFound()
    if (from.id === to.id) throw new Refusal('BAD_INPUT', sameTerm, [{ path: 'termId', message: sameTerm }])
    mustLieBefore(from, to)
    return { schoolId, from, to, sections, targets, feeCategories: school.feesModule ? feeCategories : [] }
  },
})

/** The students of one section of a previous term, in the order of their rolls, and where they are in the current one. */
export const promotionStudents = query({
  action: promotionActions.view,
  input: promotionStudentsView,
  run: async ({ db, read, schoolId, input: { sectionId } }) => {
    const [students, targets, found] = await read(
      candidates(db, schoolId, [sectionId]),
      targetSections(db, schoolId),
      db.selectFrom('sections').select('id').where('schoolId', '=', schoolId).where('id', '=', sectionId),
    )
    if (found.length === 0) throw notFound()
    const titles = titlesOf(targets)
    return students.map(({ targetId, ...student }) => ({
      ...student,
      alreadyIn: targetId === null ? null : (titles.get(targetId) ?? ''),
    }))
  },
})

/** What promoting students would do, section by section. Nothing is changed. */
export const previewPromotion = query({
  action: promotionActions.view,
  input: studentPromotionPlan,
  run: async ({ db, read, schoolId, input: { termId, toTermId, moves, rolls, feeCategories } }) => {
    const [terms, targets, sections, students, there] = await read(
      termsFor(db, schoolId, termId),
      targetSections(db, schoolId),
      db.selectFrom('sections').select('id').where('schoolId', '=', schoolId).where('termId', '=', termId),
      candidates(
        db,
        schoolId,
        moves.map((move) => move.sectionId),
      ),
      placesTaken(
        db,
        schoolId,
        moves.map((move) => move.targetSectionId),
      ),
    )
    const [from, to] = [terms.find((term) => term.id === termId), terms.find((term) => term.id === toTermId)]
    if (!from) throw notFound()
    if (!to?.current) throw otherTerm()
    mustLieBefore(from, to)
    const titles = titlesOf(targets)
    const own = new Set(sections.map((section) => section.id))
    if (moves.some((move) => !own.has(move.sectionId) || !titles.has(move.targetSectionId))) throw notFound()
    const rows = previewMoves(moves, students, there, rolls === 'KEEP')
    const moving = rows.flatMap((row) => row.movingIds)
    const [fees] = feeCategories && moving.length > 0 ? await read(feesOfStudents(db, schoolId, termId, moving)) : [[]]
    return {
      sections: rows.map(({ movingIds, alreadyIn, ...row }) => ({
        ...row,
        moving: movingIds.length,
        alreadyIn: alreadyIn.map(({ sectionId, count }) => ({ title: titles.get(sectionId) ?? '', count })),
      })),
      moving: moving.length,
      fees,
    }
  },
})

/** @throws BAD_INPUT on `termId` where the term to promote from does not lie before the current one */
export function mustLieBefore(from: Term, current: Term): void {
  if (isEarlierTerm(from, current)) return
  const message = `${from.name} does not lie before ${current.name}. Please choose an earlier term.`
  throw new Refusal('BAD_INPUT', message, [{ path: 'termId', message }])
}

/** Said when somebody has made another term current since the page was opened. */
export function otherTerm(): Refusal {
  return new Refusal('CONFLICT', 'Another term is the current one now. Please press Reset Selection and begin again.')
}

function titlesOf(targets: readonly { id: number; className: string; name: string }[]): Map<number, string> {
  return new Map(targets.map(({ id, className, name }) => [id, `${className}-${name}`]))
}

/** A list shows so many. */
const mostShown = 50

/** The batches of a school, newest first. */
export const listPromotions = query({
  action: promotionActions.view,
  input: z.object({}),
  run: async ({ db, read, schoolId }: QueryContext<unknown>) => {
    const [batches] = await read(selectPromotions(db, schoolId).orderBy('promotions.id', 'desc').limit(mostShown))
    return batches
  },
})

/** One batch with its parts. */
export const findPromotion = query({
  action: promotionActions.view,
  input: promotionOfId,
  run: async ({ db, read, schoolId, input }) => {
    const [[batch]] = await read(selectPromotions(db, schoolId).where('promotions.id', '=', input.id))
    if (!batch) throw notFound()
    return batch
  },
})

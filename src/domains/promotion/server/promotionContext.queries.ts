import { z } from 'zod'
import { query, type QueryContext } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { proposalOf, selectYearCards } from '#domains/exams/server/promotionProposals.exports.ts'
import { owedByStudents } from '#domains/fees/server/fees.exports.ts'
import { hasRules, planPromotedFees, type PromotedFees, promotedFeesReads } from '#domains/fees/server/promotedFees.exports.ts'
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

/** Maximum number of students whose fees fall that a preview names. */
const maxFalling = 50

const sameTerm = () => t`The previous term must be another term than the current one.`

/** Returns both terms with their sections, and the fee categories that can be copied. */
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
    if (from.id === to.id) throw new Refusal('BAD_INPUT', sameTerm(), [{ path: 'termId', message: sameTerm() }])
    requireEarlierTerm(from, to)
    const [cards] = school.exams ? await read(selectYearCards(db, schoolId, { termId })) : [[]]
    const staying = Map.groupBy(
      cards.filter((card) => !proposalOf(card).moves),
      ({ sectionId }) => sectionId,
    )
    return {
      schoolId,
      from,
      to,
      sections: sections.map((section) => ({
        ...section,
        stayingIds: (staying.get(section.id) ?? []).map(({ studentId }) => studentId),
      })),
      targets,
      feeCategories: school.feesModule ? feeCategories : [],
    }
  },
})

/**
 * Returns the students of a section of a previous term by roll, with their sections in the current term, what they
 * owe, and what their published results propose.
 */
export const promotionStudents = query({
  action: promotionActions.view,
  input: promotionStudentsView,
  run: async ({ db, read, school, schoolId, input: { sectionId, targetSectionId } }) => {
    const [students, targets, [section]] = await read(
      candidates(db, schoolId, [sectionId]),
      targetSections(db, schoolId),
      db.selectFrom('sections').select('termId').where('schoolId', '=', schoolId).where('id', '=', sectionId),
    )
    const [cards] = school.exams ? await read(selectYearCards(db, schoolId, { sectionId })) : [[]]
    const proposals = new Map(cards.map((card) => [card.studentId, proposalOf(card)]))
    const target = targets.find(({ id }) => id === targetSectionId)
    if (!section || (targetSectionId !== undefined && !target)) throw notFound()
    const titles = titlesOf(targets)
    const ids = students.map((student) => student.id)
    const [owing] = school.feesModule ? await read(owedByStudents(db, schoolId, ids)) : [[]]
    const owed = new Map(owing.map((student) => [student.studentId, student.owed]))
    const terms = { schoolId, fromTermId: section.termId, toTermId: target?.termId ?? 0 }
    const fees = new Map<number, PromotedFees>()
    if (school.feesModule && target) {
      const results = await read(...promotedFeesReads(db, terms, ids))
      const moving = ids.map((studentId) => ({ studentId, toClassId: target.classId }))
      for (const plan of planPromotedFees(terms, results, moving)) fees.set(plan.studentId, plan)
    }
    return students.map(({ targetId, ...student }) => ({
      ...student,
      owed: owed.get(student.id) ?? 0,
      fees: targetId === null && !student.disabled ? (fees.get(student.id) ?? null) : null,
      alreadyIn: targetId === null ? null : (titles.get(targetId) ?? ''),
      proposal: proposals.get(student.id) ?? null,
    }))
  },
})

/** Previews a promotion of students, section by section. */
export const previewPromotion = query({
  action: promotionActions.view,
  input: studentPromotionPlan,
  run: async ({ db, read, school, schoolId, input: { termId, toTermId, moves, rolls, feeCategories } }) => {
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
    if (!to?.current) throw currentTermChanged()
    requireEarlierTerm(from, to)
    const titles = titlesOf(targets)
    const own = new Set(sections.map((section) => section.id))
    if (moves.some((move) => !own.has(move.sectionId) || !titles.has(move.targetSectionId))) throw notFound()
    const rows = previewMoves(moves, students, there, rolls === 'KEEP')
    const moving = rows.flatMap((row) => row.movingIds)
    const [fees] = feeCategories && moving.length > 0 ? await read(feesOfStudents(db, schoolId, termId, moving)) : [[]]
    const totals = feeCategories && school.feesModule && moving.length > 0 ? await previewTotals() : null
    const [owing] = school.feesModule && moving.length > 0 ? await read(owedByStudents(db, schoolId, moving)) : [[]]
    return {
      sections: rows.map(({ movingIds, alreadyIn, ...row }) => ({
        ...row,
        moving: movingIds.length,
        alreadyIn: alreadyIn.map(({ sectionId, count }) => ({ title: titles.get(sectionId) ?? '', count })),
      })),
      moving: moving.length,
      owing: owing.length,
      owed: sumMoney(owing.map((student) => student.owed)),
      fees,
      totals,
    }

    /** Previews what the moving students pay in the new term, by the rules of the promotion itself. */
    async function previewTotals() {
      const promotion = { schoolId, fromTermId: termId, toTermId }
      const results = await read(...promotedFeesReads(db, promotion, moving))
      const targetClasses = new Map(targets.map((target) => [target.id, target.classId]))
      const leaving = rows.flatMap(({ movingIds, targetSectionId }) =>
        movingIds.map((studentId) => ({ studentId, toClassId: targetClasses.get(targetSectionId) ?? 0, targetSectionId })),
      )
      const plans = planPromotedFees(promotion, results, leaving)
      const names = new Map(students.map(({ id, name }) => [id, name]))
      const falling = plans.flatMap(({ studentId, before, after }, index) => {
        const target = titles.get(leaving[index]?.targetSectionId ?? 0) ?? ''
        return after < before ? [{ studentName: names.get(studentId) ?? '', target, before, after }] : []
      })
      return {
        byRule: hasRules(results, toTermId),
        assigned: plans.reduce((sum, { byRule, byHand }) => sum + byRule.length + byHand.length, 0),
        before: sumMoney(plans.map(({ before }) => before)),
        after: sumMoney(plans.map(({ after }) => after)),
        falling: falling.length,
        // The largest fall first, because a category is most likely missing there.
        fallingStudents: falling.sort((a, b) => a.after - a.before - (b.after - b.before)).slice(0, maxFalling),
      }
    }
  },
})

/** @throws Refusal BAD_INPUT on `termId` when the previous term is not earlier than the current one */
export function requireEarlierTerm(from: Term, current: Term): void {
  if (isEarlierTerm(from, current)) return
  const message = t`${from.name} is not earlier than ${current.name}. Please choose an earlier term.`
  throw new Refusal('BAD_INPUT', message, [{ path: 'termId', message }])
}

/** Returns the refusal when another term became current after the page was opened. */
export function currentTermChanged(): Refusal {
  return new Refusal('CONFLICT', t`The current term was changed. Please press Reset Selection and begin again.`)
}

function titlesOf(targets: readonly { id: number; className: string; name: string }[]): Map<number, string> {
  return new Map(targets.map(({ id, className, name }) => [id, `${className}-${name}`]))
}

/** Maximum number of batches in the list. */
const maxListed = 50

/** Returns the batches of a school, newest first. */
export const listPromotions = query({
  action: promotionActions.view,
  input: z.object({}),
  run: async ({ db, read, schoolId }: QueryContext<unknown>) => {
    const [batches] = await read(selectPromotions(db, schoolId).orderBy('promotions.id', 'desc').limit(maxListed))
    return batches
  },
})

/** Returns a batch with its parts. */
export const findPromotion = query({
  action: promotionActions.view,
  input: promotionOfId,
  run: async ({ db, read, schoolId, input }) => {
    const [[batch]] = await read(selectPromotions(db, schoolId).where('promotions.id', '=', input.id))
    if (!batch) throw notFound()
    return batch
  },
})

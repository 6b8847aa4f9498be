import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import { addTermWithSection } from '../world/yearEnd.ts'
import type { Expectation, Extra } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

/**
 * Adds a previous term with the section 6-A, and three finished batches: one of them with failed parts, one with a new
 * section.
 */
export async function addPromotions(db: Tx, school: TestSchool): Promise<Extra> {
  const { id: schoolId, termId, subjects } = school
  const previous = await addTermWithSection(db, school, { name: '2025-26' }, '6')
  const batch = async (state: 'DONE' | 'FAILED') => {
    const { id } = await db
      .insertInto('promotions')
      .values({
        schoolId,
        kind: 'STUDENTS',
        state,
        finishedAt: new Date(),
        fromTermId: previous.termId,
        fromTermName: '2025-26',
        toTermId: termId,
        toTermName: '2026-27',
        options: JSON.stringify({ rolls: 'KEEP', feeCategories: true }),
        createdBy: subjects.admin ?? '',
        createdByName: 'The Head',
        createdByRole: 'ADMIN',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  return {
    previousTerm: previous.termId,
    section6: previous.sectionId,
    promotion: await batch('DONE'),
    stuckPromotion: await batch('FAILED'),
  }
}

/**
 * Rights on promotions. They concern the whole school, so not for an ADMIN limited to classes; reversing is for
 * SUPERADMIN.
 */
export const promotionExpectations: Readonly<Record<string, Expectation>> = {
  promotionGround: {
    who: office,
    notLimited: true,
    rightFirst: true,
    variables: ({ extra }) => ({ input: { termId: extra.previousTerm } }),
  },
  promotionStudents: {
    who: office,
    notLimited: true,
    rightFirst: true,
    variables: ({ extra }) => ({ input: { sectionId: extra.section6 } }),
  },
  previewPromotion: {
    who: office,
    notLimited: true,
    rightFirst: true,
    variables: ({ extra, termId }) => ({
      input: { termId: extra.previousTerm, toTermId: termId, moves: [], rolls: 'KEEP', feeCategories: false },
    }),
  },
  promotions: { who: office, notLimited: true, noRow: true },
  promotion: { who: office, notLimited: true, rightFirst: true, variables: ({ extra }) => ({ input: { id: extra.promotion } }) },
  previewReversal: { who: ['superadmin'], variables: ({ extra }) => ({ input: { id: extra.promotion } }) },
  promoteSections: {
    who: office,
    notLimited: true,
    rightFirst: true,
    variables: ({ extra, termId }) => ({
      input: {
        key: randomUUID(),
        termId: extra.previousTerm,
        toTermId: termId,
        feeCategoryIds: [],
        subjects: true,
        books: true,
        smsNames: true,
        sections: [{ sectionId: extra.section6, className: '6', sectionName: 'A', teacherIds: [] }],
      },
    }),
  },
  promoteStudents: {
    who: office,
    notLimited: true,
    rightFirst: true,
    variables: ({ extra, termId, section7A }) => ({
      input: {
        key: randomUUID(),
        termId: extra.previousTerm,
        toTermId: termId,
        rolls: 'KEEP',
        feeCategories: true,
        moves: [{ sectionId: extra.section6, targetSectionId: section7A, stayingIds: [] }],
      },
    }),
  },
  continuePromotion: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { id: extra.stuckPromotion } }),
  },
  reversePromotion: { who: ['superadmin'], variables: ({ extra }) => ({ input: { id: extra.promotion } }) },
}

import { z } from 'zod'
import { id, requestKey, requiredText } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { placeKey } from './promotion.rules.ts'

/** Which rolls the students get: those they have, new ones by name, or none yet (0). */
export const promotedRolls = z.enum(['KEEP', 'BY_NAME', 'NONE'], 'Required').meta({ graphql: 'PromotedRolls' })
export type PromotedRolls = z.output<typeof promotedRolls>

/** Far above any school, and few enough for one statement. */
const mostSections = 2000

const name = requiredText(60).transform(collapseSpaces)
const terms = { termId: id, toTermId: id }

/** Which previous term is looked at. */
export const promotionGroundView = z.object({ termId: id })

export const promotionStudentsView = z.object({ sectionId: id })

export const promotionOfId = z.object({ id })

/** What a section of the new term is called, and who teaches it. */
export const newSectionForm = z.object({
  className: name,
  sectionName: name,
  teacherIds: z.array(id).max(50, 'At most 50 teachers'),
})

const newSection = newSectionForm.extend({ sectionId: id })

/** The order of the tab Promote Sections: sections of the previous term that the new one gets, and what comes with them. */
export const sectionPromotion = z
  .object({
    key: requestKey,
    ...terms,
    sections: z.array(newSection).max(mostSections, `At most ${mostSections} sections at once.`),
    subjects: z.boolean(),
    books: z.boolean(),
    smsNames: z.boolean(),
    feeCategoryIds: z.array(id).max(200, 'At most 200 fee categories at once.'),
  })
  .check(({ value, issues }) => {
    if (value.sections.length + value.feeCategoryIds.length === 0)
      issues.push({ code: 'custom', message: 'Select what is to be promoted', path: ['sections'], input: value.sections })
    const [names, ids] = [new Set<string>(), new Set<number>()]
    value.sections.forEach(({ className, sectionName, sectionId }, index) => {
      const key = placeKey(className, sectionName)
      if (names.has(key))
        issues.push({
          code: 'custom',
          message: `${className}-${sectionName} is there twice`,
          input: sectionName,
          path: ['sections', index, 'sectionName'],
        })
      if (ids.has(sectionId)) issues.push(sectionTwice('sections', index, sectionId))
      names.add(key)
      ids.add(sectionId)
    })
  })

function sectionTwice(list: 'sections' | 'moves', index: number, input: number) {
  return { code: 'custom' as const, message: 'This section is there twice', input, path: [list, index, 'sectionId'] }
}

const move = z.object({ sectionId: id, targetSectionId: id, stayingIds: z.array(id).max(1000) })

const plan = {
  ...terms,
  moves: z.array(move).max(mostSections, `At most ${mostSections} sections at once.`),
  rolls: promotedRolls,
  feeCategories: z.boolean(),
}

/** What the tab Promote Students would do; a section that is left blank is not among the moves. */
export const studentPromotionPlan = z.object(plan)

/** The order of the tab Promote Students. */
export const studentPromotion = z
  .object({ key: requestKey, ...plan, moves: plan.moves.min(1, 'Select what is to be promoted') })
  .check(({ value, issues }) => {
    const seen = new Set<number>()
    value.moves.forEach(({ sectionId }, index) => {
      if (seen.has(sectionId)) issues.push(sectionTwice('moves', index, sectionId))
      seen.add(sectionId)
    })
  })

/** What is kept of an order of sections besides them. */
export const sectionOptions = z.object({
  subjects: z.boolean(),
  books: z.boolean(),
  smsNames: z.boolean(),
  feeCategoryIds: z.array(z.number()),
})

/** What is kept of an order of students besides the moves. */
export const studentOptions = z.object({ rolls: promotedRolls, feeCategories: z.boolean() })

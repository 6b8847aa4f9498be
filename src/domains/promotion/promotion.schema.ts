import { z } from 'zod'
import { id, requestKey, requiredText } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { t } from '#shared/texts.ts'
import { sectionKey } from './promotion.rules.ts'

/** The rolls of promoted students: unchanged, new ones by name, or none yet (0). */
export const promotedRolls = z.enum(['KEEP', 'BY_NAME', 'NONE'], { error: () => t`Required` }).meta({ graphql: 'PromotedRolls' })
export type PromotedRolls = z.output<typeof promotedRolls>

/** Maximum number of sections: above the size of any school, and small enough for one statement. */
const maxSections = 2000

const tooManySections = { error: () => t`At most ${maxSections} sections at once.` }
const nothingSelected = () => t`Select something to promote`

const name = requiredText(60).transform(collapseSpaces)
const terms = { termId: id, toTermId: id }

/** The previous term to promote from. */
export const promotionGroundView = z.object({ termId: id })

/** The students of a section of the previous term; with a target also what they would pay in the new term. */
export const promotionStudentsView = z.object({ sectionId: id, targetSectionId: id.optional() })

export const promotionOfId = z.object({ id })

/** The names and teachers of a section of the new term. */
export const newSectionForm = z.object({
  className: name,
  sectionName: name,
  teacherIds: z.array(id).max(50, { error: () => t`At most 50 teachers` }),
})

const newSection = newSectionForm.extend({ sectionId: id })

/** The order of the tab Promote Sections: the sections to create in the new term, and what is copied with them. */
export const sectionPromotion = z
  .object({
    key: requestKey,
    ...terms,
    sections: z.array(newSection).max(maxSections, tooManySections),
    subjects: z.boolean(),
    books: z.boolean(),
    smsNames: z.boolean(),
    feeCategoryIds: z.array(id).max(200, { error: () => t`At most 200 fee categories at once.` }),
  })
  .check(({ value, issues }) => {
    if (value.sections.length + value.feeCategoryIds.length === 0)
      issues.push({ code: 'custom', message: nothingSelected(), path: ['sections'], input: value.sections })
    const [names, ids] = [new Set<string>(), new Set<number>()]
    value.sections.forEach(({ className, sectionName, sectionId }, index) => {
      const key = sectionKey(className, sectionName)
      if (names.has(key))
        issues.push({
          code: 'custom',
          message: t`${className}-${sectionName} is selected twice`,
          input: sectionName,
          path: ['sections', index, 'sectionName'],
        })
      if (ids.has(sectionId)) issues.push(sectionTwice('sections', index, sectionId))
      names.add(key)
      ids.add(sectionId)
    })
  })

function sectionTwice(list: 'sections' | 'moves', index: number, input: number) {
  return { code: 'custom' as const, message: t`This section is selected twice`, input, path: [list, index, 'sectionId'] }
}

const move = z.object({ sectionId: id, targetSectionId: id, stayingIds: z.array(id).max(1000) })

const plan = {
  ...terms,
  moves: z.array(move).max(maxSections, tooManySections),
  rolls: promotedRolls,
  feeCategories: z.boolean(),
}

/** The plan of the tab Promote Students. Sections left blank are not in the moves. */
export const studentPromotionPlan = z.object(plan)

/** The order of the tab Promote Students. */
export const studentPromotion = z
  .object({ key: requestKey, ...plan, moves: plan.moves.min(1, { error: nothingSelected }) })
  .check(({ value, issues }) => {
    const seen = new Set<number>()
    value.moves.forEach(({ sectionId }, index) => {
      if (seen.has(sectionId)) issues.push(sectionTwice('moves', index, sectionId))
      seen.add(sectionId)
    })
  })

/** The stored options of an order of sections. */
export const sectionOptions = z.object({
  subjects: z.boolean(),
  books: z.boolean(),
  smsNames: z.boolean(),
  feeCategoryIds: z.array(z.number()),
})

/** The stored options of an order of students. */
export const studentOptions = z.object({ rolls: promotedRolls, feeCategories: z.boolean() })

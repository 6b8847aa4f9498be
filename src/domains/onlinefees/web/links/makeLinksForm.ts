import { z } from 'zod'
import { makeLinksInput } from '../../onlinefees.schema.ts'

/** For whom links are made. */
export const linkTargets = ['student', 'section', 'all'] as const

/** The form of new links; the ids are those of what was chosen, or ''. */
export const makeLinksForm = z
  .object({ who: z.enum(linkTargets), studentId: z.string(), sectionId: z.string(), days: makeLinksInput.shape.days })
  .superRefine(({ who, studentId, sectionId }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (who === 'student' && studentId === '') refuse('studentId', 'Choose a student')
    if (who === 'section' && sectionId === '') refuse('sectionId', 'Choose a section')
  })

import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { makeLinksInput } from '../../onlinefees.schema.ts'

/** The choices of students to make links for. */
export const linkTargets = ['student', 'section', 'all'] as const

/** The schema of the form for making links. The ids are those of the chosen student or section, or ''. */
export const makeLinksForm = z
  .object({ who: z.enum(linkTargets), studentId: z.string(), sectionId: z.string(), days: makeLinksInput.shape.days })
  .superRefine(({ who, studentId, sectionId }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (who === 'student' && studentId === '') refuse('studentId', t`Choose a student`)
    if (who === 'section' && sectionId === '') refuse('sectionId', t`Choose a section`)
  })

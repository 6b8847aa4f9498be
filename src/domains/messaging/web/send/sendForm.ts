import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { languages } from '#shared/languages.ts'

/** The audiences (specification, section 9): the whole school, chosen sections, chosen students. */
export const audiences = ['0', '1', '2'] as const
export type Audience = (typeof audiences)[number]

export const audienceLabels: Readonly<Record<Audience, string>> = {
  0: t`Whole school`,
  1: t`Chosen sections`,
  2: t`Chosen students`,
}

/** The form's values and their validation. */
export const sendForm = z
  .object({
    /** The `name` of a choice. */
    what: z.string().min(1, t`Required`),
    text: z.string().trim(),
    /** The text in further languages. */
    otherTexts: z.partialRecord(z.enum(languages), z.string().trim()),
    asksText: z.boolean(),
    audience: z.enum(audiences),
    sectionIds: z.array(z.string()),
    students: z.array(z.object({ id: z.string(), label: z.string() })),
  })
  .superRefine(({ audience, sectionIds, students, asksText, text }, context) => {
    const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (audience === '1' && sectionIds.length === 0) missing('sectionIds', t`Choose the sections`)
    if (audience === '2' && students.length === 0) missing('students', t`Choose the students`)
    if (asksText && text === '') missing('text', t`Required`)
  })

export type SendForm = z.infer<typeof sendForm>

/** The empty form. */
export const emptyForm: SendForm = {
  what: '',
  text: '',
  otherTexts: {},
  asksText: false,
  audience: '0',
  sectionIds: [],
  students: [],
}

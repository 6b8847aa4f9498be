import { z } from 'zod'
import { code, id, parsedText, requiredText } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { partDays } from './partDays.schema.ts'
import { type ReadyScheme, readySchemes } from './readySchemes.ts'
import { assessedSubject, type Scheme, scheme } from './scheme.schema.ts'

/** The longest content of a scheme. The longest ready scheme has 10,000 characters. */
const maxContent = 100_000

/** A scheme as JSON text. The path of a problem goes on with the keys of the document: `content.parts.0.name`. */
const schemeContent = parsedText(maxContent, () => t`The scheme is too large.`).transform((json, context): Scheme => {
  let document: unknown
  try {
    document = JSON.parse(json)
  } catch {
    context.addIssue({ code: 'custom', message: t`This is not a scheme.` })
    return z.NEVER
  }
  const parsed = scheme.safeParse(document)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

const isReady = (name: string): name is ReadyScheme => readySchemes.some((ready) => ready === name)

/** Copies a ready scheme or one of the school: `ready` is the name of a file such as `cbse-6-8`. */
export const schemeCopy = z
  .object({
    ready: code(40)
      .refine(isReady, { error: () => t`There is no such ready scheme` })
      .nullable()
      .default(null),
    id: id.nullable().default(null),
    name: requiredText(100),
  })
  .refine(({ ready, id }) => (ready === null) !== (id === null), {
    error: () => t`Choose one scheme to copy`,
    path: ['ready'],
  })

/** Changes a scheme. `seen` is the version that was opened. */
export const schemeChange = z.object({ id, seen: z.number().int(), content: schemeContent })

export const schemeSeen = z.object({ id, seen: z.number().int() })

export const schemeChoice = z.object({ id })

export const classChoice = z.object({ classId: id })

export const termChoice = z.object({ termId: id })

/**
 * How a class is assessed. `seen` is the version that was opened; 0 for a class without an assessment. `schemeClass` is
 * the class of the scheme that it is, because schools write 7, VII or Std 7.
 */
export const classAssessmentForm = z.object({
  classId: id,
  seen: z.number().int(),
  schemeId: id,
  schemeClass: requiredText(60),
  subjects: z.array(assessedSubject).max(50, { error: () => t`At most 50` }),
  /** The days within which the attendance of a part's cards is counted. */
  partDays: partDays.default([]),
})

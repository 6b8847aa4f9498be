import { z } from 'zod'
import { id, requestKey, share, text } from '#shared/inputs.ts'
import { wholeShare } from '#shared/percent.ts'
import { t } from '#shared/texts.ts'
import { remarkKinds } from './reportCard.schema.ts'

export const remarkKind = z.enum(remarkKinds).meta({ graphql: 'RemarkKind' })

/**
 * What a remark is proposed for. TOTAL and SUBJECT: a share of the marks. ATTENDANCE: a share of the working days.
 * FAILED: a subject that was not passed.
 */
export const remarkGrounds = ['TOTAL', 'SUBJECT', 'ATTENDANCE', 'FAILED'] as const
export const remarkGround = z.enum(remarkGrounds).meta({ graphql: 'RemarkGround' })

/** For whom a remark is proposed: from a share on, and below another; 100 % is below nothing. */
const remarkRule = z
  .object({
    on: remarkGround,
    /** The subject's name. For FAILED '' is any subject. */
    subject: text(100).default(''),
    from: share(0).default(0),
    to: share(0).default(wholeShare),
  })
  .superRefine(({ on, subject, from, to }, context) => {
    if (on === 'SUBJECT' && subject === '')
      context.addIssue({ code: 'custom', path: ['subject'], message: t`Say in which subject` })
    if (on !== 'FAILED' && from >= to)
      context.addIssue({ code: 'custom', path: ['to'], message: t`This must be more than the first per cent` })
  })
export type RemarkRule = z.infer<typeof remarkRule>

const texts = { en: text(300).default(''), hi: text(300).default(''), mr: text(300).default('') }
const hasText = ({ en, hi, mr }: { en: string; hi: string; mr: string }) => en !== '' || hi !== '' || mr !== ''
const noText = { error: () => t`Write the remark in at least one language`, path: ['en'] }

/** A remark of the school's list. `id` null adds one; `seen` is the version that was opened, 0 for a new one. */
export const remarkForm = z
  .object({
    id: id.nullable().default(null),
    seen: z.number().int(),
    kind: remarkKind,
    ...texts,
    rule: remarkRule.nullable().default(null),
  })
  .refine(hasText, noText)

export const remarkSeen = z.object({ id, seen: z.number().int() })

/** A part of the scheme; '' for the year. */
const part = text(60)

export const sectionRemarksChoice = z.object({ sectionId: id, part })

/** A remark of a student, in the languages in which it is written. */
const studentRemark = z.object({ kind: remarkKind, ...texts }).refine(hasText, noText)

/** The remarks of students of a section, each list as a whole. `seen` is the version that was opened, 0 for none. */
export const remarksChoice = z.object({
  key: requestKey,
  sectionId: id,
  part,
  students: z
    .array(
      z.object({
        studentId: id,
        seen: z.number().int(),
        remarks: z.array(studentRemark).max(10, { error: () => t`At most ${10} remarks for a student` }),
      }),
    )
    .min(1, { error: () => t`Choose at least one student` })
    .max(200, { error: () => t`At most ${200} students at once` }),
})

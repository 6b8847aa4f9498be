import { z } from 'zod'
import { languageField } from '#shared/languages.schema.ts'
import { languages } from '#shared/languages.ts'
import { id, lines, paise, requestKey, requiredText, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { deviceKinds, messageChannels, type MessageKind, messageKinds } from './messaging.rules.ts'
import { templateChannels } from './texts.kinds.ts'
import { textProblem, variablesIn } from './texts.rules.ts'

const required = () => ({ error: () => t`Required` })

export const messageKind = z.enum(messageKinds, required()).meta({ graphql: 'MessageKind' })
export const templateChannel = z.enum(templateChannels, required()).meta({ graphql: 'TemplateChannel' })
export const messageChannel = z.enum(messageChannels, required()).meta({ graphql: 'MessageChannel' })

/** The kinds that staff can send by hand: the two login messages of the specification, and the school's notices. */
export const kindsByHand = ['LOGIN_DETAILS', 'LOGIN_REMINDER', 'NOTICE'] as const
export type KindByHand = (typeof kindsByHand)[number]
/**
 * The kinds that go in batches. Fee reminders by hand are composed from the pending fees, exams from date sheets,
 * results from publications.
 */
export type BatchKind = KindByHand | 'FEE_REMINDER' | 'EXAM' | 'RESULT'

/** Kinds that name a student's account. Only a SUPERADMIN may send them (specification, section 2). */
export const loginKinds: readonly MessageKind[] = ['LOGIN_DETAILS', 'LOGIN_REMINDER']

/** In paise. A higher price is taken for a typing mistake. */
const maxPrice = 1_000_000

/** In characters. The text has to fit three WhatsApp messages. */
const maxTextLength = 1000

/** A template: a text as registered at a provider, for one kind and channel. */
export const templateForm = z
  .object({
    id: id.optional(),
    /** The version that the user saw, for an existing template. */
    version: z.int().min(1).optional(),
    kind: messageKind,
    /** Identifies a notice. All other kinds have one template per channel and no name. */
    name: text(60),
    channel: templateChannel,
    language: text(12).pipe(
      z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, { error: () => t`A language such as en, en_US, hi or mr` }),
    ),
    whatsappName: text(512).pipe(
      z.string().regex(/^[a-z0-9_]*$/, { error: () => t`Small letters, digits and _, as registered at WhatsApp` }),
    ),
    /** The operators' (DLT) id of an SMS template. */
    dltTemplateId: text(30).pipe(z.string().regex(/^([0-9]{10,25})?$/, { error: () => t`The DLT template id has digits only` })),
    /** MSG91's own id of the template, which the send call uses. */
    smsTemplateId: text(60).pipe(
      z.string().regex(/^([0-9A-Za-z]{10,40})?$/, { error: () => t`MSG91’s template id has 10 to 40 letters and digits` }),
    ),
    text: z
      .string(required())
      .max(maxTextLength, { error: () => t`At most ${maxTextLength} characters`, abort: true })
      .pipe(lines(maxTextLength))
      .pipe(z.string().min(1, required())),
    /** In paise, for one WhatsApp message or one SMS segment. */
    price: paise()
      .max(maxPrice, { error: () => t`At most 10,000.00` })
      .meta({ graphql: 'Paise' }),
  })
  .superRefine((form, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (deviceKinds.includes(form.kind)) issue('kind', t`These messages go to devices only and have no registered text`)
    if (form.kind === 'NOTICE' && form.name === '') issue('name', t`Required`)
    if (form.channel === 'WHATSAPP' && form.whatsappName === '') issue('whatsappName', t`Required`)
    if (form.channel === 'SMS' && form.dltTemplateId === '') issue('dltTemplateId', t`Required`)
    if (form.channel === 'SMS' && form.smsTemplateId === '') issue('smsTemplateId', t`Required`)
    if (form.smsTemplateId !== '' && form.smsTemplateId === form.dltTemplateId)
      issue('smsTemplateId', t`This is the DLT template id. MSG91 gives each template an id of its own`)
    const problem = textProblem(form.kind, form.channel, form.text) ?? codeProblem(form.kind, form.text)
    if (problem !== null) issue('text', problem)
  })

/**
 * Returns an error when a sign-in code's text lacks {{code}}. WhatsApp registers it as an authentication template,
 * whose only variable is the code.
 */
function codeProblem(kind: MessageKind, registered: string): string | null {
  if (kind !== 'SIGN_IN_CODE' || variablesIn(registered).includes('code')) return null
  const variable = '{{code}}'
  return t`Write ${variable} where the code stands`
}

export const templateId = z.object({ id })

/** Whether a school sends a kind, and by which channels. */
export const kindForm = z.object({
  kind: messageKind,
  enabled: z.boolean(),
  /** In the order they are tried; empty for the school's default. */
  channels: z
    .array(messageChannel)
    .max(messageChannels.length, { error: () => t`Choose each channel once` })
    .refine((list) => new Set(list).size === list.length, { error: () => t`Choose each channel once` }),
})

const ids = (most: number) => z.array(id).max(most, { error: () => t`At most ${most} at once` })

/** The audience modes of the specification, section 9. */
export const audiences = { school: 0, sections: 1, students: 2 } as const

/** What to send, and to whom. */
export const messagesPreview = z.object({
  kind: z.enum(kindsByHand, required()).meta({ graphql: 'MessageKindByHand' }),
  /** A template of the notice. It stands for the templates of all channels with the same name. */
  templateId: id.optional(),
  /** 0 whole school, 1 sections, 2 students. */
  audience: z
    .int()
    .min(0, { error: () => t`From 0 to 2` })
    .max(2, { error: () => t`From 0 to 2` }),
  sectionIds: ids(2000).default([]),
  studentIds: ids(20_000).default([]),
  /** Replaces {{text}} in the template, in the school's language. */
  text: text(500).default(''),
  /** The same for families with another language. Without it they get the school's. */
  otherTexts: z
    .array(z.object({ language: languageField, text: text(500) }))
    .max(languages.length, { error: () => t`One text for each language` })
    .default([]),
})

export const messagesOrder = messagesPreview.extend({
  key: requestKey,
  /** The token that the preview returned. */
  token: requiredText(100),
})

export const batchesView = z.object({
  page: z.int().min(0).max(100_000).optional(),
  pageSize: z.int().min(1).max(1000).optional(),
  /** Matches the notice's name, its text or the sender's name. */
  search: text(100).optional(),
})

import { z } from 'zod'
import { id, lines, paise, requestKey, requiredText, text } from '#shared/inputs.ts'
import { messageChannels, type MessageKind, messageKinds } from './messaging.rules.ts'
import { templateChannels } from './texts.kinds.ts'
import { textProblem, variablesIn } from './texts.rules.ts'

export const messageKind = z.enum(messageKinds, 'Required').meta({ graphql: 'MessageKind' })
export const templateChannel = z.enum(templateChannels, 'Required').meta({ graphql: 'TemplateChannel' })
export const messageChannel = z.enum(messageChannels, 'Required').meta({ graphql: 'MessageChannel' })

/** The kinds that a person sends: the two templates of the specification for login details, and a text of the school. */
export const sentByHand = ['LOGIN_DETAILS', 'LOGIN_REMINDER', 'NOTICE'] as const
export type KindByHand = (typeof sentByHand)[number]

/** The kinds whose messages name one student's account, and are a SUPERADMIN's to send (specification, section 2). */
export const loginKinds: readonly MessageKind[] = ['LOGIN_DETAILS', 'LOGIN_REMINDER']

/** Paise; more is a slip of the finger. */
const mostPrice = 1_000_000

/** At most three messages' worth of one text. */
const longestText = 1000

/** A text as it is registered at a provider, of one kind and channel. */
export const templateForm = z
  .object({
    id: id.optional(),
    /** What was seen of a template that is changed. */
    version: z.int().min(1).optional(),
    kind: messageKind,
    /** Tells a school's notices apart; of other kinds there is one. */
    name: text(60),
    channel: templateChannel,
    language: text(12).pipe(z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'A language such as en, en_US, hi or mr')),
    whatsappName: text(512).pipe(z.string().regex(/^[a-z0-9_]*$/, 'Small letters, digits and _, as registered at WhatsApp')),
    /** The operators' id of an SMS. */
    dltTemplateId: text(30).pipe(z.string().regex(/^([0-9]{10,25})?$/, 'The DLT template id has digits only')),
    /** MSG91's own id of it, by which it is sent. */
    smsTemplateId: text(60).pipe(
      z.string().regex(/^([0-9A-Za-z]{10,40})?$/, 'MSG91’s template id has 10 to 40 letters and digits'),
    ),
    text: z
      .string('Required')
      .max(longestText, { error: `At most ${longestText} characters`, abort: true })
      .pipe(lines(longestText))
      .pipe(z.string().min(1, 'Required')),
    /** For one WhatsApp message, or one segment of an SMS. */
    price: paise().max(mostPrice, 'At most 10,000.00').meta({ graphql: 'Paise' }),
  })
  .superRefine((form, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (form.kind === 'CHAT') issue('kind', 'Chat messages go to devices only and have no registered text')
    if (form.kind === 'NOTICE' && form.name === '') issue('name', 'Required')
    if (form.channel === 'WHATSAPP' && form.whatsappName === '') issue('whatsappName', 'Required')
    if (form.channel === 'SMS' && form.dltTemplateId === '') issue('dltTemplateId', 'Required')
    if (form.channel === 'SMS' && form.smsTemplateId === '') issue('smsTemplateId', 'Required')
    if (form.smsTemplateId !== '' && form.smsTemplateId === form.dltTemplateId)
      issue('smsTemplateId', 'This is the DLT template id. MSG91 gives each template an id of its own')
    const problem = textProblem(form.kind, form.channel, form.text) ?? codeProblem(form.kind, form.text)
    if (problem !== null) issue('text', problem)
  })

/** A sign-in code is of no use without the code. WhatsApp takes it as an authentication template, whose only variable it is. */
function codeProblem(kind: MessageKind, registered: string): string | null {
  return kind === 'SIGN_IN_CODE' && !variablesIn(registered).includes('code') ? 'Write {{code}} where the code stands' : null
}

export const templateId = z.object({ id })

/** How a kind of message goes in a school. */
export const kindForm = z.object({
  kind: messageKind,
  enabled: z.boolean(),
  /** Tried in this order; empty for the default of the school. */
  channels: z
    .array(messageChannel)
    .max(messageChannels.length, 'Each way once')
    .refine((list) => new Set(list).size === list.length, 'Each way once'),
})

const ids = (most: number) => z.array(id).max(most, `At most ${most} at once`)

/** The audience modes of the specification, section 9. */
export const audiences = { school: 0, sections: 1, students: 2 } as const

/** Who is to be told what. */
export const messagesPreview = z.object({
  kind: z.enum(sentByHand, 'Required').meta({ graphql: 'MessageKindByHand' }),
  /** Of a notice: one of its templates; those of the other channels with the same name are its too. */
  templateId: id.optional(),
  /** 0 whole school, 1 sections, 2 students. */
  audience: z.int().min(0, 'From 0 to 2').max(2, 'From 0 to 2'),
  sectionIds: ids(2000).default([]),
  studentIds: ids(20_000).default([]),
  /** What stands for {{text}}. */
  text: text(500).default(''),
})

export const messagesOrder = messagesPreview.extend({
  key: requestKey,
  /** What the preview answered. */
  token: requiredText(100),
})

export const batchesView = z.object({
  page: z.int().min(0).max(100_000).optional(),
  pageSize: z.int().min(1).max(1000).optional(),
  /** Stands in the notice's name, in what was written, or in the name of who sent it. */
  search: text(100).optional(),
})

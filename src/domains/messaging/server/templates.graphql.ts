import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { enumType, inputType } from '#platform/graphql/input.ts'
import { messageState } from '../messages.schema.ts'
import type { MessageState } from '../messaging.rules.ts'
import {
  batchesView,
  kindForm,
  loginKinds,
  messageChannel,
  messageKind,
  messagesOrder,
  messagesPreview,
  templateForm,
  templateId,
} from '../messaging.schema.ts'
import { kindsOfMessages, type Variable } from '../texts.kinds.ts'
import { filled, smsSegments } from '../texts.rules.ts'
import type { BatchRow } from './batches.sql.ts'
import { listBatches, previewMessages, queueMessages } from './compose.commands.ts'
import type { ChannelCount, Preview } from './compose.ts'
import {
  deleteTemplate,
  type KindOfSchool,
  listKinds,
  listTemplates,
  saveKind,
  saveTemplate,
  viewMessaging,
} from './templates.commands.ts'
import { templateActions } from './templates.permissions.ts'
import type { Template } from './templates.sql.ts'

export const MessageKindType = enumType('MessageKind', messageKind)
export const MessageChannelType = enumType('MessageChannel', messageChannel)
export const MessageStateType = enumType('MessageState', messageState)

const templateCan = viewerCan<Template, 'save' | 'delete'>('MessageTemplate', {
  save: templateActions.save,
  delete: templateActions.delete,
})

/** A registered text with the samples of its variables. */
function sampleOf({ kind, channel, text }: Pick<Template, 'kind' | 'channel' | 'text'>): string {
  const of = kind as KindOfSchool['kind']
  const params = Object.fromEntries(kindsOfMessages[of].variables.map((variable) => [variable.name, variable.sample]))
  return filled(of, channel as 'SMS', text, params).text
}

const MessageTemplateType = builder.objectRef<Template>('MessageTemplate').implement({
  description: 'A text as it is registered at a provider; a notice has one name for the texts of all ways.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: MessageKindType, resolve: (template) => template.kind as KindOfSchool['kind'] }),
    name: t.exposeString('name'),
    channel: t.field({ type: MessageChannelType, resolve: (template) => template.channel as 'SMS' }),
    language: t.exposeString('language'),
    whatsappName: t.exposeString('whatsappName'),
    dltTemplateId: t.exposeString('dltTemplateId', { description: "The operators' id of an SMS." }),
    smsTemplateId: t.exposeString('smsTemplateId', { description: "MSG91's own id of an SMS, by which it is sent." }),
    text: t.exposeString('text'),
    price: t.expose('price', { type: 'Paise', description: 'Of a WhatsApp message, or of a segment of an SMS.' }),
    version: t.exposeInt('version'),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
    changedByName: t.exposeString('changedByName'),
    sample: t.string({ resolve: sampleOf }),
    segments: t.int({
      description: 'Of the sample, as an SMS.',
      resolve: (template) => (template.channel === 'SMS' ? smsSegments(sampleOf(template)) : 1),
    }),
    viewerCan: t.field({ type: templateCan.type, resolve: templateCan.resolve }),
  }),
})

const MessageVariableType = builder.objectRef<Variable>('MessageVariable').implement({
  description: 'What a text can name: {{name}}.',
  fields: (t) => ({
    name: t.exposeString('name'),
    about: t.exposeString('about'),
    sample: t.exposeString('sample'),
  }),
})

const kindCan = viewerCan<KindOfSchool, 'set'>('MessageKindOfSchool', { set: templateActions.setKind })

const KindOfSchoolType = builder.objectRef<KindOfSchool>('MessageKindOfSchool').implement({
  description: 'How a kind of message goes in a school.',
  fields: (t) => ({
    kind: t.field({ type: MessageKindType, resolve: (row) => row.kind }),
    label: t.string({ resolve: (row) => kindsOfMessages[row.kind].label }),
    enabled: t.exposeBoolean('enabled'),
    channels: t.field({ type: [MessageChannelType], resolve: (row) => row.channels }),
    usual: t.exposeBoolean('usual', { description: "Whether the ways are the school's usual ones, and nobody chose others." }),
    variables: t.field({ type: [MessageVariableType], resolve: (row) => [...kindsOfMessages[row.kind].variables] }),
    text: t.string({
      description: "The product's own text, for ways where nothing is registered.",
      resolve: (row) => kindsOfMessages[row.kind].text,
    }),
    login: t.boolean({
      description: 'Login details, which a SUPERADMIN sends.',
      resolve: (row) => loginKinds.includes(row.kind),
    }),
    ready: t.boolean({ resolve: (row) => row.notReadyReason === null }),
    notReadyReason: t.exposeString('notReadyReason', { nullable: true }),
    viewerCan: t.field({ type: kindCan.type, resolve: kindCan.resolve }),
  }),
})

const ChannelCountType = builder.objectRef<ChannelCount>('MessageChannelCount').implement({
  fields: (t) => ({
    channel: t.field({ type: MessageChannelType, resolve: (of) => of.channel }),
    count: t.exposeInt('count'),
    segments: t.exposeInt('segments'),
    cost: t.expose('cost', { type: 'Paise' }),
  }),
})

const SampleType = builder.objectRef<Preview['sample'][number]>('MessageSample').implement({
  fields: (t) => ({
    studentNames: t.exposeStringList('studentNames'),
    phone: t.exposeString('phone'),
    channel: t.field({ type: MessageChannelType, resolve: (sample) => sample.channel }),
    text: t.exposeString('text'),
  }),
})

const PreviewType = builder.objectRef<Preview>('MessagesPreview').implement({
  description: 'What would be sent, counted by the way that is tried first for each message.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients'),
    students: t.exposeInt('students'),
    siblingsMerged: t.exposeInt('siblingsMerged'),
    withoutPhone: t.exposeInt('withoutPhone'),
    disabled: t.exposeInt('disabled'),
    withoutAccount: t.exposeInt('withoutAccount'),
    passwordChosen: t.exposeInt('passwordChosen'),
    byChannel: t.field({ type: [ChannelCountType], resolve: (preview) => preview.byChannel }),
    cost: t.expose('cost', { type: 'Paise' }),
    sample: t.field({ type: [SampleType], resolve: (preview) => preview.sample }),
    problems: t.exposeStringList('problems', { description: 'Why it cannot be sent as it is.' }),
    notes: t.exposeStringList('notes'),
    token: t.exposeString('token'),
  }),
})

export const MessageCountType = builder.objectRef<{ state: MessageState; count: number }>('MessageCount').implement({
  fields: (t) => ({
    state: t.field({ type: MessageStateType, resolve: (of) => of.state }),
    count: t.exposeInt('count'),
  }),
})

const MessageBatchType = builder.objectRef<BatchRow>('MessageBatch').implement({
  description: 'What a person has sent, and what became of it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: MessageKindType, resolve: (batch) => batch.kind }),
    templateName: t.exposeString('templateName'),
    text: t.exposeString('text'),
    audience: t.exposeInt('audience', { description: '0 whole school, 1 sections, 2 students' }),
    sectionNames: t.exposeStringList('sectionNames'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdByName: t.exposeString('createdByName'),
    total: t.exposeInt('total'),
    cost: t.expose('cost', { type: 'Paise' }),
    counts: t.field({ type: [MessageCountType], resolve: (batch) => batch.counts }),
  }),
})

const MessageBatchPageType = builder.objectRef<{ rows: BatchRow[]; total: number }>('MessageBatchPage').implement({
  fields: (t) => ({
    rows: t.field({ type: [MessageBatchType], resolve: (page) => page.rows }),
    total: t.exposeInt('total'),
  }),
})

const sendingCan = viewerCan<{ schoolId: number }, 'send' | 'sendToAll' | 'saveTemplates'>('Messages', {
  send: templateActions.askToSend,
  sendToAll: templateActions.setKind,
  saveTemplates: templateActions.save,
})

builder.queryFields((t) => ({
  messagesViewerCan: t.field({
    type: sendingCan.type,
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => sendingCan.resolve(await viewMessaging(call, schoolId, {}), {}, call),
  }),
  messageTemplates: t.field({
    type: [MessageTemplateType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listTemplates(call, schoolId, {}),
  }),
  messageKinds: t.field({
    type: [KindOfSchoolType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listKinds(call, schoolId, {}),
  }),
  previewMessages: t.field({
    type: PreviewType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessagesPreviewInput', messagesPreview) }) },
    resolve: (_, { schoolId, input }, call) => previewMessages(call, schoolId, input),
  }),
  messageBatches: t.field({
    type: MessageBatchPageType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessageBatchesView', batchesView) }) },
    resolve: (_, { schoolId, input }, call) => listBatches(call, schoolId, input),
  }),
}))

builder.mutationFields((t) => ({
  saveMessageTemplate: t.field({
    type: MessageTemplateType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessageTemplateForm', templateForm) }) },
    resolve: (_, { schoolId, input }, call) => saveTemplate(call, schoolId, input),
  }),
  deleteMessageTemplate: t.field({
    type: 'ID',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessageTemplateId', templateId) }) },
    resolve: (_, { schoolId, input }, call) => deleteTemplate(call, schoolId, input),
  }),
  saveMessageKind: t.field({
    type: KindOfSchoolType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessageKindForm', kindForm) }) },
    resolve: (_, { schoolId, input }, call) => saveKind(call, schoolId, input),
  }),
  queueMessages: t.field({
    type: MessageBatchType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessagesOrder', messagesOrder) }) },
    resolve: (_, { schoolId, input }, call) => queueMessages(call, schoolId, input),
  }),
}))

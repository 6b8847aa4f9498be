import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { spokenLanguage } from '#platform/languages/speech.ts'
import {
  batchesView,
  kindForm,
  loginKinds,
  messagesOrder,
  messagesPreview,
  templateForm,
  templateId,
} from '../messaging.schema.ts'
import { ownTexts } from '../ownTexts.ts'
import { kindsOfMessages, type Variable } from '../texts.kinds.ts'
import { renderText, smsSegments } from '../texts.rules.ts'
import {
  MessageBatchPageType,
  MessageBatchType,
  MessageChannelType,
  MessageKindType,
  MessagesPreviewType,
} from './batchTypes.exports.ts'
import { listBatches, previewMessages, queueMessages } from './compose.commands.ts'
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

const templateCan = viewerCan<Template, 'save' | 'delete'>('MessageTemplate', {
  save: templateActions.save,
  delete: templateActions.delete,
})

/** Returns a template's text with sample values for its variables. */
function sampleOf({ kind, channel, text }: Pick<Template, 'kind' | 'channel' | 'text'>): string {
  const messageKind = kind as KindOfSchool['kind']
  const params = Object.fromEntries(kindsOfMessages[messageKind].variables.map((variable) => [variable.name, variable.sample]))
  return renderText(messageKind, channel as 'SMS', text, params).text
}

const MessageTemplateType = builder.objectRef<Template>('MessageTemplate').implement({
  description: 'A text as registered at a provider. A notice has one template per channel, all with the same name.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: MessageKindType, resolve: (template) => template.kind as KindOfSchool['kind'] }),
    name: t.exposeString('name'),
    channel: t.field({ type: MessageChannelType, resolve: (template) => template.channel as 'SMS' }),
    language: t.exposeString('language'),
    whatsappName: t.exposeString('whatsappName'),
    dltTemplateId: t.exposeString('dltTemplateId', { description: "The operators' (DLT) id of an SMS template." }),
    smsTemplateId: t.exposeString('smsTemplateId', {
      description: "MSG91's own id of an SMS template, which the send call uses.",
    }),
    text: t.exposeString('text'),
    price: t.expose('price', { type: 'Paise', description: 'Price of one WhatsApp message or one SMS segment.' }),
    version: t.exposeInt('version'),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
    changedByName: t.exposeString('changedByName'),
    sample: t.string({ resolve: sampleOf }),
    segments: t.int({
      description: 'Number of SMS segments of the sample; 1 for WhatsApp.',
      resolve: (template) => (template.channel === 'SMS' ? smsSegments(sampleOf(template)) : 1),
    }),
    viewerCan: t.field({ type: templateCan.type, resolve: templateCan.resolve }),
  }),
})

const MessageVariableType = builder.objectRef<Variable>('MessageVariable').implement({
  description: 'A variable that a text may contain, as {{name}}.',
  fields: (t) => ({
    name: t.exposeString('name'),
    about: t.exposeString('about'),
    sample: t.exposeString('sample'),
  }),
})

const kindCan = viewerCan<KindOfSchool, 'set'>('MessageKindOfSchool', { set: templateActions.setKind })

const KindOfSchoolType = builder.objectRef<KindOfSchool>('MessageKindOfSchool').implement({
  description: 'The setting of a message kind in a school.',
  fields: (t) => ({
    kind: t.field({ type: MessageKindType, resolve: (row) => row.kind }),
    label: t.string({ resolve: (row) => kindsOfMessages[row.kind].label }),
    enabled: t.exposeBoolean('enabled'),
    channels: t.field({ type: [MessageChannelType], resolve: (row) => row.channels }),
    usual: t.exposeBoolean('usual', { description: "Whether the channels are the school's default." }),
    variables: t.field({ type: [MessageVariableType], resolve: (row) => [...kindsOfMessages[row.kind].variables] }),
    text: t.string({
      description: "The product's own text, for channels without a template.",
      resolve: (row) => ownTexts[spokenLanguage()][row.kind].text,
    }),
    login: t.boolean({
      description: 'Whether it contains login details, which only a SUPERADMIN may send.',
      resolve: (row) => loginKinds.includes(row.kind),
    }),
    ready: t.boolean({ resolve: (row) => row.notReadyReason === null }),
    notReadyReason: t.exposeString('notReadyReason', { nullable: true }),
    viewerCan: t.field({ type: kindCan.type, resolve: kindCan.resolve }),
  }),
})

const sendingCan = viewerCan<{ schoolId: number }, 'send' | 'sendToAll' | 'saveTemplates'>('Messages', {
  send: templateActions.sendAny,
  sendToAll: templateActions.setKind,
  saveTemplates: templateActions.save,
})

builder.queryFields((t) => ({
  messagesViewerCan: t.field({
    type: sendingCan.type,
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => sendingCan.resolve(await viewMessaging(call, schoolId, {}), {}, call),
  }),
  messageTemplates: commandField(t, listTemplates, { type: [MessageTemplateType] }),
  messageKinds: commandField(t, listKinds, { type: [KindOfSchoolType] }),
  previewMessages: commandField(t, previewMessages, {
    work: 100,
    type: MessagesPreviewType,
    input: inputType('MessagesPreviewInput', messagesPreview),
  }),
  messageBatches: commandField(t, listBatches, {
    type: MessageBatchPageType,
    input: inputType('MessageBatchesView', batchesView),
  }),
}))

builder.mutationFields((t) => ({
  saveMessageTemplate: commandField(t, saveTemplate, {
    type: MessageTemplateType,
    input: inputType('MessageTemplateForm', templateForm),
  }),
  deleteMessageTemplate: commandField(t, deleteTemplate, { type: 'ID', input: inputType('MessageTemplateId', templateId) }),
  saveMessageKind: commandField(t, saveKind, { type: KindOfSchoolType, input: inputType('MessageKindForm', kindForm) }),
  queueMessages: commandField(t, queueMessages, {
    work: 100,
    type: MessageBatchType,
    input: inputType('MessagesOrder', messagesOrder),
  }),
}))

import { builder } from '#platform/graphql/builder.ts'
import { enumType } from '#platform/graphql/inputType.ts'
import { LanguageType } from '#platform/graphql/language.ts'
import { messageState } from '../messages.schema.ts'
import type { MessageState } from '../messaging.rules.ts'
import { messageChannel, messageKind } from '../messaging.schema.ts'
import type { BatchRow } from './batches.sql.ts'
import type { ChannelCount, LanguageCount, Preview } from './composeBatch.ts'

export const MessageKindType = enumType('MessageKind', messageKind)
export const MessageChannelType = enumType('MessageChannel', messageChannel)
export const MessageStateType = enumType('MessageState', messageState)

const ChannelCountType = builder.objectRef<ChannelCount>('MessageChannelCount').implement({
  fields: (t) => ({
    channel: t.field({ type: MessageChannelType, resolve: (row) => row.channel }),
    count: t.exposeInt('count'),
    segments: t.exposeInt('segments'),
    cost: t.expose('cost', { type: 'Paise' }),
  }),
})

const LanguageCountType = builder.objectRef<LanguageCount>('MessageLanguageCount').implement({
  fields: (t) => ({
    language: t.expose('language', { type: LanguageType }),
    count: t.exposeInt('count'),
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

export const MessagesPreviewType = builder.objectRef<Preview>('MessagesPreview').implement({
  description: 'The preview of a batch, counted by the first channel of each message.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients'),
    students: t.exposeInt('students'),
    siblingsMerged: t.exposeInt('siblingsMerged'),
    withoutPhone: t.exposeInt('withoutPhone'),
    disabled: t.exposeInt('disabled'),
    withoutAccount: t.exposeInt('withoutAccount'),
    passwordChosen: t.exposeInt('passwordChosen'),
    byChannel: t.field({ type: [ChannelCountType], resolve: (preview) => preview.byChannel }),
    byLanguage: t.field({ type: [LanguageCountType], resolve: (preview) => preview.byLanguage }),
    cost: t.expose('cost', { type: 'Paise' }),
    sample: t.field({ type: [SampleType], resolve: (preview) => preview.sample }),
    problems: t.exposeStringList('problems', { description: 'Reasons why the batch cannot be sent.' }),
    notes: t.exposeStringList('notes'),
    token: t.exposeString('token'),
  }),
})

export const MessageCountType = builder.objectRef<{ state: MessageState; count: number }>('MessageCount').implement({
  fields: (t) => ({
    state: t.field({ type: MessageStateType, resolve: (row) => row.state }),
    count: t.exposeInt('count'),
  }),
})

export const MessageBatchType = builder.objectRef<BatchRow>('MessageBatch').implement({
  description: 'A batch of messages that one person queued, with the count of each state.',
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

export const MessageBatchPageType = builder.objectRef<{ rows: BatchRow[]; total: number }>('MessageBatchPage').implement({
  fields: (t) => ({
    rows: t.field({ type: [MessageBatchType], resolve: (page) => page.rows }),
    total: t.exposeInt('total'),
  }),
})

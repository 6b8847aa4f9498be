import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { sayStored } from '#platform/languages/storedTexts.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { messageState, templateChannel } from '#domains/messaging/schemas.exports.ts'
import { guardianLinksView, linkChoice, makeLinksInput, sendLinkInput } from '../onlinefees.schema.ts'
import {
  listGuardianLinks,
  makeGuardianLinks,
  type MadeLinks,
  openGuardianLink,
  reissueGuardianLink,
  revokeGuardianLink,
} from './links.commands.ts'
import type { OpenLink } from './links.ts'
import type { LinkRow } from './links.sql.ts'
import { type PayLinkMessage, previewPayLink, sendPayLink } from './sendLink.commands.ts'
import { onlineActions } from './onlinefees.permissions.ts'

const linkCan = viewerCan<{ schoolId: number }, 'open' | 'send' | 'reissue' | 'revoke'>('GuardianLink', {
  open: onlineActions.makeLinks,
  send: onlineActions.sendLink,
  reissue: onlineActions.makeLinks,
  revoke: onlineActions.revokeLink,
})

const LinkChildType = builder.objectRef<LinkRow['children'][number]>('GuardianLinkChild').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName'),
    pending: t.expose('pending', { type: 'Paise' }),
  }),
})

const GuardianLinkType = builder.objectRef<LinkRow>('GuardianLink').implement({
  description: 'A link with which the guardian of a phone pays online, without its address.',
  fields: (t) => ({
    id: t.exposeID('id'),
    phone: t.exposeString('phone'),
    children: t.expose('children', { type: [LinkChildType] }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdByName: t.exposeString('createdByName'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    orders: t.exposeInt('orders'),
    viewerCan: t.field({ type: linkCan.type, resolve: linkCan.resolve }),
  }),
})

const NamedChildType = builder.objectRef<MadeLinks['withoutPhone'][number]>('NamedChild').implement({
  fields: (t) => ({ name: t.exposeString('name'), sectionName: t.exposeString('sectionName') }),
})

const OpenLinkType = builder.objectRef<OpenLink>('OpenGuardianLink').implement({
  description: 'A link with its addresses. Anyone who has an address can pay for the children of its phone.',
  fields: (t) => ({
    id: t.exposeID('id'),
    phone: t.exposeString('phone'),
    url: t.exposeString('url'),
    shortUrl: t.exposeString('shortUrl', { description: 'For an SMS.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
})

const MadeLinkType = builder.objectRef<MadeLinks['links'][number]>('MadeLink').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    phone: t.exposeString('phone'),
    url: t.exposeString('url'),
    shortUrl: t.exposeString('shortUrl'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    children: t.expose('children', { type: [NamedChildType] }),
    made: t.exposeBoolean('made', { description: 'False if the phone had a link already, which was extended.' }),
  }),
})

const MadeLinksType = builder.objectRef<MadeLinks>('MadeGuardianLinks').implement({
  fields: (t) => ({
    links: t.expose('links', { type: [MadeLinkType] }),
    withoutPhone: t.expose('withoutPhone', { type: [NamedChildType], description: 'Children without a usable phone.' }),
  }),
})

const GuardianLinkListType = builder.objectRef<{ rows: LinkRow[]; total: number }>('GuardianLinkList').implement({
  fields: (t) => ({ total: t.exposeInt('total'), rows: t.expose('rows', { type: [GuardianLinkType] }) }),
})

const WayType = builder.objectRef<PayLinkMessage['ways'][number]>('PayLinkWay').implement({
  fields: (t) => ({
    channel: t.field({ type: enumType('TemplateChannel', templateChannel), resolve: (way) => way.channel }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it cannot be sent this way.' }),
    text: t.exposeString('text', { description: 'The message with its address hidden.' }),
    cost: t.expose('cost', { type: 'Paise' }),
  }),
})

const SentLinkType = builder.objectRef<PayLinkMessage['sent'][number]>('SentPayLink').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    channel: t.exposeString('channel'),
    state: t.field({ type: enumType('MessageState', messageState), resolve: (sent) => sent.state }),
    failure: t.string({ nullable: true, resolve: (sent) => sent.failure && sayStored(sent.failure) }),
    byName: t.exposeString('byName'),
  }),
})

const PayLinkMessageType = builder.objectRef<PayLinkMessage>('PayLinkMessage').implement({
  description: 'A pay link as a message to its phone, and what was sent in the last 24 hours.',
  fields: (t) => ({
    id: t.exposeID('id'),
    phone: t.exposeString('phone'),
    children: t.expose('children', { type: [NamedChildType] }),
    amount: t.expose('amount', { type: 'Paise' }),
    ways: t.expose('ways', { type: [WayType] }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it cannot be sent at all.' }),
    quietNow: t.exposeString('quietNow', { nullable: true, description: "The school's quiet hours if they apply now." }),
    sent: t.expose('sent', { type: [SentLinkType] }),
  }),
})

builder.queryFields((t) => ({
  payLinkMessage: commandField(t, previewPayLink, { type: PayLinkMessageType, input: inputType('LinkChoice', linkChoice) }),
  guardianLinks: commandField(t, listGuardianLinks, {
    work: 30,
    type: GuardianLinkListType,
    input: inputType('GuardianLinksView', guardianLinksView),
  }),
}))

builder.mutationFields((t) => ({
  openGuardianLink: commandField(t, openGuardianLink, {
    type: OpenLinkType,
    description: 'Returns the addresses of a link, to be copied. The audit log records who asked.',
    input: inputType('LinkChoice', linkChoice),
  }),
  makeGuardianLinks: commandField(t, makeGuardianLinks, {
    work: 200,
    type: MadeLinksType,
    input: inputType('MakeLinksInput', makeLinksInput),
  }),
  sendPayLink: commandField(t, sendPayLink, {
    type: PayLinkMessageType,
    description: 'Sends a link to its phone now, also in quiet hours.',
    input: inputType('SendPayLinkInput', sendLinkInput),
  }),
  reissueGuardianLink: commandField(t, reissueGuardianLink, {
    type: OpenLinkType,
    description: 'Replaces a link with a new one; the old link stops working.',
    input: inputType('LinkChoice', linkChoice),
  }),
  revokeGuardianLink: commandField(t, revokeGuardianLink, {
    type: 'ID',
    description: 'Returns the id of the link.',
    input: inputType('LinkChoice', linkChoice),
  }),
}))

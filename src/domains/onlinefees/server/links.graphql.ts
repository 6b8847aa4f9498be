import { builder, viewerCan } from '../../../platform/graphql/builder.ts'
import { inputType } from '../../../platform/graphql/input.ts'
import { guardianLinksView, linkChoice, makeLinksInput } from '../onlinefees.schema.ts'
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
import { onlineActions } from './onlinefees.permissions.ts'

const linkCan = viewerCan<{ schoolId: number }, 'open' | 'reissue' | 'revoke'>('GuardianLink', {
  open: onlineActions.makeLinks,
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
  description: 'A link by which the guardian of a phone pays online. Its address is not part of it.',
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
  description: 'A link with its addresses: whoever has one pays for the children of its phone.',
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
    made: t.exposeBoolean('made', { description: 'False where the phone had a link, whose time was extended.' }),
  }),
})

const MadeLinksType = builder.objectRef<MadeLinks>('MadeGuardianLinks').implement({
  fields: (t) => ({
    links: t.expose('links', { type: [MadeLinkType] }),
    withoutPhone: t.expose('withoutPhone', { type: [NamedChildType], description: 'Their phone is not known.' }),
  }),
})

const GuardianLinkListType = builder.objectRef<{ rows: LinkRow[]; total: number }>('GuardianLinkList').implement({
  fields: (t) => ({ total: t.exposeInt('total'), rows: t.expose('rows', { type: [GuardianLinkType] }) }),
})

builder.queryFields((t) => ({
  guardianLinks: t.field({
    type: GuardianLinkListType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('GuardianLinksView', guardianLinksView) }) },
    resolve: (_, { schoolId, input }, call) => listGuardianLinks(call, schoolId, input),
  }),
}))

builder.mutationFields((t) => ({
  openGuardianLink: t.field({
    type: OpenLinkType,
    description: 'The addresses of a link, to be copied; it is noted who did.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('LinkChoice', linkChoice) }) },
    resolve: (_, { schoolId, input }, call) => openGuardianLink(call, schoolId, input),
  }),
  makeGuardianLinks: t.field({
    type: MadeLinksType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MakeLinksInput', makeLinksInput) }) },
    resolve: (_, { schoolId, input }, call) => makeGuardianLinks(call, schoolId, input),
  }),
  reissueGuardianLink: t.field({
    type: OpenLinkType,
    description: 'Puts a new link in the place of one, which stops working.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('LinkChoice', linkChoice) }) },
    resolve: (_, { schoolId, input }, call) => reissueGuardianLink(call, schoolId, input),
  }),
  revokeGuardianLink: t.field({
    type: 'ID',
    description: 'Answers the id of the link.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('LinkChoice', linkChoice) }) },
    resolve: (_, { schoolId, input }, call) => revokeGuardianLink(call, schoolId, input),
  }),
}))

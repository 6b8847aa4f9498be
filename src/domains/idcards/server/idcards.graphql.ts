import { DocumentJobType } from '#platform/documentJobs/documentJobs.graphql.ts'
import { fileUrl } from '#platform/files/files.ts'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import type { School } from '#platform/school.ts'
import { type CardField, type CardHolderKind, type CardLayout, cardFieldNames } from '../cardFields.ts'
import {
  cardField,
  cardHolder,
  cardLayout,
  cardOf,
  cardSchoolOf,
  cardsOrder,
  designDeletion,
  designSaving,
  holdersView,
} from '../idcards.schema.ts'
import { orderCards } from './cards.commands.ts'
import { cardSchoolTexts } from './cardSchool.ts'
import { deleteDesign, listDesigns, saveDesign, viewIdCardActions } from './designs.commands.ts'
import { type Holder, listHolders, viewCard, viewCardSchool } from './holders.queries.ts'
import { type Design, idCardActions, type OfSchool } from './idcards.permissions.ts'

const HolderKindType = enumType('IdCardHolderKind', cardHolder)
const FieldType = enumType('IdCardField', cardField)

const idCardsCan = viewerCan<OfSchool, 'viewStaff' | 'design'>('IdCards', {
  viewStaff: idCardActions.viewStaff,
  design: idCardActions.design,
})
const designCan = viewerCan<Design, 'update' | 'delete'>('IdCardDesign', {
  update: idCardActions.design,
  delete: idCardActions.deleteDesign,
})

const DesignType = builder.objectRef<Design>('IdCardDesign').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    holder: t.field({ type: HolderKindType, resolve: (design) => design.holder as CardHolderKind }),
    layout: t.field({ type: enumType('IdCardLayout', cardLayout), resolve: (design) => design.layout as CardLayout }),
    color: t.exposeString('color', { nullable: true, description: 'null for the school’s own colour.' }),
    fields: t.field({ type: [FieldType], resolve: (design) => design.fields as CardField[] }),
    backText: t.exposeString('backText'),
    validUntil: t.exposeString('validUntil', { nullable: true }),
    signature: t.exposeBoolean('signature'),
    version: t.exposeInt('version'),
    viewerCan: t.field({ type: designCan.type, resolve: designCan.resolve }),
  }),
})

const ValueType = builder.objectRef<{ field: CardField; value: string }>('IdCardValue').implement({
  fields: (t) => ({
    field: t.field({ type: FieldType, resolve: (row) => row.field }),
    value: t.exposeString('value'),
  }),
})

const HolderType = builder.objectRef<Holder>('IdCardHolder').implement({
  description: 'A person who gets a card.',
  fields: (t) => ({
    id: t.id({ description: 'Unique among students and staff.', resolve: ({ kind, id }) => `${kind}:${id}` }),
    personId: t.exposeID('id'),
    holder: t.field({ type: HolderKindType, resolve: (holder) => holder.kind }),
    name: t.exposeString('name'),
    photoUrl: t.string({
      nullable: true,
      description: 'The photo’s address, valid for some minutes.',
      resolve: ({ schoolId, kind, photoFile }, _, call) =>
        fileUrl(call, schoolId, photoFile, kind === 'STUDENT' ? 'student-photo' : 'user-photo'),
    }),
    hasCode: t.boolean({
      description: 'True if the card has a QR code for the gate. The code itself is only on paper.',
      resolve: ({ qrcode }) => qrcode !== '',
    }),
    values: t.field({
      type: [ValueType],
      description: 'The printed values besides the name, without unknown ones.',
      resolve: ({ values }) =>
        cardFieldNames.flatMap((field) => {
          const value = values[field]
          return value ? [{ field, value }] : []
        }),
    }),
  }),
})

const HoldersType = builder.objectRef<Awaited<ReturnType<typeof listHolders>>>('IdCardHolders').implement({
  fields: (t) => ({
    rows: t.field({ type: [HolderType], resolve: (page) => page.rows }),
    total: t.exposeInt('total'),
    withoutPhoto: t.exposeInt('withoutPhoto'),
  }),
})

const SchoolType = builder.objectRef<{ school: School; termName: string }>('IdCardSchool').implement({
  description: 'The school’s data on its cards.',
  fields: (t) => ({
    name: t.string({ resolve: ({ school }) => school.name }),
    place: t.string({ resolve: ({ school }) => cardSchoolTexts(school).place }),
    phone: t.string({ resolve: ({ school }) => cardSchoolTexts(school).phone }),
    email: t.string({ resolve: ({ school }) => school.email }),
    color: t.string({ resolve: ({ school }) => cardSchoolTexts(school).color }),
    termName: t.exposeString('termName'),
    logoUrl: t.string({
      nullable: true,
      resolve: ({ school }, _, call) => fileUrl(call, school.id, school.logoFile, 'school-logo'),
    }),
    signatureUrl: t.string({
      nullable: true,
      resolve: ({ school }, _, call) => fileUrl(call, school.id, school.signatureFile, 'school-signature'),
    }),
  }),
})

builder.queryFields((t) => ({
  idCardsViewerCan: t.field({
    type: idCardsCan.type,
    args: { schoolId: t.arg.id() },
    resolve: async (parent, { schoolId }, call) => idCardsCan.resolve(await viewIdCardActions(call, schoolId, {}), parent, call),
  }),
  idCardDesigns: commandField(t, listDesigns, { type: [DesignType] }),
  idCardHolders: commandField(t, listHolders, {
    work: 30,
    type: HoldersType,
    description: 'A page of the people who get cards, those without a photo first.',
    input: inputType('IdCardHoldersView', holdersView),
  }),
  idCard: commandField(t, viewCard, { type: HolderType, input: inputType('IdCardOf', cardOf) }),
  idCardSchool: commandField(t, viewCardSchool, { type: SchoolType, input: inputType('IdCardSchoolOf', cardSchoolOf) }),
}))

builder.mutationFields((t) => ({
  saveIdCardDesign: commandField(t, saveDesign, { type: DesignType, input: inputType('IdCardDesignSaving', designSaving) }),
  deleteIdCardDesign: commandField(t, deleteDesign, { type: 'ID', input: inputType('IdCardDesignDeletion', designDeletion) }),
  orderIdCards: commandField(t, orderCards, { type: DocumentJobType, input: inputType('IdCardsOrder', cardsOrder) }),
}))

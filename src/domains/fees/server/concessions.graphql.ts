import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { fileUrl } from '#platform/files/files.ts'
import { feeTitle } from '../fees.rules.ts'
import {
  approveDiscountInput,
  concessionInput,
  concessionKindForm,
  concessionKindUpdate,
  concessionPreviewInput,
  concessionProposalsView,
  concessionsView,
  discountRequestState,
  type DiscountRequestState,
  endConcessionInput,
  refuseDiscountInput,
  withdrawDiscountInput,
} from '../concessions.schema.ts'
import { addConcessionKind, deleteConcessionKind, listConcessionKinds, updateConcessionKind } from './concessionKinds.commands.ts'
import {
  type ConcessionPreview,
  type ConcessionProposal,
  endConcession,
  giveConcessions,
  listConcessionProposals,
  listConcessions,
  previewConcession,
} from './concessions.commands.ts'
import { concessionActions, discountRequestActions } from './concessions.permissions.ts'
import type { Concession, ConcessionKind } from './concessions.sql.ts'
import { approveDiscount, listDiscountRequests, refuseDiscount, withdrawDiscount } from './discountRequests.commands.ts'
import type { DiscountRequest } from './discountRequests.sql.ts'

const shareText = 'Hundredths of a per cent of each fee: 2500 is 25 %. null: an amount.'

const kindCan = viewerCan<ConcessionKind, 'update' | 'delete'>('ConcessionKind', {
  update: concessionActions.updateKind,
  delete: concessionActions.deleteKind,
})

const ConcessionKindType = builder.objectRef<ConcessionKind>('ConcessionKind').implement({
  description: 'A kind of concession that the school gives, such as RTE, with what is usual for it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    share: t.exposeInt('share', { nullable: true, description: shareText }),
    amount: t.expose('amount', { type: 'Paise', nullable: true, description: 'Paise of each fee. null: a share.' }),
    categoryNames: t.exposeStringList('categoryNames', {
      nullable: true,
      description: 'The fee categories that it is usually for. null: all fixed fees.',
    }),
    forSiblings: t.exposeBoolean('forSiblings', { description: 'Whether it is proposed for brothers and sisters.' }),
    needsDocument: t.exposeBoolean('needsDocument', { description: 'Whether it is given only with a document that proves it.' }),
    viewerCan: t.field({ type: kindCan.type, resolve: kindCan.resolve }),
  }),
})

const concessionCan = viewerCan<Concession, 'end'>('Concession', { end: concessionActions.end })

export const ConcessionType = builder.objectRef<Concession>('Concession').implement({
  description: 'What a student pays less in a term, by a kind of the school.',
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    studentId: t.exposeID('studentId'),
    studentName: t.exposeString('studentName'),
    sectionName: t.exposeString('sectionName'),
    kindId: t.exposeID('kindId'),
    kindName: t.exposeString('kindName'),
    share: t.exposeInt('share', { nullable: true, description: shareText }),
    amount: t.expose('amount', { type: 'Paise', nullable: true }),
    categoryNames: t.exposeStringList('categoryNames', { nullable: true }),
    feeTitles: t.stringList({
      nullable: true,
      description: 'The single fees that it is for. null: categories or all fixed fees.',
      resolve: (concession) => concession.fees?.map(feeTitle) ?? null,
    }),
    startsOn: t.exposeString('startsOn'),
    endsOn: t.exposeString('endsOn', { nullable: true, description: 'null: until the term ends.' }),
    reason: t.exposeString('reason'),
    documentUrl: t.string({
      nullable: true,
      resolve: (concession, _, call) => fileUrl(call, concession.schoolId, concession.fileId, 'concession-document'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdByName: t.exposeString('createdByName'),
    endedOn: t.exposeString('endedOn', {
      nullable: true,
      description: 'The last day it is for, if it was ended; before its start where it was taken back.',
    }),
    endedByName: t.exposeString('endedByName', { nullable: true }),
    endReason: t.exposeString('endReason', { nullable: true }),
    taken: t.expose('taken', { type: 'Paise', description: 'What it takes off the fees of the term now.' }),
    viewerCan: t.field({ type: concessionCan.type, resolve: concessionCan.resolve }),
  }),
})

const PreviewFeeType = builder.objectRef<ConcessionPreview['fees'][number]>('ConcessionPreviewFee').implement({
  fields: (t) => ({
    feeId: t.exposeID('feeId'),
    title: t.string({ resolve: feeTitle }),
    amount: t.expose('amount', { type: 'Paise' }),
    pending: t.expose('pending', { type: 'Paise', description: 'What is left pending on the fee.' }),
  }),
})

const ConcessionPreviewType = builder.objectRef<ConcessionPreview>('ConcessionPreview').implement({
  description: 'What a concession would take off one student’s fees; nothing is stored.',
  fields: (t) => ({
    studentId: t.id({ resolve: ({ student }) => student.id }),
    studentName: t.string({ resolve: ({ student }) => student.name }),
    sectionName: t.string({ resolve: ({ student }) => student.sectionName }),
    fees: t.field({ type: [PreviewFeeType], resolve: (preview) => preview.fees }),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const CandidateType = builder.objectRef<ConcessionProposal['students'][number]>('ConcessionCandidate').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName'),
    hasIt: t.exposeBoolean('hasIt', { description: 'Whether the student has the concession in this term already.' }),
    proposed: t.exposeBoolean('proposed'),
  }),
})

const ProposalType = builder.objectRef<ConcessionProposal>('ConcessionProposal').implement({
  description: 'Students who could get a concession: the children of a family, the highest class first, or one student.',
  fields: (t) => ({
    students: t.field({ type: [CandidateType], resolve: (proposal) => proposal.students }),
  }),
})

const requestCan = viewerCan<DiscountRequest, 'approve' | 'refuse' | 'withdraw'>('DiscountRequest', {
  approve: discountRequestActions.approve,
  refuse: discountRequestActions.refuse,
  withdraw: discountRequestActions.withdraw,
})

const RequestStateType = enumType('DiscountRequestState', discountRequestState)

export const DiscountRequestType = builder.objectRef<DiscountRequest>('DiscountRequest').implement({
  description: 'A discount above the limit of the school, which waits for an ADMIN or was decided.',
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    termName: t.exposeString('termName'),
    studentId: t.exposeID('studentId'),
    studentName: t.exposeString('studentName'),
    sectionName: t.exposeString('sectionName'),
    amount: t.expose('amount', { type: 'Paise' }),
    feesAmount: t.expose('feesAmount', { type: 'Paise', description: 'The fees together, without what is paid.' }),
    feeTitles: t.stringList({ resolve: (request) => request.fees.map(feeTitle) }),
    reason: t.exposeString('reason'),
    state: t.field({ type: RequestStateType, resolve: (request) => request.state as DiscountRequestState }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdByName: t.exposeString('createdByName'),
    decidedByName: t.exposeString('decidedByName', { nullable: true }),
    decisionReason: t.exposeString('decisionReason'),
    viewerCan: t.field({ type: requestCan.type, resolve: requestCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  concessionKinds: commandField(t, listConcessionKinds, { type: [ConcessionKindType] }),
  concessions: commandField(t, listConcessions, { type: [ConcessionType], input: inputType('ConcessionsView', concessionsView) }),
  concessionPreview: commandField(t, previewConcession, {
    type: [ConcessionPreviewType],
    input: inputType('ConcessionPreviewInput', concessionPreviewInput),
  }),
  concessionProposals: commandField(t, listConcessionProposals, {
    work: 60,
    type: [ProposalType],
    input: inputType('ConcessionProposalsView', concessionProposalsView),
  }),
  discountRequests: commandField(t, listDiscountRequests, {
    type: [DiscountRequestType],
    description: 'The discounts that wait for an ADMIN, of every term, oldest first.',
  }),
}))

builder.mutationFields((t) => ({
  addConcessionKind: commandField(t, addConcessionKind, {
    type: ConcessionKindType,
    input: inputType('ConcessionKindForm', concessionKindForm),
  }),
  updateConcessionKind: commandField(t, updateConcessionKind, {
    type: ConcessionKindType,
    input: inputType('ConcessionKindUpdate', concessionKindUpdate),
  }),
  deleteConcessionKind: commandField(t, deleteConcessionKind, {
    type: 'ID',
    description: 'Deletes a kind, so that it is offered no more. Concessions that were given go on.',
    args: { id: t.arg.id() },
  }),
  giveConcessions: commandField(t, giveConcessions, {
    work: 60,
    type: [ConcessionType],
    description: 'Gives a concession to one student, or the same one to several, all or none.',
    input: inputType('GiveConcessionsInput', concessionInput),
  }),
  endConcession: commandField(t, endConcession, {
    type: [ConcessionType],
    input: inputType('EndConcessionInput', endConcessionInput),
  }),
  approveDiscount: commandField(t, approveDiscount, {
    type: DiscountRequestType,
    input: inputType('ApproveDiscountInput', approveDiscountInput),
  }),
  refuseDiscount: commandField(t, refuseDiscount, {
    type: DiscountRequestType,
    input: inputType('RefuseDiscountInput', refuseDiscountInput),
  }),
  withdrawDiscount: commandField(t, withdrawDiscount, {
    type: DiscountRequestType,
    input: inputType('WithdrawDiscountInput', withdrawDiscountInput),
  }),
}))

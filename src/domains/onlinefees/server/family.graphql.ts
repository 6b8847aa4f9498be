import { builder } from '#platform/graphql/builder.ts'
import { sayStored } from '#platform/languages/storedTexts.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { declaredWork } from '#platform/graphql/work.ts'
import { chargeBearer } from '#shared/serviceCharge.schema.ts'
import { languageChoice } from '#shared/languages.schema.ts'
import { chooseFamilyLanguage } from './familyLanguage.ts'
import { createOrderInput } from '../onlinefees.schema.ts'
import { schoolById } from '#platform/school.ts'
import type { Call } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { type Family, type FamilyChild, type FamilyFee, viewFamily } from './family.queries.ts'
import { createOrder, type GatewayForm, giveUpOrder, viewOrder } from './orders.commands.ts'
import { OrderFeeType, OrderStateType, SurplusOutcomeType } from './orders.graphql.ts'
import type { Order } from './orders.sql.ts'
import { type PublicOrder, publicOrder } from './publicOrder.ts'

const PublicReceiptType = builder.objectRef<PublicOrder['receipts'][number]>('PublicReceipt').implement({
  fields: (t) => ({
    number: t.exposeString('number'),
    amount: t.expose('amount', { type: 'Paise' }),
    studentName: t.exposeString('studentName'),
    url: t.exposeString('url', { description: 'Downloads the PDF.' }),
  }),
})

const PublicSurplusType = builder.objectRef<PublicOrder['surplus'][number]>('PublicSurplus').implement({
  description: 'Money for fees of a child that had been paid already.',
  fields: (t) => ({
    studentName: t.exposeString('studentName'),
    amount: t.expose('amount', { type: 'Paise' }),
    charge: t.expose('charge', { type: 'Paise', description: 'The service charge and GST that are given back with it.' }),
    settled: t.field({
      type: SurplusOutcomeType,
      nullable: true,
      description: 'How the school has settled it; null while it will be given back.',
      resolve: (surplus) => surplus.settled,
    }),
  }),
})

const PublicOrderType = builder.objectRef<PublicOrder>('PublicOrder').implement({
  description: 'The part of an order that its payer may see.',
  fields: (t) => ({
    ref: t.exposeString('ref'),
    state: t.expose('state', { type: OrderStateType }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    feesAmount: t.expose('feesAmount', { type: 'Paise' }),
    charge: t.expose('charge', { type: 'Paise' }),
    gst: t.expose('gst', { type: 'Paise' }),
    chargePercent: t.exposeFloat('chargePercent', { description: 'What the charge is of the fees, in per cent.' }),
    payable: t.expose('payable', { type: 'Paise' }),
    children: t.exposeStringList('children'),
    fees: t.expose('fees', { type: [OrderFeeType] }),
    message: t.string({
      nullable: true,
      description: "The gateway's message, if any.",
      resolve: (order) => order.message && sayStored(order.message),
    }),
    receipts: t.expose('receipts', { type: [PublicReceiptType] }),
    surplus: t.expose('surplus', { type: [PublicSurplusType] }),
    needsSchool: t.exposeBoolean('needsSchool', {
      description: 'Money may have arrived that is not booked on a fee. The school is looking into it.',
    }),
    schoolName: t.exposeString('schoolName'),
    logoUrl: t.exposeString('logoUrl', { nullable: true }),
    accent: t.exposeString('accent', { nullable: true }),
  }),
})

const FamilyFeeType = builder.objectRef<FamilyFee>('FamilyFee').implement({
  fields: (t) => ({
    feeId: t.exposeID('id'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug'),
    categoryName: t.exposeString('categoryName'),
    month: t.exposeString('month', { nullable: true }),
    amount: t.field({ type: 'Paise', resolve: (fee) => fee.asked }),
    pending: t.field({ type: 'Paise', resolve: (fee) => fee.balance.pending }),
    lateFee: t.expose('lateFeeDue', {
      type: 'Paise',
      description: 'What is paid on top because the fee is overdue; not in pending.',
    }),
    version: t.exposeString('version'),
    earlierTerm: t.exposeString('earlierTerm', {
      nullable: true,
      description: "Name of the fee's term, if that is before the current one.",
    }),
    dueOn: t.exposeString('dueOn', { description: 'The day by which it is to be paid.' }),
    due: t.exposeBoolean('due', { description: 'Its due date is in this month, or has passed.' }),
    overdue: t.exposeBoolean('overdue', { description: 'Its due date has passed.' }),
    accountId: t.id({
      nullable: true,
      description: 'The bank account that receives it. All fees of one order share it.',
      resolve: (fee) => fee.bankAccountId,
    }),
    payable: t.boolean({ resolve: (fee) => fee.notPayable === null }),
    notPayable: t.exposeString('notPayable', { nullable: true, description: 'Why it cannot be paid here.' }),
    undecided: t.exposeBoolean('undecided', {
      description: 'An online payment for it is not decided yet. If it can be paid, the family is warned.',
    }),
  }),
})

const FamilyChildType = builder.objectRef<FamilyChild>('FamilyChild').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName'),
    roll: t.exposeString('roll'),
    due: t.expose('due', { type: 'Paise' }),
    pending: t.expose('pending', { type: 'Paise' }),
    held: t.expose('held', {
      type: 'Paise',
      description: 'Sum of the fees in open or doubtful orders; not included in due and pending.',
    }),
    fees: t.expose('fees', { type: [FamilyFeeType] }),
  }),
})

const FamilySchoolType = builder.objectRef<Family['school']>('FamilySchool').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    logoUrl: t.exposeString('logoUrl', { nullable: true }),
    accent: t.exposeString('accent', { nullable: true }),
    chargePercent: t.exposeFloat('chargePercent', {
      description: 'Percentage of the service charge that the family pays; 0 where the school bears it.',
    }),
    chargeBearer: t.expose('chargeBearer', { type: enumType('ChargeBearer', chargeBearer) }),
  }),
})

const FamilyReceiptType = builder.objectRef<Family['receipts'][number]>('FamilyReceipt').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeString('number'),
    amount: t.expose('amount', { type: 'Paise' }),
    studentName: t.exposeString('studentName'),
    collectedOn: t.exposeString('collectedOn'),
    clearing: t.exposeBoolean('clearing', { description: 'Paid by a cheque or demand draft that has not cleared yet.' }),
  }),
})

export const FamilyType = builder.objectRef<Family>('Family').implement({
  description: 'The data that a guardian link shows.',
  fields: (t) => ({
    school: t.expose('school', { type: FamilySchoolType }),
    termId: t.exposeID('termId'),
    termName: t.exposeString('termName'),
    phone: t.exposeString('phone', { description: 'Masked: 98xxxxxx10.' }),
    payingOff: t.exposeString('payingOff', { nullable: true, description: 'Why online payment is unavailable now.' }),
    children: t.expose('children', { type: [FamilyChildType] }),
    hasLaterChild: t.exposeBoolean('hasLaterChild', {
      description: 'Whether a child was listed with the phone after the link was made. A new link shows it.',
    }),
    payerPhone: t.exposeString('payerPhone', { description: "The link's whole phone number, for the payer form." }),
    underWay: t.expose('underWay', {
      type: [PublicOrderType],
      description: 'Orders that are not decided: open, or doubtful and checked by the school.',
    }),
    receipts: t.expose('receipts', { type: [FamilyReceiptType], description: 'Of all terms, newest first.' }),
  }),
})

const GatewayFormType = builder.objectRef<GatewayForm>('GatewayForm').implement({
  description: 'The form that the browser posts to the payment gateway.',
  fields: (t) => ({
    action: t.exposeString('action'),
    fields: t.expose('fields', {
      type: [
        builder.objectRef<GatewayForm['fields'][number]>('GatewayField').implement({
          fields: (field) => ({ name: field.exposeString('name'), value: field.exposeString('value') }),
        }),
      ],
    }),
    ref: t.exposeString('ref'),
  }),
})

async function toPublicOrder(call: Call, order: Order, ref: string): Promise<PublicOrder> {
  const school = await schoolById(call.database, order.schoolId)
  if (!school) throw notFound()
  return publicOrder(call, school, order, ref)
}

builder.queryFields((t) => ({
  family: t.field({
    type: FamilyType,
    description: 'The children of a guardian link with their pending fees. Needs no sign-in.',
    args: { hash: t.arg.string() },
    extensions: declaredWork(15, { isOpen: true }),
    resolve: (_, { hash }, call) => viewFamily(call, hash),
  }),
  onlineOrder: t.field({
    type: PublicOrderType,
    description: 'An order by its reference, with its current state. Needs no sign-in.',
    args: { ref: t.arg.string() },
    resolve: async (_, { ref }, call) => toPublicOrder(call, await viewOrder(call, ref), ref),
  }),
}))

builder.mutationFields((t) => ({
  createOrder: t.field({
    type: GatewayFormType,
    description: 'Stores an order for the chosen fees. Needs no sign-in.',
    args: { hash: t.arg.string(), input: t.arg({ type: inputType('CreateOrderInput', createOrderInput) }) },
    resolve: (_, { hash, input }, call) => createOrder(call, hash, input),
  }),
  chooseFamilyLanguage: t.field({
    type: 'Boolean',
    description: 'Stores the language in which the family of a link reads and is written to. Needs no sign-in.',
    args: { hash: t.arg.string(), input: t.arg({ type: inputType('LanguageChoice', languageChoice) }) },
    resolve: (_, { hash, input }, call) => chooseFamilyLanguage(call, hash, input),
  }),
  giveUpOrder: t.field({
    type: PublicOrderType,
    description: 'Reports for the guardian that an order was not paid. Needs no sign-in.',
    args: { hash: t.arg.string(), ref: t.arg.string() },
    resolve: async (_, { hash, ref }, call) => toPublicOrder(call, await giveUpOrder(call, hash, ref), ref),
  }),
}))

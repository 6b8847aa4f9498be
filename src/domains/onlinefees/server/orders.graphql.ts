import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { sayStored } from '#platform/languages/storedTexts.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { compareMonths, formatReceiptNumber } from '#domains/fees/server/online.exports.ts'
import { nextCheck } from '../onlinefees.rules.ts'
import {
  noticeChoice,
  noticeKind,
  orderChoice,
  orderState,
  ordersView,
  settleSurplusInput,
  surplusOutcome,
} from '../onlinefees.schema.ts'
import { markNoticeSeen } from './notices.commands.ts'
import type { Notice } from './notices.sql.ts'
import { onlineActions } from './onlinefees.permissions.ts'
import { checkOrder } from './orders.commands.ts'
import {
  listOrderEvents,
  listOrders,
  listOrdersToSettle,
  type OrderList,
  type OrdersToSettle,
  viewOnlineActions,
} from './orders.queries.ts'
import { type Order, type OrderLine, sortedLines } from './orders.sql.ts'
import { settleSurplus } from './surplus.commands.ts'
import type { Surplus } from './surplus.sql.ts'

export const OrderStateType = enumType('OrderState', orderState)
export const SurplusOutcomeType = enumType('SurplusOutcome', surplusOutcome)
const NoticeKindType = enumType('GatewayNoticeKind', noticeKind)

const orderCan = viewerCan<{ schoolId: number }, 'check'>('OnlineOrder', { check: onlineActions.check })
const surplusCan = viewerCan<{ schoolId: number }, 'settle'>('OnlineSurplus', { settle: onlineActions.settle })
const noticeCan = viewerCan<{ schoolId: number }, 'see'>('GatewayNotice', { see: onlineActions.seeNotice })
const onlineCan = viewerCan<{ schoolId: number }, 'listOrders' | 'makeLinks' | 'settle'>('OnlineFees', {
  listOrders: onlineActions.listOrders,
  makeLinks: onlineActions.makeLinks,
  settle: onlineActions.settle,
})

export const OrderFeeType = builder.objectRef<OrderLine>('OrderFee').implement({
  fields: (t) => ({
    studentName: t.exposeString('studentName'),
    feeName: t.exposeString('feeName'),
    month: t.exposeString('month', { nullable: true }),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const OrderPaymentType = builder.objectRef<Order['payments'][number]>('OrderPayment').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    receiptNumber: t.string({ resolve: (payment) => formatReceiptNumber(payment) }),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const OrderEventType = builder.objectRef<Awaited<ReturnType<typeof listOrderEvents>>[number]>('OrderEvent').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    source: t.exposeString('source'),
    text: t.string({ resolve: (event) => sayStored(event.text) }),
  }),
})

const OnlineOrderType = builder.objectRef<Order>('OnlineOrder').implement({
  description: 'An online payment, open or decided.',
  fields: (t) => ({
    id: t.exposeID('id'),
    txnid: t.exposeString('txnid', { description: "The order's id at the gateway." }),
    state: t.expose('state', { type: OrderStateType }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    payerName: t.exposeString('payerName'),
    payerPhone: t.exposeString('payerPhone'),
    payerEmail: t.exposeString('payerEmail'),
    feesAmount: t.expose('feesAmount', { type: 'Paise' }),
    charge: t.expose('charge', { type: 'Paise' }),
    gst: t.expose('gst', { type: 'Paise' }),
    chargePercent: t.exposeFloat('chargePercent', { description: 'What the charge is of the fees, in per cent.' }),
    payable: t.expose('payable', { type: 'Paise' }),
    received: t.expose('received', {
      type: 'Paise',
      nullable: true,
      description: 'Amount that the gateway reported as paid, if any.',
    }),
    accountName: t.exposeString('accountName'),
    gatewayReference: t.exposeString('gatewayReference'),
    gatewayMode: t.exposeString('gatewayMode'),
    bankReference: t.exposeString('bankReference', {
      description: "The bank's reference number (for UPI the UTR), which a refund needs.",
    }),
    message: t.string({ resolve: (order) => sayStored(order.message) }),
    needsSchool: t.exposeBoolean('needsSchool', {
      description: 'Money may have arrived that is not booked on a fee. The order blocks its fees until this is settled.',
    }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true }),
    nextCheckAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next timed check; null when only the nightly check is left or the order is decided.',
      resolve: (order) => (order.state === 'CREATED' ? nextCheck(order.createdAt, new Date()) : null),
    }),
    fees: t.field({ type: [OrderFeeType], resolve: (order) => sortedLines(order.lines) }),
    payments: t.expose('payments', { type: [OrderPaymentType] }),
    viewerCan: t.field({ type: orderCan.type, resolve: orderCan.resolve }),
  }),
})

const SurplusFeeType = builder.objectRef<Surplus['fees'][number]>('OnlineSurplusFee').implement({
  fields: (t) => ({
    feeName: t.exposeString('feeName'),
    month: t.exposeString('month', { nullable: true }),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const SettledType = builder.objectRef<Surplus>('SettledSurplus').implement({
  fields: (t) => ({
    at: t.field({ type: 'DateTime', nullable: true, resolve: (surplus) => surplus.settledAt }),
    byName: t.string({ resolve: (surplus) => surplus.settledByName ?? '' }),
    how: t.string({ description: 'REFUNDED or COLLECTED.', resolve: (surplus) => surplus.outcome ?? '' }),
    reference: t.string({
      description: "The refund's reference, or the receipt's number.",
      resolve: (surplus) => surplus.reference ?? '',
    }),
    paymentId: t.exposeID('paymentId', { nullable: true }),
  }),
})

const OnlineSurplusType = builder.objectRef<Surplus>('OnlineSurplus').implement({
  description: 'Money that arrived online when its fee was paid already, or whose amount differs from the order.',
  fields: (t) => ({
    id: t.exposeID('id'),
    orderId: t.exposeID('orderId'),
    termId: t.exposeID('termId'),
    txnid: t.exposeString('txnid'),
    orderState: t.field({ type: OrderStateType, resolve: (surplus) => surplus.orderState as Order['state'] }),
    gatewayReference: t.exposeString('gatewayReference'),
    payerName: t.exposeString('payerName'),
    payerPhone: t.exposeString('payerPhone'),
    studentId: t.exposeID('studentId'),
    studentName: t.exposeString('studentName'),
    sectionName: t.exposeString('sectionName'),
    amount: t.expose('amount', { type: 'Paise' }),
    charge: t.expose('charge', { type: 'Paise', description: 'The service charge and GST that are given back with it.' }),
    orderPayable: t.expose('payable', { type: 'Paise', description: 'Amount of the whole order, with charge and GST.' }),
    arrivedAt: t.expose('arrivedAt', { type: 'DateTime' }),
    fees: t.field({
      type: [SurplusFeeType],
      resolve: (surplus) => surplus.fees.toSorted((a, b) => compareMonths(a.month, b.month)),
    }),
    settled: t.field({
      type: SettledType,
      nullable: true,
      description: 'How it was settled; null while it is open.',
      resolve: (surplus) => (surplus.settledAt === null ? null : surplus),
    }),
    viewerCan: t.field({ type: surplusCan.type, resolve: surplusCan.resolve }),
  }),
})

const GatewayNoticeType = builder.objectRef<Notice>('GatewayNotice').implement({
  description: 'A refund or a chargeback that the gateway has told of. It changes nothing by itself.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: NoticeKindType }),
    txnid: t.exposeString('txnid'),
    gatewayReference: t.exposeString('gatewayReference'),
    reference: t.exposeString('reference', { description: "The gateway's id of the refund or chargeback." }),
    status: t.exposeString('status', { description: "The gateway's own word for its state." }),
    amount: t.expose('amount', { type: 'Paise', nullable: true }),
    payable: t.expose('payable', { type: 'Paise', description: 'Amount of the whole order, with charge and GST.' }),
    payerName: t.exposeString('payerName'),
    payerPhone: t.exposeString('payerPhone'),
    arrivedAt: t.expose('arrivedAt', { type: 'DateTime' }),
    viewerCan: t.field({ type: noticeCan.type, resolve: noticeCan.resolve }),
  }),
})

const OnlineOrderListType = builder.objectRef<OrderList>('OnlineOrderList').implement({
  fields: (t) => ({
    total: t.exposeInt('total'),
    payable: t.expose('payable', { type: 'Paise' }),
    collected: t.expose('collected', { type: 'Paise', description: 'Fees of the successful orders.' }),
    rows: t.expose('rows', { type: [OnlineOrderType] }),
  }),
})

const OrdersToSettleType = builder.objectRef<OrdersToSettle>('OnlineOrdersToSettle').implement({
  fields: (t) => ({
    stuck: t.expose('stuck', {
      type: [OnlineOrderType],
      description: 'Open for more than ten minutes, or with doubtful money that nobody has settled.',
    }),
    surplus: t.expose('surplus', {
      type: [OnlineSurplusType],
      description: 'Open surplus, and surplus settled in the last 30 days.',
    }),
    notices: t.expose('notices', {
      type: [GatewayNoticeType],
      description: 'Refunds and chargebacks that the gateway has told of and nobody has seen.',
    }),
  }),
})

builder.queryFields((t) => ({
  onlineOrders: commandField(t, listOrders, { type: OnlineOrderListType, input: inputType('OrdersView', ordersView) }),
  onlineOrderEvents: commandField(t, listOrderEvents, {
    type: [OrderEventType],
    description: "The order's events, oldest first.",
    input: inputType('OrderChoice', orderChoice),
  }),
  onlineOrdersToSettle: commandField(t, listOrdersToSettle, {
    type: OrdersToSettleType,
    description: 'The orders and the surplus that need a person.',
  }),
  onlineFeesViewerCan: t.field({
    type: onlineCan.type,
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => onlineCan.resolve(await viewOnlineActions(call, schoolId, {}), {}, call),
  }),
}))

builder.mutationFields((t) => ({
  checkOrder: commandField(t, checkOrder, {
    type: OnlineOrderType,
    description: 'Checks an order with the gateway now.',
    input: inputType('OrderChoice', orderChoice),
  }),
  markGatewayNoticeSeen: commandField(t, markNoticeSeen, {
    type: GatewayNoticeType,
    description: 'Notes that a refund or chargeback of the gateway was seen.',
    input: inputType('GatewayNoticeChoice', noticeChoice),
  }),
  settleSurplus: commandField(t, settleSurplus, {
    type: OnlineSurplusType,
    input: inputType('SettleSurplusInput', settleSurplusInput),
  }),
}))

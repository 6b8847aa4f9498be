import { builder } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import type { Month } from '../months.ts'
import { pendingFilter, pendingView } from '../pending.schema.ts'
import { MonthType } from './payments.graphql.ts'
import { listPending, listPendingBySection, type PendingList, type PendingSection } from './pending.queries.ts'
import type { PendingStudent } from './pending.sql.ts'

// Without an `id`: what a student owes depends on what was asked about, and is no row of its own.
const PendingStudentType = builder.objectRef<PendingStudent>('PendingStudent').implement({
  description: 'A student who owes something of the fees asked about.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    phone: t.exposeString('phone'),
    registerNo: t.exposeString('registerNo'),
    disabled: t.exposeBoolean('disabled'),
    roll: t.exposeString('roll'),
    sectionName: t.exposeString('sectionName', { description: 'Class and section, such as 7-B.' }),
    pending: t.expose('pending', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
    months: t.field({ type: [MonthType], resolve: (row) => row.months as Month[] }),
    oneTime: t.exposeBoolean('oneTime', { description: 'Whether a fee without a month is pending.' }),
  }),
})

const PendingListType = builder.objectRef<PendingList>('PendingList').implement({
  description: 'A page of the students who owe, and what all that match come to.',
  fields: (t) => ({
    rows: t.field({ type: [PendingStudentType], resolve: (list) => list.rows }),
    total: t.exposeInt('total'),
    pending: t.expose('pending', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
  }),
})

const PendingMonthType = builder.objectRef<PendingSection['months'][number]>('PendingMonth').implement({
  fields: (t) => ({
    month: t.field({
      type: MonthType,
      nullable: true,
      description: 'null is one time.',
      resolve: ({ month }) => month as Month | null,
    }),
    pending: t.expose('pending', { type: 'Paise' }),
  }),
})

const PendingSectionType = builder.objectRef<PendingSection>('PendingSection').implement({
  description: 'What the students of a section owe.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    months: t.field({ type: [PendingMonthType], resolve: ({ months }) => months }),
  }),
})

builder.queryFields((t) => ({
  pendingFees: t.field({
    type: PendingListType,
    description: 'Who owes what. What is not fixed is never pending.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('PendingView', pendingView) }) },
    resolve: (_, { schoolId, input }, call) => listPending(call, schoolId, input),
  }),
  pendingBySection: t.field({
    type: [PendingSectionType],
    description: 'The same by section and month.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('PendingFilter', pendingFilter) }) },
    resolve: (_, { schoolId, input }, call) => listPendingBySection(call, schoolId, input),
  }),
}))

import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { netOf, paidForOtherTerms } from '../money.rules.ts'
import { moneyView, studentMoneyView } from '../money.schema.ts'
import { FeeSumsType } from './dashboard.graphql.ts'
import { listStudentMoney, type MoneyPage, type StudentMoneyList, type TermMoney, viewMoney } from './money.queries.ts'
import type { StudentMoney } from './money.sql.ts'

const TermMoneyType = builder.objectRef<TermMoney>('TermMoney').implement({
  description: 'The sums of a term, all of them or those up to a day.',
  fields: (t) => ({
    termName: t.exposeString('termName'),
    day: t.exposeString('day', { description: 'The day on which fees are overdue or not.' }),
    fees: t.field({ type: FeeSumsType, description: 'Sums of its fees.', resolve: (term) => term.fees }),
    collected: t.expose('collected', { type: 'Paise', description: 'Money of its receipts, also for fees of other terms.' }),
    clearing: t.expose('clearing', { type: 'Paise', description: 'Not in what is collected.' }),
    refunded: t.expose('refunded', {
      type: 'Paise',
      description: 'What was given back; not taken off what was collected.',
    }),
    paidForOtherTerms: t.field({
      type: 'Paise',
      description: 'Collected less given back, less what is paid of its fees. Below zero: receipts of other terms paid its fees.',
      resolve: paidForOtherTerms,
    }),
    spent: t.expose('spent', { type: 'Paise', nullable: true, description: 'null for a viewer who does not see expenses.' }),
    net: t.field({
      type: 'Paise',
      nullable: true,
      description: 'Collected less given back and spent.',
      resolve: netOf,
    }),
  }),
})

const MonthType = builder.objectRef<MoneyPage['months'][number]>('MoneyMonth').implement({
  description: 'Sums of the fees of a month.',
  fields: (t) => ({
    month: t.exposeString('month', { nullable: true, description: 'APR, MAY, …; null means one time.' }),
    sums: t.field({ type: FeeSumsType, resolve: (row) => row }),
    before: t.field({ type: FeeSumsType, resolve: ({ before }) => before }),
  }),
})

const ClassType = builder.objectRef<MoneyPage['classes'][number]>('MoneyClass').implement({
  description: 'Sums of the fees of the students of a class.',
  fields: (t) => ({
    classId: t.exposeID('classId'),
    className: t.exposeString('className'),
    sums: t.field({ type: FeeSumsType, resolve: (row) => row }),
    before: t.field({ type: FeeSumsType, resolve: ({ before }) => before }),
  }),
})

const CategoryType = builder.objectRef<NonNullable<MoneyPage['expenses']>['categories'][number]>('MoneyCategory').implement({
  description: 'What was spent in a category of expenses.',
  fields: (t) => ({
    categoryId: t.exposeID('categoryId'),
    categoryName: t.exposeString('categoryName'),
    spent: t.expose('spent', { type: 'Paise' }),
    before: t.expose('before', { type: 'Paise' }),
  }),
})

const ExpensesType = builder.objectRef<NonNullable<MoneyPage['expenses']>>('MoneyExpenses').implement({
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The first day of the list with the same sum.' }),
    to: t.exposeString('to'),
    categories: t.field({ type: [CategoryType], resolve: (expenses) => expenses.categories }),
  }),
})

const MoneyPageType = builder.objectRef<MoneyPage>('MoneyPage').implement({
  description: 'The money of a term, beside the term before it on the same day of its year.',
  fields: (t) => ({
    id: t.exposeID('id'),
    now: t.field({ type: TermMoneyType, resolve: (page) => page.now }),
    before: t.field({
      type: TermMoneyType,
      nullable: true,
      description: 'null where there is no term before with money. In rows its sums are then zero.',
      resolve: (page) => page.before,
    }),
    earlierPending: t.expose('earlierPending', {
      type: 'Paise',
      description: 'What is pending of the years before the term: of earlier terms, and from before Shala.',
    }),
    months: t.field({ type: [MonthType], resolve: (page) => page.months }),
    classes: t.field({ type: [ClassType], resolve: (page) => page.classes }),
    expenses: t.field({
      type: ExpensesType,
      nullable: true,
      description: 'null for a viewer who does not see expenses.',
      resolve: (page) => page.expenses,
    }),
  }),
})

// No `id`: the sums depend on the filter, so the row must not be cached by student.
const StudentMoneyType = builder.objectRef<StudentMoney>('StudentMoney').implement({
  description: 'A student with the sums of the fees.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    registerNo: t.exposeString('registerNo'),
    roll: t.exposeString('roll'),
    sectionName: t.exposeString('sectionName', { description: 'Class and section, such as 7-B.' }),
    disabled: t.exposeBoolean('disabled'),
    sums: t.field({ type: FeeSumsType, resolve: (row) => row }),
  }),
})

const StudentMoneyListType = builder.objectRef<StudentMoneyList>('StudentMoneyList').implement({
  description: 'A page of students with the sums of their fees, and the sums over all pages.',
  fields: (t) => ({
    rows: t.field({ type: [StudentMoneyType], resolve: (list) => list.rows }),
    total: t.exposeInt('total'),
    sums: t.field({ type: FeeSumsType, resolve: (list) => list.sums }),
  }),
})

builder.queryFields((t) => ({
  money: commandField(t, viewMoney, { work: 60, type: MoneyPageType, input: inputType('MoneyView', moneyView) }),
  studentMoney: commandField(t, listStudentMoney, {
    type: StudentMoneyListType,
    input: inputType('StudentMoneyView', studentMoneyView),
  }),
}))

import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import type { Month } from '../months.ts'
import { ageingGroup, leftWithDuesView, pendingFilter, pendingView } from '../pending.schema.ts'
import { MonthType } from './paymentTypes.graphql.ts'
import { listPending, listPendingBySection, type PendingList, type PendingSection } from './pending.queries.ts'
import { type LeftStudent, listLeftWithDues } from './leftWithDues.ts'
import type { PendingStudent } from './pending.sql.ts'

// No `id`: the amounts depend on the filter, so the row must not be cached by student.
const PendingStudentType = builder.objectRef<PendingStudent>('PendingStudent').implement({
  description: 'A student with pending fees among the filtered fees.',
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
    months: t.field({ type: [MonthType], description: 'Months of the shown term.', resolve: (row) => row.months as Month[] }),
    oneTime: t.exposeBoolean('oneTime', { description: 'Whether a fee of the shown term without a month is pending.' }),
    earlierTerms: t.exposeStringList('earlierTerms', { description: 'Names of other terms with something pending.' }),
    dueSince: t.exposeString('dueSince', { description: 'The earliest due date of what is pending.' }),
  }),
})

const AgeingGroupType = enumType('AgeingGroup', ageingGroup)

const AgeingType = builder.objectRef<PendingList['ageing'][number]>('PendingAgeing').implement({
  description: 'What is overdue of one age.',
  fields: (t) => ({
    group: t.field({ type: AgeingGroupType, resolve: ({ group }) => group }),
    pending: t.expose('pending', { type: 'Paise' }),
    students: t.exposeInt('students'),
  }),
})

const PendingListType = builder.objectRef<PendingList>('PendingList').implement({
  description: 'A page of students with pending fees, and the sums over all pages.',
  fields: (t) => ({
    rows: t.field({ type: [PendingStudentType], resolve: (list) => list.rows }),
    total: t.exposeInt('total'),
    pending: t.expose('pending', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
    ageing: t.field({ type: [AgeingType], description: 'What of it is overdue, by age.', resolve: (list) => list.ageing }),
  }),
})

const PendingCellType = builder.objectRef<PendingSection['cells'][number]>('PendingCell').implement({
  fields: (t) => ({
    month: t.field({
      type: MonthType,
      nullable: true,
      description: 'null means one time.',
      resolve: ({ month }) => month as Month | null,
    }),
    ageing: t.field({
      type: AgeingGroupType,
      nullable: true,
      description: 'null means not overdue.',
      resolve: ({ ageing }) => ageing,
    }),
    pending: t.expose('pending', { type: 'Paise' }),
  }),
})

const PendingSectionType = builder.objectRef<PendingSection>('PendingSection').implement({
  description: 'Pending fees of the students of a section.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    cells: t.field({ type: [PendingCellType], resolve: ({ cells }) => cells }),
  }),
})

const LeftStudentType = builder.objectRef<LeftStudent>('LeftStudent').implement({
  description: 'A student who has left the school and owes something.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    phone: t.exposeString('phone'),
    registerNo: t.exposeString('registerNo'),
    disabled: t.exposeBoolean('disabled'),
    termId: t.exposeID('termId', { description: 'The last term in which the student had a place.' }),
    termName: t.exposeString('termName'),
    sectionName: t.exposeString('sectionName', { description: 'Class and section there.' }),
    pending: t.expose('pending', { type: 'Paise', description: 'Of all terms together.' }),
  }),
})

builder.queryFields((t) => ({
  leftWithDues: commandField(t, listLeftWithDues, {
    work: 60,
    type: [LeftStudentType],
    description: 'Who has left the school and still owes: disabled, or with the last place in an earlier term. The most first.',
    input: inputType('LeftWithDuesView', leftWithDuesView),
  }),
  pendingFees: commandField(t, listPending, {
    work: 20,
    type: PendingListType,
    description: 'Students with pending fees. A fee that is not fixed is never pending.',
    input: inputType('PendingView', pendingView),
  }),
  pendingBySection: commandField(t, listPendingBySection, {
    work: 30,
    type: [PendingSectionType],
    description: 'Pending fees by section, month and age.',
    input: inputType('PendingFilter', pendingFilter),
  }),
}))

import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import {
  askedByMonthsView,
  feeAssignment,
  feeAssignmentImport,
  feeCategoryStudentsView,
  studentFeeCategoriesForm,
  studentFeeCategoriesView,
} from '../fees.schema.ts'
import {
  type AskedOfCategory,
  type AssignmentResult,
  assignFeeCategory,
  importFeeAssignments,
  listFeeCategorySections,
  listFeeCategoryStudents,
  listFeeCategoriesOfStudent,
  listStudentFeeCategories,
  setStudentFeeCategories,
  type UnassignmentResult,
  unassignFeeCategory,
  viewAskedByMonths,
} from './assignments.commands.ts'
import type { FeeCategoryOfStudent, FeeCategorySection, FeeCategoryStudent } from './assignments.sql.ts'
import { FeeCategoryType } from './feeCategories.graphql.ts'
import { feeCategoryActions } from './fees.permissions.ts'
import { MonthType } from './paymentTypes.graphql.ts'

const FeeCategorySectionType = builder.objectRef<FeeCategorySection>('FeeCategoryPlace').implement({
  description: 'A section of a category’s term, with how many of its students pay the category.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    classId: t.exposeID('classId'),
    className: t.exposeString('className'),
    studentCount: t.exposeInt('studentCount'),
    assignedCount: t.exposeInt('assignedCount'),
  }),
})

const FeeCategoryStudentType = builder.objectRef<FeeCategoryStudent>('FeeCategoryStudent').implement({
  description: 'A student of a category’s term, and whether the student pays it.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    registerNo: t.exposeString('registerNo'),
    phone: t.exposeString('phone'),
    disabled: t.exposeBoolean('disabled'),
    roll: t.exposeString('roll'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    assigned: t.exposeBoolean('assigned'),
    byRule: t.exposeBoolean('byRule', { description: 'Whether the assignment was given by the category’s rule.' }),
    excepted: t.exposeBoolean('excepted', {
      description: 'Whether the category was taken from the student by hand, so that its rule does not give it again.',
    }),
  }),
})

const AssignmentResultType = builder.objectRef<AssignmentResult>('FeeCategoryAssigned').implement({
  fields: (t) => ({
    changed: t.exposeInt('changed', { description: 'Number of students whose assignment changed.' }),
    category: t.expose('category', { type: FeeCategoryType }),
  }),
})

const KeptStudentType = builder.objectRef<UnassignmentResult['kept'][number]>('FeeCategoryKept').implement({
  description: 'A student who stays on a category, because money was collected on its fees.',
  fields: (t) => ({
    studentName: t.exposeString('studentName'),
    collected: t.expose('collected', { type: 'Paise' }),
  }),
})

const UnassignmentResultType = builder.objectRef<UnassignmentResult>('FeeCategoryUnassigned').implement({
  fields: (t) => ({
    changed: t.exposeInt('changed', { description: 'Number of students removed.' }),
    kept: t.field({
      type: [KeptStudentType],
      description: 'Students who stay, the most money first.',
      resolve: ({ kept }) => kept,
    }),
    category: t.expose('category', { type: FeeCategoryType }),
  }),
})

const FeeCategoryOfStudentType = builder.objectRef<FeeCategoryOfStudent>('FeeCategoryOfStudent').implement({
  description: 'A category that a student pays.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    fixedTotal: t.expose('fixedTotal', {
      type: 'Paise',
      description: 'The sum of the fixed fees that the student is asked for.',
    }),
    months: t.field({
      type: [MonthType],
      nullable: true,
      description: 'The months for which the student pays it; null for all.',
      resolve: ({ months }) => months,
    }),
    firstPart: t.exposeInt('firstPart', {
      nullable: true,
      description: 'The part of the first month that is asked, in thousandths.',
    }),
  }),
})

const AskedOfCategoryType = builder.objectRef<AskedOfCategory>('AskedOfCategory').implement({
  description: 'What a category asks of a student, and for which months.',
  fields: (t) => ({
    feeCategoryId: t.exposeID('feeCategoryId'),
    asked: t.expose('asked', { type: 'Paise', description: 'The sum of its fixed fees for these months.' }),
    months: t.field({ type: [MonthType], nullable: true, resolve: ({ months }) => months }),
    firstPart: t.exposeInt('firstPart', { nullable: true }),
  }),
})

builder.objectFields(StudentOverviewType, (t) => ({
  feeCategories: t.field({
    type: [FeeCategoryOfStudentType],
    nullable: true,
    description: 'The categories that the student pays in the term.',
    ...partOfOverview(listFeeCategoriesOfStudent),
  }),
}))

builder.queryFields((t) => ({
  feeCategoryPlaces: commandField(t, listFeeCategorySections, {
    type: [FeeCategorySectionType],
    args: { feeCategoryId: t.arg.id() },
  }),
  feeCategoryStudents: commandField(t, listFeeCategoryStudents, {
    work: 30,
    type: [FeeCategoryStudentType],
    description: 'Students of a category’s term and whether they pay it: of a section, by a search (100 at most), or all.',
    input: inputType('FeeCategoryStudentsView', feeCategoryStudentsView),
  }),
  askedByMonths: commandField(t, viewAskedByMonths, {
    type: [AskedOfCategoryType],
    description: 'What categories of a term ask of a student who pays them for some months, or is to be given them.',
    input: inputType('AskedByMonthsView', askedByMonthsView),
  }),
  studentFeeCategories: commandField(t, listStudentFeeCategories, {
    type: [FeeCategoryType],
    description: 'The categories a student pays in a term.',
    input: inputType('StudentFeeCategoriesView', studentFeeCategoriesView),
  }),
}))

builder.mutationFields((t) => ({
  assignFeeCategory: commandField(t, assignFeeCategory, {
    type: AssignmentResultType,
    description: 'Assigns students, and all students of sections and classes, to a category.',
    input: inputType('FeeAssignment', feeAssignment),
  }),
  unassignFeeCategory: commandField(t, unassignFeeCategory, {
    type: UnassignmentResultType,
    description: 'Removes students from a category, except those with money on its fees. Refused when all of them would stay.',
    input: inputType('FeeAssignment', feeAssignment),
  }),
  setStudentFeeCategories: commandField(t, setStudentFeeCategories, {
    type: [FeeCategoryType],
    description: 'Sets the categories a student pays in a term.',
    input: inputType('StudentFeeCategoriesForm', studentFeeCategoriesForm),
  }),
  importFeeAssignments: commandField(t, importFeeAssignments, {
    type: 'Int',
    description: 'Imports assignments from a file, all or none. Returns the number of new assignments.',
    extensions: importBy(feeCategoryActions.assign),
    input: inputType('FeeAssignmentImport', feeAssignmentImport),
  }),
}))

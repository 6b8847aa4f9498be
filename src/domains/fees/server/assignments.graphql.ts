import { builder } from '#platform/graphql/builder.ts'
import { importBy } from '#platform/graphql/importers.ts'
import { inputType } from '#platform/graphql/input.ts'
import {
  feeAssignment,
  feeAssignmentImport,
  feeCategoryStudentsView,
  studentFeeCategoriesForm,
  studentFeeCategoriesView,
} from '../fees.schema.ts'
import {
  type Assigned,
  assignFeeCategory,
  importFeeAssignments,
  listFeeCategoryPlaces,
  listFeeCategoryStudents,
  listStudentFeeCategories,
  setStudentFeeCategories,
  type Unassigned,
  unassignFeeCategory,
} from './assignments.commands.ts'
import type { FeeCategoryPlace, FeeCategoryStudent } from './assignments.sql.ts'
import { FeeCategoryType } from './feeCategories.graphql.ts'
import { feeCategoryActions } from './fees.permissions.ts'

const FeeCategoryPlaceType = builder.objectRef<FeeCategoryPlace>('FeeCategoryPlace').implement({
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
  }),
})

const AssignedType = builder.objectRef<Assigned>('FeeCategoryAssigned').implement({
  fields: (t) => ({
    changed: t.exposeInt('changed', { description: 'Students to whom it made a difference.' }),
    category: t.expose('category', { type: FeeCategoryType }),
  }),
})

const KeptType = builder.objectRef<Unassigned['kept'][number]>('FeeCategoryKept').implement({
  description: 'A student who stays on a category, because money was collected on its fees.',
  fields: (t) => ({
    studentName: t.exposeString('studentName'),
    collected: t.expose('collected', { type: 'Paise' }),
  }),
})

const UnassignedType = builder.objectRef<Unassigned>('FeeCategoryUnassigned').implement({
  fields: (t) => ({
    changed: t.exposeInt('changed', { description: 'Students who were taken off.' }),
    kept: t.field({ type: [KeptType], description: 'Those who stay, the most money first.', resolve: ({ kept }) => kept }),
    category: t.expose('category', { type: FeeCategoryType }),
  }),
})

builder.queryFields((t) => ({
  feeCategoryPlaces: t.field({
    type: [FeeCategoryPlaceType],
    args: { schoolId: t.arg.id(), feeCategoryId: t.arg.id() },
    resolve: (_, { schoolId, feeCategoryId }, call) => listFeeCategoryPlaces(call, schoolId, { feeCategoryId }),
  }),
  feeCategoryStudents: t.field({
    type: [FeeCategoryStudentType],
    description: 'Students of a category’s term and whether they pay it: of a section, by a search (100 at most), or all.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeCategoryStudentsView', feeCategoryStudentsView) }) },
    resolve: (_, { schoolId, input }, call) => listFeeCategoryStudents(call, schoolId, input),
  }),
  studentFeeCategories: t.field({
    type: [FeeCategoryType],
    description: 'The categories a student pays in a term.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentFeeCategoriesView', studentFeeCategoriesView) }) },
    resolve: (_, { schoolId, input }, call) => listStudentFeeCategories(call, schoolId, input),
  }),
}))

builder.mutationFields((t) => ({
  assignFeeCategory: t.field({
    type: AssignedType,
    description: 'Puts students, and all students of sections and classes, on a category.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeAssignment', feeAssignment) }) },
    resolve: (_, { schoolId, input }, call) => assignFeeCategory(call, schoolId, input),
  }),
  unassignFeeCategory: t.field({
    type: UnassignedType,
    description: 'Takes them off, except those whose money stands on the category’s fees. Refused when that is everybody.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeAssignment', feeAssignment) }) },
    resolve: (_, { schoolId, input }, call) => unassignFeeCategory(call, schoolId, input),
  }),
  setStudentFeeCategories: t.field({
    type: [FeeCategoryType],
    description: 'Gives a student exactly these categories in a term.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentFeeCategoriesForm', studentFeeCategoriesForm) }) },
    resolve: (_, { schoolId, input }, call) => setStudentFeeCategories(call, schoolId, input),
  }),
  importFeeAssignments: t.int({
    description: 'Puts the students of a file on categories, all or none; answers how many assignments are new.',
    extensions: importBy(feeCategoryActions.assign),
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeAssignmentImport', feeAssignmentImport) }) },
    resolve: (_, { schoolId, input }, call) => importFeeAssignments(call, schoolId, input),
  }),
}))

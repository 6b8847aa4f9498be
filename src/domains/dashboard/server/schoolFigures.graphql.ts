import { builder } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { declaredWork } from '#platform/graphql/work.ts'
import { schoolsComparison } from '../schoolFigures.schema.ts'
import { compareSchools, type SchoolsComparison } from './schoolFigures.queries.ts'
import type { ComparedSchool, SchoolSums } from './schoolFigures.sql.ts'

const ComparedSchoolType = builder.objectRef<ComparedSchool>('ComparedSchool').implement({
  description: 'A school beside the others. Figures are null before they were counted.',
  fields: (t) => ({
    id: t.exposeID('schoolId'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    countedAt: t.expose('countedAt', { type: 'DateTime', nullable: true }),
    students: t.exposeInt('students', { nullable: true }),
    present: t.exposeInt('present', {
      nullable: true,
      description: 'Present and late in the last register of each section today.',
    }),
    absent: t.exposeInt('absent', { nullable: true }),
    sections: t.exposeInt('sections', { nullable: true, description: 'Sections that expect a register today; 0 on a holiday.' }),
    sectionsTaken: t.exposeInt('sectionsTaken', { nullable: true }),
    collectedToday: t.expose('collectedToday', { type: 'Paise', nullable: true }),
    collectedTerm: t.expose('collectedTerm', { type: 'Paise', nullable: true }),
    overdue: t.expose('overdue', { type: 'Paise', nullable: true }),
    openDays: t.exposeInt('openDays', { nullable: true, description: 'Cashiers’ days before today that are not closed.' }),
  }),
})

const SumsType = builder.objectRef<SchoolSums>('ComparedSums').implement({
  description: 'Sums of all schools that match.',
  fields: (t) => ({
    students: t.exposeInt('students'),
    present: t.exposeInt('present'),
    absent: t.exposeInt('absent'),
    collectedToday: t.expose('collectedToday', { type: 'Paise' }),
    collectedTerm: t.expose('collectedTerm', { type: 'Paise' }),
    overdue: t.expose('overdue', { type: 'Paise' }),
    openDays: t.exposeInt('openDays'),
  }),
})

const ComparisonType = builder.objectRef<SchoolsComparison>('SchoolsComparison').implement({
  fields: (t) => ({
    total: t.int({ resolve: ({ sums }) => sums.total }),
    rows: t.field({ type: [ComparedSchoolType], resolve: ({ rows }) => rows }),
    sums: t.field({ type: SumsType, resolve: ({ sums }) => sums }),
  }),
})

builder.queryFields((t) => ({
  compareSchools: t.field({
    type: ComparisonType,
    description: 'All schools side by side. Those on the page are counted at most a minute ago.',
    args: { input: t.arg({ type: inputType('SchoolsComparisonView', schoolsComparison) }) },
    extensions: declaredWork(60),
    resolve: (_, { input }, call) => compareSchools(call, 0, input),
  }),
}))

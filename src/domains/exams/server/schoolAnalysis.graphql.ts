import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { type FailedByComponents, type FailedComponent, groupKinds } from '../schoolAnalysis.rules.ts'
import { type NamedGroup, type NamedStudent, type SchoolAnalysis, viewAnalysis } from './schoolAnalysis.queries.ts'

const GroupKindType = builder.enumType('AnalysisGroupKind', { values: groupKinds })

const GroupType = builder.objectRef<NamedGroup>('AnalysisGroup').implement({
  description: 'The marks of a group, as shares of their highest marks in hundredths of a per cent.',
  fields: (t) => ({
    kind: t.field({ type: GroupKindType, resolve: ({ kind }) => kind }),
    key: t.exposeString('key'),
    name: t.exposeString('name'),
    marks: t.int({ description: 'Number of marks that count.', resolve: ({ spread }) => spread.marks }),
    missing: t.int({ resolve: ({ spread }) => spread.missing }),
    mean: t.int({ resolve: ({ spread }) => spread.mean }),
    lowest: t.int({ resolve: ({ spread }) => spread.lowest }),
    lowerQuarter: t.int({ resolve: ({ spread }) => spread.lowerQuarter }),
    median: t.int({ resolve: ({ spread }) => spread.median }),
    upperQuarter: t.int({ resolve: ({ spread }) => spread.upperQuarter }),
    highest: t.int({ resolve: ({ spread }) => spread.highest }),
    failed: t.exposeInt('failed', {
      nullable: true,
      description:
        'Of classes and sections the students who failed in a subject or in total, of others the marks below the least share, of subjects also those with a component below its own. Null where no share is asked for.',
    }),
    change: t.exposeInt('change', {
      nullable: true,
      description: 'By how much the same students have changed since the part before, in the mean.',
    }),
  }),
})

const ComponentType = builder.objectRef<FailedComponent>('FailedComponent').implement({
  description: 'A component below its own least share in a part.',
  fields: (t) => ({
    component: t.exposeString('component'),
    part: t.exposeString('part'),
    share: t.exposeInt('share', { description: 'In hundredths of a per cent.' }),
  }),
})

const ByComponentsType = builder.objectRef<FailedByComponents>('FailedByComponents').implement({
  description: 'Students who failed in components alone, with every subject as a whole passed.',
  fields: (t) => ({
    students: t.exposeInt('students'),
    components: t.stringList({ resolve: ({ components }) => [...components] }),
  }),
})

type Failed = SchoolAnalysis['failedInOne'][number]
type Fallen = SchoolAnalysis['fell'][number]

const StudentType = builder.objectRef<NamedStudent & Partial<Failed & Fallen>>('AnalysedStudent').implement({
  description: 'A student who is named by an analysis.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    sectionName: t.exposeString('sectionName'),
    subject: t.string({ nullable: true, resolve: ({ subject }) => subject ?? null }),
    share: t.int({
      nullable: true,
      description: 'In hundredths of a per cent: of the subject, or of the total now.',
      resolve: ({ share, now }) => share ?? now ?? null,
    }),
    whole: t.boolean({
      description: 'Whether the subject as a whole is below its least share, not components alone.',
      resolve: ({ whole }) => whole ?? false,
    }),
    components: t.field({
      type: [ComponentType],
      description: 'The components of the subject below their own least shares.',
      resolve: ({ components }) => [...(components ?? [])],
    }),
    before: t.int({ nullable: true, description: 'The total in the part before.', resolve: ({ before }) => before ?? null }),
  }),
})

const ClassType = builder.objectRef<SchoolAnalysis['classes'][number]>('AnalysedClass').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const AnalysisType = builder.objectRef<SchoolAnalysis>('ResultAnalysis').implement({
  description: 'The results of a term by class, section, subject, teacher and component, as its scores are now.',
  fields: (t) => ({
    parts: t.stringList({ resolve: ({ parts }) => [...parts] }),
    classes: t.field({ type: [ClassType], resolve: ({ classes }) => [...classes] }),
    part: t.exposeString('part', { nullable: true, description: 'Null for the year.' }),
    students: t.exposeInt('students'),
    assessed: t.exposeInt('assessed', { description: 'Number of students without a missing score.' }),
    failed: t.exposeInt('failed', { description: 'Number of students who failed in a subject or in total.' }),
    failedByComponents: t.field({
      type: ByComponentsType,
      resolve: ({ failedByComponents }) => failedByComponents,
    }),
    groups: t.field({ type: [GroupType], resolve: ({ groups }) => [...groups] }),
    failedInOneCount: t.exposeInt('failedInOneCount'),
    failedInOne: t.field({
      type: [StudentType],
      description: 'Students who failed in one subject alone, at most a hundred.',
      resolve: ({ failedInOne }) => [...failedInOne],
    }),
    fell: t.field({
      type: [StudentType],
      description: 'Students whose total fell most since the part before, at most a hundred.',
      resolve: ({ fell }) => [...fell],
    }),
  }),
})

builder.queryFields((t) => ({
  resultAnalysis: commandField(t, viewAnalysis, {
    work: 900,
    type: AnalysisType,
    args: {
      termId: t.arg.id(),
      classId: t.arg.id({ required: false }),
      part: t.arg.string({ required: false, description: 'None for the newest part that is half entered.' }),
      year: t.arg.boolean({ required: false, description: 'The year in the place of a part.' }),
    },
  }),
}))

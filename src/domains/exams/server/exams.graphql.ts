import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { classAssessmentForm, schemeChange, schemeCopy, schemeSeen } from '../exams.schema.ts'
import type { PartDays } from '../partDays.schema.ts'
import { type Scheme, subjectKind } from '../scheme.schema.ts'
import { assessmentActions, schemeActions } from './exams.permissions.ts'
import {
  assessClass,
  changeScheme,
  copyScheme,
  deleteScheme,
  listAssessments,
  listReadySchemes,
  listSchemes,
  type ReadySchemeRow,
  viewAssessment,
  viewScheme,
} from './schemes.commands.ts'
import type { AssessmentRow, SchemeClass, SchemeRow, SubjectRow } from './schemes.sql.ts'

const SchemeClassType = builder.objectRef<SchemeClass>('SchemeClass').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), termName: t.exposeString('termName') }),
})

const schemeCan = viewerCan<SchemeRow, 'copy' | 'change' | 'delete'>('AssessmentScheme', {
  copy: schemeActions.copy,
  change: schemeActions.change,
  delete: schemeActions.delete,
})

const SchemeType = builder.objectRef<SchemeRow>('AssessmentScheme').implement({
  description: 'How classes are assessed. A change of one that classes use is a version with an id of its own.',
  fields: (t) => ({
    id: t.exposeID('id'),
    version: t.exposeInt('version'),
    replaced: t.exposeBoolean('replaced', { description: 'Whether there is a newer version.' }),
    name: t.exposeString('name'),
    copiedFrom: t.exposeString('copiedFrom', { description: 'The ready scheme from which it comes.' }),
    content: t.exposeString('content', { description: 'JSON, with marks and shares in hundredths.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
    changedByName: t.exposeString('changedByName'),
    classes: t.field({
      type: [SchemeClassType],
      description: 'Classes that the viewer may see and that use it or an older version of it.',
      resolve: ({ classes }) => classes,
    }),
    viewerCan: t.field({ type: schemeCan.type, resolve: schemeCan.resolve }),
  }),
})

const SourceType = builder.objectRef<Scheme['source']>('SchemeSource').implement({
  description: 'The circular that a scheme follows, and what was not found in it.',
  fields: (t) => ({ title: t.exposeString('title'), url: t.exposeString('url'), note: t.exposeString('note') }),
})

const ReadySchemeType = builder.objectRef<ReadySchemeRow>('ReadyScheme').implement({
  description: 'A scheme of a board.',
  fields: (t) => ({
    ready: t.exposeString('ready', { description: 'Its name for `copyScheme`, such as `cbse-6-8`.' }),
    name: t.string({ resolve: ({ scheme }) => scheme.name }),
    source: t.field({ type: SourceType, resolve: ({ scheme }) => scheme.source }),
    content: t.string({ resolve: ({ scheme }) => JSON.stringify(scheme) }),
  }),
})

export const SubjectKindType = enumType('AssessedSubject.kind', subjectKind)

const SubjectType = builder.objectRef<SubjectRow>('AssessedSubject').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    kind: t.field({ type: SubjectKindType, resolve: ({ kind }) => kind }),
    pattern: t.exposeString('pattern'),
    group: t.exposeString('group'),
    replaces: t.exposeStringList('replaces'),
  }),
})

const PartDaysType = builder.objectRef<PartDays>('PartDays').implement({
  fields: (t) => ({
    part: t.exposeString('part'),
    from: t.exposeString('from'),
    to: t.exposeString('to', { description: 'The last day.' }),
  }),
})

const assessmentCan = viewerCan<AssessmentRow, 'assess'>('ClassAssessment', { assess: assessmentActions.assess })

const AssessmentType = builder.objectRef<AssessmentRow>('ClassAssessment').implement({
  description: 'How a class is assessed.',
  fields: (t) => ({
    classId: t.exposeID('classId'),
    className: t.exposeString('className'),
    termId: t.exposeID('termId'),
    schemeId: t.exposeID('schemeId', { nullable: true }),
    schemeName: t.exposeString('schemeName', { nullable: true }),
    schemeContent: t.string({
      nullable: true,
      description: 'The content of its scheme, which may be an earlier version. Only `classAssessment` has it.',
      resolve: ({ schemeContent }) => schemeContent,
    }),
    schemeClass: t.exposeString('schemeClass', { description: 'The class of the scheme that it is.' }),
    partDays: t.field({
      type: [PartDaysType],
      description: 'The days of its parts; those without have the whole term.',
      resolve: ({ partDays }) => partDays,
    }),
    version: t.exposeInt('version', { description: '0 for a class without an assessment.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', nullable: true }),
    changedByName: t.exposeString('changedByName', { nullable: true }),
    subjects: t.field({ type: [SubjectType], resolve: ({ subjects }) => subjects }),
    ownSubjects: t.exposeStringList('ownSubjects', { description: 'Names of the subjects that its sections have.' }),
    viewerCan: t.field({ type: assessmentCan.type, resolve: assessmentCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  assessmentSchemes: commandField(t, listSchemes, { type: [SchemeType] }),
  assessmentScheme: commandField(t, viewScheme, { type: SchemeType, args: { id: t.arg.id() } }),
  readySchemes: commandField(t, listReadySchemes, { type: [ReadySchemeType] }),
  classAssessments: commandField(t, listAssessments, { type: [AssessmentType], args: { termId: t.arg.id() } }),
  classAssessment: commandField(t, viewAssessment, { type: AssessmentType, args: { classId: t.arg.id() } }),
}))

builder.mutationFields((t) => ({
  copyScheme: commandField(t, copyScheme, { type: SchemeType, input: inputType('SchemeCopy', schemeCopy) }),
  changeScheme: commandField(t, changeScheme, { type: SchemeType, input: inputType('SchemeChange', schemeChange) }),
  deleteScheme: commandField(t, deleteScheme, { type: 'ID', input: inputType('SchemeSeen', schemeSeen) }),
  assessClass: commandField(t, assessClass, {
    type: AssessmentType,
    input: inputType('ClassAssessmentForm', classAssessmentForm),
  }),
}))

import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import type { Clash, PaperTime } from '../dateSheet.rules.ts'
import { clashKind, examForm, examSeen, paperChange } from '../dateSheet.schema.ts'
import {
  announceExam,
  deleteExam,
  type ExamSheet,
  listExams,
  saveExam,
  type SheetPaper,
  viewExam,
  viewOwnExams,
  withdrawExam,
} from './dateSheet.commands.ts'
import { examActions } from './dateSheet.permissions.ts'
import type { ExamRow } from './dateSheet.sql.ts'
import type { FamilyExam } from './familyExams.ts'

const ChangeType = enumType('ExamPaperChange', paperChange)

const PaperTimeType = builder.objectRef<PaperTime>('ExamPaperTime').implement({
  description: 'A day with the times of a paper, written 09:00.',
  fields: (t) => ({ day: t.exposeString('day'), starts: t.exposeString('starts'), ends: t.exposeString('ends') }),
})

const ClashType = builder.objectRef<Clash>('ExamClash').implement({
  description: 'What else is on a paper’s day or at its time.',
  fields: (t) => ({
    kind: t.field({ type: enumType('ExamClashKind', clashKind), resolve: ({ kind }) => kind }),
    text: t.exposeString('text', { description: 'The holiday, or the section with its lessons or its other paper.' }),
  }),
})

const PaperType = builder.objectRef<SheetPaper>('ExamPaper').implement({
  description: 'What a class or some of its sections write on a day.',
  fields: (t) => ({
    id: t.id({ resolve: ({ paper }) => String(paper.id) }),
    classId: t.id({ resolve: ({ paper }) => String(paper.classId) }),
    className: t.string({ resolve: ({ paper }) => paper.className }),
    subject: t.string({ resolve: ({ paper }) => paper.subject }),
    day: t.string({ resolve: ({ paper }) => paper.day }),
    starts: t.string({ resolve: ({ paper }) => paper.starts }),
    ends: t.string({ resolve: ({ paper }) => paper.ends }),
    sectionIds: t.idList({
      description: 'None for the whole class.',
      resolve: ({ paper }) => paper.sectionIds.map(String),
    }),
    sectionNames: t.stringList({ resolve: ({ paper }) => paper.sectionNames }),
    change: t.field({ type: ChangeType, nullable: true, resolve: ({ change }) => change }),
    was: t.field({ type: PaperTimeType, nullable: true, resolve: ({ was }) => was }),
    clashes: t.field({ type: [ClashType], resolve: ({ clashes }) => clashes }),
  }),
})

const ExamClassType = builder.objectRef<ExamRow['classes'][number]>('ExamClass').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const examCan = viewerCan<ExamRow, 'save' | 'delete' | 'announce' | 'withdraw'>('Exam', {
  save: examActions.save,
  delete: examActions.delete,
  announce: examActions.announce,
  withdraw: examActions.withdraw,
})

const ExamType = builder.objectRef<ExamRow>('Exam').implement({
  description: 'An exam of a term, with what its date sheet comes to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    termName: t.exposeString('termName'),
    termStartsOn: t.exposeString('termStartsOn', { description: 'The school year is twelve months from this day.' }),
    name: t.exposeString('name'),
    part: t.exposeString('part', { description: 'The part of a scheme whose marks it gives; empty for none.' }),
    instructions: t.exposeString('instructions'),
    version: t.exposeInt('version'),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
    changedByName: t.exposeString('changedByName'),
    announcedAt: t.expose('announcedAt', { type: 'DateTime', nullable: true }),
    announcedByName: t.exposeString('announcedByName', { nullable: true }),
    changedSince: t.exposeBoolean('changedSince', { description: 'Whether it was changed after its announcement.' }),
    paperCount: t.int({ resolve: ({ papers }) => papers }),
    firstDay: t.exposeString('firstDay', { nullable: true }),
    lastDay: t.exposeString('lastDay', { nullable: true }),
    classes: t.field({ type: [ExamClassType], description: 'In the school’s order.', resolve: ({ classes }) => classes }),
    viewerCan: t.field({ type: examCan.type, resolve: examCan.resolve }),
  }),
})

const ExamSheetType = builder.objectRef<ExamSheet>('ExamSheet').implement({
  description: 'An exam with its date sheet, by day and time. Papers that were announced and taken away come last.',
  fields: (t) => ({
    exam: t.field({ type: ExamType, resolve: ({ exam }) => exam }),
    papers: t.field({ type: [PaperType], resolve: ({ papers }) => papers }),
  }),
})

const FamilyPaperType = builder.objectRef<FamilyExam['papers'][number]>('FamilyExamPaper').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    subject: t.exposeString('subject'),
    day: t.exposeString('day'),
    starts: t.exposeString('starts'),
    ends: t.exposeString('ends'),
    change: t.field({ type: ChangeType, nullable: true, resolve: ({ change }) => change }),
    was: t.field({ type: PaperTimeType, nullable: true, resolve: ({ was }) => was }),
  }),
})

export const FamilyExamType = builder.objectRef<FamilyExam>('FamilyExam').implement({
  description: 'An announced exam that is not over, with the papers of the child’s section.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    instructions: t.exposeString('instructions'),
    papers: t.field({ type: [FamilyPaperType], resolve: ({ papers }) => papers }),
  }),
})

builder.queryFields((t) => ({
  exams: commandField(t, listExams, { type: [ExamType], args: { termId: t.arg.id() } }),
  exam: commandField(t, viewExam, { type: ExamSheetType, args: { id: t.arg.id() } }),
  ownExams: commandField(t, viewOwnExams, { type: [FamilyExamType], description: 'For students.' }),
}))

builder.mutationFields((t) => ({
  saveExam: commandField(t, saveExam, { type: ExamType, input: inputType('ExamForm', examForm) }),
  deleteExam: commandField(t, deleteExam, { type: 'ID', input: inputType('ExamSeen', examSeen) }),
  announceExam: commandField(t, announceExam, { type: ExamType, input: inputType('ExamSeen', examSeen) }),
  withdrawExam: commandField(t, withdrawExam, { type: ExamType, input: inputType('ExamSeen', examSeen) }),
}))

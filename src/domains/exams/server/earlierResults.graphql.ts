import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { ImportedType } from '#platform/graphql/imported.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import type { EarlierMarks } from '../earlierResults.rules.ts'
import { earlierResultChoice, earlierResultsImport } from '../earlierResults.schema.ts'
import { showMarks } from '../scheme.schema.ts'
import {
  deleteEarlierResult,
  importEarlierResults,
  listEarlierResults,
  undoEarlierResultsImport,
} from './earlierResults.commands.ts'
import type { EarlierResultRow } from './earlierResults.sql.ts'
import { earlierResultActions } from './exams.permissions.ts'

const MarksType = builder.objectRef<EarlierMarks>('EarlierMarks').implement({
  description: 'Marks in a subject, as the school’s file had them.',
  fields: (t) => ({
    subject: t.exposeString('subject'),
    marks: t.string({
      description: 'Such as 72.5 or AB; empty where a grade was given alone.',
      resolve: ({ marks }) => (typeof marks === 'number' ? showMarks(marks) : (marks ?? '')),
    }),
    outOf: t.string({ resolve: ({ outOf }) => (outOf === null ? '' : showMarks(outOf)) }),
    grade: t.exposeString('grade'),
  }),
})

const resultCan = viewerCan<EarlierResultRow, 'delete'>('EarlierResult', { delete: earlierResultActions.delete })

const ResultType = builder.objectRef<EarlierResultRow>('EarlierResult').implement({
  description: 'What a student got in an exam before the school started with Shala.',
  fields: (t) => ({
    id: t.exposeID('id'),
    year: t.exposeInt('year', { description: 'The year in which the school year begins.' }),
    className: t.exposeString('className', { description: 'The class in which the student was then.' }),
    exam: t.exposeString('exam'),
    outcome: t.exposeString('outcome'),
    subjects: t.field({ type: [MarksType], resolve: ({ subjects }) => subjects }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    createdByName: t.exposeString('createdByName'),
    viewerCan: t.field({ type: resultCan.type, resolve: resultCan.resolve }),
  }),
})

builder.objectFields(StudentOverviewType, (t) => ({
  earlierResults: t.field({
    type: [ResultType],
    nullable: true,
    ...partOfOverview(listEarlierResults, ({ studentId }) => ({ studentId })),
  }),
}))

builder.queryFields((t) => ({
  earlierResults: commandField(t, listEarlierResults, { type: [ResultType], args: { studentId: t.arg.id() } }),
}))

builder.mutationFields((t) => ({
  importEarlierResults: commandField(t, importEarlierResults, {
    type: ImportedType,
    description: 'Imports what students got before the school started with Shala, all rows or none.',
    extensions: importBy(earlierResultActions.import),
    input: inputType('EarlierResultsImport', earlierResultsImport),
  }),
  undoEarlierResultsImport: commandField(t, undoEarlierResultsImport, {
    work: 200,
    type: 'Int',
    description: 'Undoes an import of earlier results and returns how many of them were still there.',
    args: { id: t.arg.id() },
  }),
  deleteEarlierResult: commandField(t, deleteEarlierResult, {
    type: 'ID',
    input: inputType('EarlierResultChoice', earlierResultChoice),
  }),
}))

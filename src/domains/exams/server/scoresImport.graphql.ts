import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { ImportedType } from '#platform/graphql/imported.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { scoreOf, showScore } from '../scores.rules.ts'
import { scoresImport } from '../scoresImport.schema.ts'
import { ColumnType, GradeType } from './scores.graphql.ts'
import { type FileSheet, importScores, type ScoreFile, undoScoresImport, viewScoreFile } from './scoresImport.commands.ts'
import { scoreActions } from './scores.permissions.ts'
import type { FileStudentRow } from './scoresImport.sql.ts'

const FileStudentType = builder.objectRef<FileStudentRow>('ScoreFileStudent').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    registerNo: t.exposeString('registerNo'),
  }),
})

interface StoredCell {
  studentId: number
  component: string
  test: number
  value: string
  changedByName: string
}

const StoredCellType = builder.objectRef<StoredCell>('ScoreFileCell').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    component: t.exposeString('component'),
    test: t.exposeInt('test'),
    value: t.exposeString('value'),
    changedByName: t.exposeString('changedByName'),
  }),
})

const sheetCan = viewerCan<FileSheet, 'enter'>('ScoreFileSheet', { enter: scoreActions.enter })

const FileSheetType = builder.objectRef<FileSheet>('ScoreFileSheet').implement({
  description: 'A subject of a file with its tests and its stored scores.',
  fields: (t) => ({
    subjectId: t.exposeID('subjectId'),
    subjectName: t.exposeString('subjectName'),
    columns: t.field({ type: [ColumnType], resolve: ({ columns }) => [...columns] }),
    grades: t.field({ type: [GradeType], resolve: ({ grades }) => grades }),
    scores: t.field({
      type: [StoredCellType],
      resolve: ({ scores, grades }) =>
        scores.map((score) => ({
          studentId: score.studentId,
          component: score.component,
          test: score.test,
          value: showScore(scoreOf(score), grades),
          changedByName: score.changedByName,
        })),
    }),
    viewerCan: t.field({ type: sheetCan.type, resolve: sheetCan.resolve }),
  }),
})

const FileType = builder.objectRef<ScoreFile>('ScoreFile').implement({
  description: 'What a file with the marks of a section in a part may have.',
  fields: (t) => ({
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    termName: t.exposeString('termName'),
    part: t.exposeString('part'),
    students: t.field({
      type: [FileStudentType],
      description: 'The enabled students by roll.',
      resolve: ({ students }) => [...students],
    }),
    sheets: t.field({ type: [FileSheetType], resolve: ({ sheets }) => [...sheets] }),
  }),
})

builder.queryFields((t) => ({
  scoreFile: commandField(t, viewScoreFile, {
    type: FileType,
    args: {
      sectionId: t.arg.id(),
      part: t.arg.string(),
      subjectId: t.arg.id({ required: false, description: 'None for all subjects whose scores the viewer enters.' }),
    },
  }),
}))

builder.mutationFields((t) => ({
  importScores: commandField(t, importScores, {
    type: ImportedType,
    description: 'Imports scores of a section in a part from a file, all or none.',
    extensions: importBy(scoreActions.import),
    input: inputType('ScoresImport', scoresImport),
  }),
  undoScoresImport: commandField(t, undoScoresImport, {
    work: 200,
    type: 'Int',
    description: 'Undoes an import of scores and returns their number.',
    args: { id: t.arg.id() },
  }),
}))

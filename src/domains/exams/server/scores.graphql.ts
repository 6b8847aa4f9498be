import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import type { Scale } from '../scheme.schema.ts'
import type { ScoreColumn } from '../scores.rules.ts'
import { scoreCell, scoreCorrections, scoresForm, sheetsChoice } from '../scores.schema.ts'
import { type BoardSheet, lockScores, unlockScores, viewScoreBoard } from './scoreBoard.commands.ts'
import {
  type CellChange,
  correctScores,
  enterScores,
  type ScoreSheet,
  type SheetScore,
  viewScoreHistory,
  viewScoreSheet,
} from './scores.commands.ts'
import { scoreActions } from './scores.permissions.ts'
import type { SheetLock } from './scores.sql.ts'

const LockType = builder.objectRef<SheetLock>('ScoreLock').implement({
  description: 'Who has locked a sheet, and when.',
  fields: (t) => ({ at: t.expose('at', { type: 'DateTime' }), byName: t.exposeString('byName') }),
})

export const ColumnType = builder.objectRef<ScoreColumn>('ScoreColumn').implement({
  description: 'A test of a component.',
  fields: (t) => ({
    component: t.exposeString('component'),
    test: t.exposeInt('test', { description: 'From 1.' }),
    tests: t.exposeInt('tests', { description: 'Number of tests of the component in the part.' }),
    highestMarks: t.exposeInt('highestMarks', { description: 'In hundredths.' }),
  }),
})

export const GradeType = builder.objectRef<Scale['grades'][number]>('ScoreGrade').implement({
  description: 'A grade that is typed in the place of marks.',
  fields: (t) => ({ grade: t.exposeString('grade'), meaning: t.exposeString('meaning') }),
})

const ScoreType = builder.objectRef<SheetScore>('Score').implement({
  fields: (t) => ({
    component: t.exposeString('component'),
    test: t.exposeInt('test'),
    value: t.exposeString('value', { description: 'As it is typed: `17.5`, `AB`, `ML`, `EX` or a grade.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
    changedByName: t.exposeString('changedByName'),
  }),
})

const StudentType = builder.objectRef<ScoreSheet['students'][number]>('ScoreStudent').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    scores: t.field({
      type: [ScoreType],
      description: 'Those that are entered, in the order of the columns.',
      resolve: ({ scores }) => scores,
    }),
  }),
})

const sheetCan = viewerCan<ScoreSheet, 'enter' | 'correct' | 'lock' | 'unlock'>('ScoreSheet', {
  enter: scoreActions.enter,
  correct: scoreActions.correct,
  lock: scoreActions.lock,
  unlock: scoreActions.unlock,
})

const SheetType = builder.objectRef<ScoreSheet>('ScoreSheet').implement({
  description: 'The scores of a subject of a section in a part.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    termName: t.exposeString('termName'),
    subjectId: t.exposeID('subjectId', { description: 'The assessed subject.' }),
    subjectName: t.exposeString('subjectName'),
    part: t.exposeString('part'),
    teachers: t.exposeStringList('teachers', { description: 'Who enters the scores.' }),
    columns: t.field({ type: [ColumnType], resolve: ({ columns }) => [...columns] }),
    grades: t.field({
      type: [GradeType],
      description: 'The best first; empty where marks are typed.',
      resolve: ({ grades }) => grades,
    }),
    students: t.field({
      type: [StudentType],
      description: 'The enabled students by roll.',
      resolve: ({ students }) => students,
    }),
    locked: t.field({ type: LockType, nullable: true, resolve: ({ locked }) => locked }),
    viewerCan: t.field({ type: sheetCan.type, resolve: sheetCan.resolve }),
  }),
})

const boardCan = viewerCan<BoardSheet, 'enter' | 'lock' | 'unlock'>('ScoreBoardSheet', {
  enter: scoreActions.enter,
  lock: scoreActions.lock,
  unlock: scoreActions.unlock,
})

const BoardSheetType = builder.objectRef<BoardSheet>('ScoreBoardSheet').implement({
  description: 'How far a sheet is.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    classId: t.exposeID('classId'),
    className: t.exposeString('className'),
    subjectId: t.exposeID('subjectId'),
    subjectName: t.exposeString('subjectName'),
    part: t.exposeString('part'),
    entered: t.exposeInt('entered', { description: 'Number of scores.' }),
    needed: t.exposeInt('needed', { description: 'Number of scores when none is missing.' }),
    teachers: t.exposeStringList('teachers', { description: 'Who enters the scores.' }),
    locked: t.field({ type: LockType, nullable: true, resolve: ({ locked }) => locked }),
    viewerCan: t.field({ type: boardCan.type, resolve: boardCan.resolve }),
  }),
})

export const ChangeType = builder.objectRef<CellChange>('ScoreChange').implement({
  description: 'A change of a score.',
  fields: (t) => ({
    id: t.exposeID('id'),
    was: t.exposeString('was'),
    value: t.exposeString('value'),
    reason: t.exposeString('reason', { description: 'Why it was changed after the lock.' }),
    at: t.expose('at', { type: 'DateTime' }),
    changedByName: t.exposeString('changedByName'),
  }),
})

builder.queryFields((t) => ({
  scoreSheet: commandField(t, viewScoreSheet, {
    type: SheetType,
    args: { sectionId: t.arg.id(), subjectId: t.arg.id(), part: t.arg.string() },
  }),
  scoresMissing: commandField(t, viewScoreBoard, {
    work: 60,
    type: [BoardSheetType],
    description: 'The sheets of a term, or of one section, with how many of their scores are entered.',
    args: { termId: t.arg.id(), sectionId: t.arg.id({ required: false }) },
  }),
  scoreHistory: commandField(t, viewScoreHistory, {
    type: [ChangeType],
    description: 'Every change of one cell of a sheet, the newest first.',
    input: inputType('ScoreCell', scoreCell),
  }),
}))

builder.mutationFields((t) => ({
  enterScores: commandField(t, enterScores, { type: SheetType, input: inputType('ScoresForm', scoresForm) }),
  correctScores: commandField(t, correctScores, {
    type: SheetType,
    input: inputType('ScoreCorrections', scoreCorrections),
  }),
  lockScores: commandField(t, lockScores, { type: [BoardSheetType], input: inputType('SheetsChoice', sheetsChoice) }),
  unlockScores: commandField(t, unlockScores, {
    type: [BoardSheetType],
    input: inputType('SheetsChoice', sheetsChoice),
  }),
}))

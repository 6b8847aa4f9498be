import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import {
  disciplineFilter,
  incidentDelete,
  incidentsView,
  incidentTypeForm,
  incidentTypeUpdate,
  incidentUpdate,
  newIncidents,
  studentDisciplineView,
} from '../discipline.schema.ts'
import { deleteIncident, recordIncidents, updateIncident } from './discipline.commands.ts'
import { disciplineActions, type SchoolScope } from './discipline.permissions.ts'
import {
  type DisciplineTotals,
  type IncidentList,
  listIncidents,
  type NamedSums,
  type RankedStudent,
  type StudentDiscipline,
  viewDisciplineActions,
  viewDisciplineTotals,
  viewStudentDiscipline,
} from './discipline.queries.ts'
import type { Incident, IncidentType } from './discipline.sql.ts'
import {
  addIncidentType,
  addUsualIncidentTypes,
  deleteIncidentType,
  listIncidentTypes,
  updateIncidentType,
} from './types.commands.ts'

const disciplineCan = viewerCan<SchoolScope, 'record' | 'addType'>('Discipline', {
  record: disciplineActions.record,
  addType: disciplineActions.addType,
})
const incidentCan = viewerCan<Incident, 'update' | 'delete'>('Incident', {
  update: disciplineActions.update,
  delete: disciplineActions.delete,
})
const typeCan = viewerCan<IncidentType, 'update' | 'delete'>('IncidentType', {
  update: disciplineActions.updateType,
  delete: disciplineActions.deleteType,
})

const TypeType = builder.objectRef<IncidentType>('IncidentType').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    points: t.exposeInt('points', { description: 'Default points for new incidents of this type.' }),
    viewerCan: t.field({ type: typeCan.type, resolve: typeCan.resolve }),
  }),
})

const IncidentGraphType = builder.objectRef<Incident>('Incident').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    version: t.exposeInt('version'),
    studentId: t.exposeID('studentId'),
    studentName: t.exposeString('studentName'),
    roll: t.exposeString('roll'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName', { description: "The student's section when it was recorded, such as 7-B." }),
    day: t.exposeString('day'),
    typeId: t.exposeID('typeId'),
    typeName: t.exposeString('typeName'),
    points: t.exposeInt('points'),
    note: t.exposeString('note'),
    actionTaken: t.exposeString('actionTaken'),
    notify: t.exposeBoolean('notify', { description: 'Whether the guardians get a message.' }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime' }),
    recordedByName: t.exposeString('recordedByName'),
    changedAt: t.expose('changedAt', { type: 'DateTime', nullable: true }),
    changedByName: t.exposeString('changedByName', { nullable: true }),
    viewerCan: t.field({ type: incidentCan.type, resolve: incidentCan.resolve }),
  }),
})

const IncidentListType = builder.objectRef<IncidentList>('IncidentList').implement({
  fields: (t) => ({
    total: t.exposeInt('total'),
    points: t.exposeInt('points', { description: 'Sum of the points on all pages.' }),
    rows: t.field({ type: [IncidentGraphType], resolve: (list) => list.rows }),
  }),
})

const NamedSumsType = builder.objectRef<NamedSums>('IncidentSums').implement({
  description: 'Sums of the incidents of a section or a type.',
  fields: (t) => ({
    key: t.exposeID('id', { description: 'Id of the section or the type.' }),
    name: t.exposeString('name'),
    count: t.exposeInt('count'),
    good: t.exposeInt('good'),
    bad: t.exposeInt('bad'),
    points: t.exposeInt('points'),
  }),
})

const RankedType = builder.objectRef<RankedStudent>('RankedStudent').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    studentName: t.exposeString('studentName'),
    sectionName: t.exposeString('sectionName'),
    count: t.exposeInt('count'),
    points: t.exposeInt('points'),
  }),
})

const TotalsType = builder.objectRef<DisciplineTotals>('DisciplineTotals').implement({
  fields: (t) => ({
    count: t.exposeInt('count'),
    good: t.exposeInt('good'),
    bad: t.exposeInt('bad'),
    points: t.exposeInt('points'),
    students: t.exposeInt('students'),
    bySection: t.field({ type: [NamedSumsType], resolve: (totals) => totals.bySection }),
    byType: t.field({ type: [NamedSumsType], resolve: (totals) => totals.byType }),
    best: t.field({ type: [RankedType], resolve: (totals) => totals.best }),
    worst: t.field({ type: [RankedType], resolve: (totals) => totals.worst }),
  }),
})

const StudentDisciplineType = builder.objectRef<StudentDiscipline>('StudentDiscipline').implement({
  fields: (t) => ({
    points: t.exposeInt('points'),
    incidents: t.field({ type: [IncidentGraphType], resolve: (discipline) => discipline.incidents }),
  }),
})

builder.objectFields(StudentOverviewType, (t) => ({
  discipline: t.field({ type: StudentDisciplineType, nullable: true, ...partOfOverview(viewStudentDiscipline) }),
}))

builder.queryFields((t) => ({
  disciplineViewerCan: t.field({
    type: disciplineCan.type,
    description: "What the viewer may do with a school's incidents.",
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => disciplineCan.resolve(await viewDisciplineActions(call, schoolId, {}), {}, call),
  }),
  incidents: commandField(t, listIncidents, {
    work: 20,
    type: IncidentListType,
    input: inputType('IncidentsView', incidentsView),
  }),
  disciplineTotals: commandField(t, viewDisciplineTotals, {
    type: TotalsType,
    input: inputType('DisciplineFilter', disciplineFilter),
  }),
  studentDiscipline: commandField(t, viewStudentDiscipline, {
    type: StudentDisciplineType,
    input: inputType('StudentDisciplineView', studentDisciplineView),
  }),
  incidentTypes: commandField(t, listIncidentTypes, { type: [TypeType] }),
}))

builder.mutationFields((t) => ({
  recordIncidents: commandField(t, recordIncidents, {
    type: [IncidentGraphType],
    description: 'Records one incident for each student.',
    input: inputType('NewIncidents', newIncidents),
  }),
  updateIncident: commandField(t, updateIncident, {
    type: IncidentGraphType,
    input: inputType('IncidentUpdate', incidentUpdate),
  }),
  deleteIncident: commandField(t, deleteIncident, {
    type: 'ID',
    description: 'Returns the id of the deleted incident.',
    input: inputType('IncidentDelete', incidentDelete),
  }),
  addIncidentType: commandField(t, addIncidentType, { type: TypeType, input: inputType('IncidentTypeForm', incidentTypeForm) }),
  addUsualIncidentTypes: commandField(t, addUsualIncidentTypes, {
    type: [TypeType],
    description: 'Adds the usual types, except names that exist. Returns all types.',
  }),
  updateIncidentType: commandField(t, updateIncidentType, {
    type: TypeType,
    input: inputType('IncidentTypeUpdate', incidentTypeUpdate),
  }),
  deleteIncidentType: commandField(t, deleteIncidentType, {
    type: 'ID',
    description: 'Returns the id of the deleted type.',
    args: { id: t.arg.id() },
  }),
}))

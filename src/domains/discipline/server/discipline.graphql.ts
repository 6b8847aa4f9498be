import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
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
import { disciplineActions, type OfSchool } from './discipline.permissions.ts'
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

const disciplineCan = viewerCan<OfSchool, 'record' | 'addType'>('Discipline', {
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
    points: t.exposeInt('points', { description: 'What an incident of it starts with; an incident keeps its own.' }),
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
    sectionName: t.exposeString('sectionName', { description: '7-B, as the student sat when it was recorded.' }),
    day: t.exposeString('day'),
    typeId: t.exposeID('typeId'),
    typeName: t.exposeString('typeName'),
    points: t.exposeInt('points'),
    note: t.exposeString('note'),
    actionTaken: t.exposeString('actionTaken'),
    notify: t.exposeBoolean('notify', { description: 'Whether the guardians are told.' }),
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
    points: t.exposeInt('points', { description: 'The points of all that match, on all pages.' }),
    rows: t.field({ type: [IncidentGraphType], resolve: (list) => list.rows }),
  }),
})

const NamedSumsType = builder.objectRef<NamedSums>('IncidentSums').implement({
  description: 'What the incidents of a section or a type come to.',
  fields: (t) => ({
    key: t.exposeID('id', { description: 'Of the section or the type.' }),
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
    incidents: t.field({ type: [IncidentGraphType], resolve: (of) => of.incidents }),
  }),
})

builder.queryFields((t) => ({
  disciplineViewerCan: t.field({
    type: disciplineCan.type,
    description: 'What the viewer may do with the incidents of a school as a whole.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => disciplineCan.resolve(await viewDisciplineActions(call, schoolId, {}), {}, call),
  }),
  incidents: t.field({
    type: IncidentListType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('IncidentsView', incidentsView) }) },
    resolve: (_, { schoolId, input }, call) => listIncidents(call, schoolId, input),
  }),
  disciplineTotals: t.field({
    type: TotalsType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DisciplineFilter', disciplineFilter) }) },
    resolve: (_, { schoolId, input }, call) => viewDisciplineTotals(call, schoolId, input),
  }),
  studentDiscipline: t.field({
    type: StudentDisciplineType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentDisciplineView', studentDisciplineView) }) },
    resolve: (_, { schoolId, input }, call) => viewStudentDiscipline(call, schoolId, input),
  }),
  incidentTypes: t.field({
    type: [TypeType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listIncidentTypes(call, schoolId, {}),
  }),
}))

builder.mutationFields((t) => ({
  recordIncidents: t.field({
    type: [IncidentGraphType],
    description: 'One incident for each of the students.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('NewIncidents', newIncidents) }) },
    resolve: (_, { schoolId, input }, call) => recordIncidents(call, schoolId, input),
  }),
  updateIncident: t.field({
    type: IncidentGraphType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('IncidentUpdate', incidentUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateIncident(call, schoolId, input),
  }),
  deleteIncident: t.field({
    type: 'ID',
    description: 'Answers the id of the deleted incident.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('IncidentDelete', incidentDelete) }) },
    resolve: (_, { schoolId, input }, call) => deleteIncident(call, schoolId, input),
  }),
  addIncidentType: t.field({
    type: TypeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('IncidentTypeForm', incidentTypeForm) }) },
    resolve: (_, { schoolId, input }, call) => addIncidentType(call, schoolId, input),
  }),
  addUsualIncidentTypes: t.field({
    type: [TypeType],
    description: 'Adds what most schools use, but the names that are taken. Answers all types.',
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => addUsualIncidentTypes(call, schoolId, {}),
  }),
  updateIncidentType: t.field({
    type: TypeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('IncidentTypeUpdate', incidentTypeUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateIncidentType(call, schoolId, input),
  }),
  deleteIncidentType: t.field({
    type: 'ID',
    description: 'Answers the id of the deleted type.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteIncidentType(call, schoolId, { id }),
  }),
}))

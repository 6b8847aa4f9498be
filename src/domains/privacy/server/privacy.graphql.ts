import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import type { AuditedScore, AuditedScores } from '#domains/exams/server/auditedScores.exports.ts'
import { DocumentJobType } from '#platform/documentJobs/documentJobs.graphql.ts'
import { auditFilters, auditView, dataOrder, erasure, type Retention, retentionForm } from '../privacy.schema.ts'
import {
  type AuditEntry,
  type AuditList,
  type AuditTarget,
  listAudit,
  listAuditPeople,
  noteAuditExport,
  viewAuditedScores,
} from './audit.queries.ts'
import {
  askForErasure,
  eraseStudent,
  orderStudentData,
  type PrivacyRights,
  saveRetention,
  stopErasure,
  type StudentPrivacy,
  viewRetention,
  viewPrivacyRights,
  viewStudentPrivacy,
} from './privacy.commands.ts'
import type { ErasureCounts } from './erase.ts'
import { type Erasable, type SchoolScope, privacyActions } from './privacy.permissions.ts'

const studentCan = viewerCan<Erasable, 'exportData' | 'erase' | 'askErasure' | 'stopErasure'>('StudentPrivacy', {
  exportData: privacyActions.exportStudent,
  erase: privacyActions.mayErase,
  askErasure: privacyActions.askErasure,
  stopErasure: privacyActions.stopErasure,
})
const retentionCan = viewerCan<SchoolScope, 'save'>('Retention', { save: privacyActions.saveRetention })

const TargetKind = builder.enumType('AuditTargetKind', { values: ['STUDENT', 'USER', 'PAYMENT'] as const })

const TargetType = builder.objectRef<AuditTarget>('AuditTarget').implement({
  description: 'A row that was read or changed, if it still exists and has a name.',
  fields: (t) => ({
    kind: t.field({ type: TargetKind, resolve: (target) => target.kind }),
    id: t.exposeID('id'),
    name: t.exposeString('name'),
  }),
})

const EntryType = builder.objectRef<AuditEntry>('AuditEntry').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    cursor: t.exposeString('cursor', { description: 'Identifies the row, for reading older rows.' }),
    at: t.expose('at', { type: 'DateTime' }),
    who: t.exposeString('who', { description: 'The current name.' }),
    role: t.exposeString('role', { description: 'The role at the time.' }),
    action: t.exposeString('action'),
    says: t.exposeString('says', { description: 'The label of the action.' }),
    rowsAre: t.exposeString('rowsAre'),
    rowCount: t.exposeInt('rowCount'),
    rowIds: t.field({ type: ['ID'], description: 'The first ids.', resolve: (entry) => entry.rowIds }),
    targets: t.field({ type: [TargetType], resolve: (entry) => entry.targets }),
    fields: t.exposeStringList('fields', { description: 'Names of the changed or shown fields, never values.' }),
  }),
})

const ListType = builder.objectRef<AuditList>('AuditList').implement({
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Counted up to 10,000.' }),
    rows: t.field({ type: [EntryType], resolve: (list) => list.rows }),
  }),
})

const AuditedScoreType = builder.objectRef<AuditedScore>('AuditedScore').implement({
  description: 'A score that an entry of the audit log has changed.',
  fields: (t) => ({
    id: t.exposeID('id'),
    studentId: t.exposeID('studentId'),
    studentName: t.exposeString('studentName'),
    place: t.exposeString('place', { description: 'Subject, test and part in words.' }),
    was: t.exposeString('was'),
    value: t.exposeString('value'),
    reason: t.exposeString('reason'),
  }),
})

const AuditedScoresType = builder.objectRef<AuditedScores>('AuditedScores').implement({
  fields: (t) => ({
    total: t.exposeInt('total'),
    scores: t.field({ type: [AuditedScoreType], description: 'The first 500.', resolve: ({ scores }) => scores }),
  }),
})

const PersonType = builder.objectRef<{ id: number; name: string }>('AuditPerson').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const CountsType = builder.objectRef<ErasureCounts>('ErasureCounts').implement({
  description: 'The number of rows that an erasure touches.',
  fields: (t) => ({
    messages: t.exposeInt('messages'),
    chat: t.exposeInt('chat'),
    incidents: t.exposeInt('incidents'),
    scans: t.exposeInt('scans'),
    files: t.exposeInt('files'),
    payments: t.exposeInt('payments'),
    certificates: t.exposeInt('certificates'),
    reportCards: t.exposeInt('reportCards'),
    marks: t.exposeInt('marks'),
    account: t.exposeBoolean('account'),
  }),
})

const StudentPrivacyType = builder.objectRef<StudentPrivacy>('StudentPrivacy').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    erasedAt: t.expose('erasedAt', { type: 'DateTime', nullable: true }),
    counts: t.field({ type: CountsType, resolve: (student) => student.counts }),
    whyNot: t.exposeStringList('whyNot', {
      description: 'Why the student cannot be erased now; empty when the erasure is possible.',
    }),
    viewerCan: t.field({ type: studentCan.type, resolve: studentCan.resolve }),
  }),
})

const PrivacyRightsType = builder.objectRef<PrivacyRights>('PrivacyRights').implement({
  description: 'What the viewer may do with the data of a student.',
  fields: (t) => ({
    erasedAt: t.expose('erasedAt', { type: 'DateTime', nullable: true }),
    erasureAskedAt: t.expose('erasureAskedAt', { type: 'DateTime', nullable: true }),
    erasureAskedByName: t.exposeString('erasureAskedByName', { nullable: true }),
    viewerCan: t.field({ type: studentCan.type, resolve: studentCan.resolve }),
  }),
})

builder.objectFields(StudentOverviewType, (t) => ({
  privacy: t.field({
    type: PrivacyRightsType,
    nullable: true,
    ...partOfOverview(viewPrivacyRights, ({ studentId }) => ({ id: studentId })),
  }),
}))

const RetentionType = builder.objectRef<Retention & SchoolScope>('Retention').implement({
  description: 'Retention in days; null keeps the data for as long as the school exists.',
  fields: (t) => ({
    schoolId: t.exposeID('schoolId'),
    chatDays: t.exposeInt('chatDays', { nullable: true }),
    messageDays: t.exposeInt('messageDays', { nullable: true }),
    gateDays: t.exposeInt('gateDays', { nullable: true }),
    incidentDays: t.exposeInt('incidentDays', { nullable: true }),
    attentionDays: t.exposeInt('attentionDays', { nullable: true }),
    accountDays: t.exposeInt('accountDays', { nullable: true }),
    documentDays: t.exposeInt('documentDays'),
    auditDays: t.exposeInt('auditDays', { nullable: true }),
    viewerCan: t.field({ type: retentionCan.type, resolve: retentionCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  auditLog: commandField(t, listAudit, { type: ListType, input: inputType('AuditView', auditView) }),
  auditedScores: commandField(t, viewAuditedScores, { type: AuditedScoresType, args: { id: t.arg.id() } }),
  auditPeople: commandField(t, listAuditPeople, { type: [PersonType] }),
  studentPrivacy: commandField(t, viewStudentPrivacy, { type: StudentPrivacyType, args: { id: t.arg.id() } }),
  retention: commandField(t, viewRetention, { type: RetentionType }),
}))

builder.mutationFields((t) => ({
  noteAuditExport: commandField(t, noteAuditExport, {
    type: 'Int',
    description: 'Records an export of the rows of a filter. Returns their number, counted up to 10,000.',
    input: inputType('AuditFilters', auditFilters),
  }),
  orderStudentData: commandField(t, orderStudentData, {
    type: DocumentJobType,
    description: 'A ZIP of everything about one student.',
    input: inputType('StudentDataOrder', dataOrder),
  }),
  askForErasure: commandField(t, askForErasure, {
    type: 'ID',
    description: 'Returns the id of the student.',
    input: inputType('Erasure', erasure),
  }),
  stopErasure: commandField(t, stopErasure, {
    type: 'ID',
    description: 'Returns the id of the student.',
    args: { id: t.arg.id() },
  }),
  eraseStudent: commandField(t, eraseStudent, {
    work: 20,
    type: 'ID',
    description: 'Returns the id of the erased student.',
    input: inputType('Erasure', erasure),
  }),
  saveRetention: commandField(t, saveRetention, { type: RetentionType, input: inputType('RetentionForm', retentionForm) }),
}))

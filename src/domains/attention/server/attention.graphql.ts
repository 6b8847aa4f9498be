import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import { StudentHeadType } from '#domains/students/server/studentHead.exports.ts'
import { z } from 'zod'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { concerns, goneWhys, ruleNames } from '../attention.rules.ts'
import { caseClose, caseLookAgain, caseMessage, caseNote, caseOwner, casesView, rulesForm } from '../attention.schema.ts'
import { attentionActions } from './attention.permissions.ts'
import { addCaseNote, closeCase, sendCaseMessage, setCaseLookAgain, setCaseOwner } from './cases.commands.ts'
import { type CaseDetails, type CasePage, listCases, viewCase, viewCasesOfStudent } from './cases.queries.ts'
import type { CaseRow, Entry, Owner, Reason } from './cases.sql.ts'
import { type SchoolRule, type SchoolRules, setRules, viewRules } from './rules.commands.ts'

const caseCan = viewerCan<CaseRow, 'note' | 'assign' | 'lookAgain' | 'close' | 'write'>('AttentionCase', {
  note: attentionActions.note,
  assign: attentionActions.assign,
  lookAgain: attentionActions.lookAgain,
  close: attentionActions.close,
  write: attentionActions.write,
})
const rulesCan = viewerCan<SchoolRules, 'set'>('AttentionRules', { set: attentionActions.setRules })

const RuleEnum = enumType('AttentionRuleName', z.enum(ruleNames))
const ConcernEnum = enumType('AttentionConcern', z.enum(concerns))
const GoneWhyEnum = enumType('AttentionGoneWhy', z.enum(goneWhys))
const EntryKindEnum = enumType('AttentionEntryKind', z.enum(['CALL', 'NOTE', 'MESSAGE']))

const ReasonType = builder.objectRef<Reason>('AttentionReason').implement({
  description: 'Why a rule has found a student: a figure when it was found, and now or when it was gone.',
  fields: (t) => ({
    id: t.exposeID('id'),
    rule: t.field({ type: RuleEnum, resolve: (reason) => reason.rule }),
    foundOn: t.exposeString('foundOn'),
    foundValue: t.exposeFloat('foundValue'),
    foundBase: t.exposeFloat('foundBase'),
    value: t.exposeFloat('value', { description: 'Days, tenths of a per cent or paise, by the rule.' }),
    base: t.exposeFloat('base', { description: 'What the value is compared with, by the rule.' }),
    since: t.exposeString('since', { nullable: true }),
    weekday: t.exposeInt('weekday', { nullable: true }),
    goneOn: t.exposeString('goneOn', { nullable: true }),
    goneWhy: t.field({ type: GoneWhyEnum, nullable: true, resolve: (reason) => reason.goneWhy }),
  }),
})

const CaseType = builder.objectRef<CaseRow>('AttentionCase').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    studentId: t.exposeID('studentId'),
    studentName: t.exposeString('studentName'),
    roll: t.exposeString('roll'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName', { description: 'The present section, such as 7-B.' }),
    concern: t.field({ type: ConcernEnum, resolve: (row) => row.concern }),
    ownerId: t.exposeID('ownerId', { nullable: true }),
    ownerName: t.exposeString('ownerName', { nullable: true }),
    openedOn: t.exposeString('openedOn'),
    lookAgainOn: t.exposeString('lookAgainOn', { nullable: true }),
    closedOn: t.exposeString('closedOn', { nullable: true }),
    closedByName: t.exposeString('closedByName', { nullable: true, description: 'Null for a case that closed by itself.' }),
    closeReason: t.exposeString('closeReason', { nullable: true }),
    agreed: t.exposeString('agreed', { nullable: true, description: 'What was agreed last.' }),
    lastEntryOn: t.exposeString('lastEntryOn', { nullable: true, description: 'The last call, note or message.' }),
    reasons: t.field({ type: [ReasonType], resolve: (row) => row.reasons }),
  }),
})

const EntryType = builder.objectRef<Entry>('AttentionEntry').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: EntryKindEnum, resolve: (entry) => entry.kind }),
    day: t.exposeString('day'),
    person: t.exposeString('person', { description: 'Who was called.' }),
    said: t.exposeString('said'),
    agreed: t.exposeString('agreed'),
    lookAgainOn: t.exposeString('lookAgainOn', { nullable: true }),
    writtenAt: t.expose('writtenAt', { type: 'DateTime' }),
    writtenByName: t.exposeString('writtenByName'),
    text: t.exposeString('text', { nullable: true, description: 'The text of a message.' }),
    messageState: t.exposeString('messageState', { nullable: true }),
  }),
})

const OwnerType = builder.objectRef<Owner>('AttentionOwner').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const DetailsType = builder.objectRef<CaseDetails>('AttentionCaseDetails').implement({
  description: 'A case with what was done about it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    case: t.field({ type: CaseType, resolve: (row) => row }),
    head: t.field({ type: StudentHeadType, resolve: (row) => ({ ...row, id: row.studentId, name: row.studentName }) }),
    phone: t.exposeString('phone'),
    entries: t.field({ type: [EntryType], resolve: (row) => row.entries }),
    owners: t.field({ type: [OwnerType], description: 'Who may have the case.', resolve: (row) => row.owners }),
    viewerCan: t.field({ type: caseCan.type, resolve: caseCan.resolve }),
  }),
})

const PageType = builder.objectRef<CasePage>('AttentionCasePage').implement({
  description: 'A page of a list, and how many cases are in every list.',
  fields: (t) => ({
    rows: t.field({ type: [CaseType], resolve: (page) => page.rows }),
    total: t.exposeInt('total'),
    open: t.exposeInt('open'),
    today: t.exposeInt('today'),
    mine: t.exposeInt('mine'),
    waiting: t.exposeInt('waiting'),
    closed: t.exposeInt('closed'),
  }),
})

const RuleType = builder.objectRef<SchoolRule>('AttentionRule').implement({
  fields: (t) => ({
    rule: t.field({ type: RuleEnum, resolve: (setting) => setting.rule }),
    enabled: t.exposeBoolean('enabled'),
    threshold: t.exposeInt('threshold'),
    available: t.exposeBoolean('available', { description: 'Whether the school has what the rule counts.' }),
  }),
})

const RulesType = builder.objectRef<SchoolRules>('AttentionRules').implement({
  fields: (t) => ({
    schoolId: t.exposeID('schoolId'),
    rules: t.field({ type: [RuleType], resolve: (school) => school.rules }),
    viewerCan: t.field({ type: rulesCan.type, resolve: rulesCan.resolve }),
  }),
})

builder.objectFields(StudentOverviewType, (t) => ({
  cases: t.field({
    type: [CaseType],
    nullable: true,
    ...partOfOverview(viewCasesOfStudent, ({ studentId }) => ({ studentId })),
  }),
}))

builder.queryFields((t) => ({
  attentionCases: commandField(t, listCases, { type: PageType, input: inputType('AttentionCasesView', casesView) }),
  attentionCase: commandField(t, viewCase, { type: DetailsType, args: { id: t.arg.id() } }),
  attentionRules: commandField(t, viewRules, { type: RulesType }),
}))

builder.mutationFields((t) => ({
  addAttentionNote: commandField(t, addCaseNote, { type: DetailsType, input: inputType('AttentionNote', caseNote) }),
  setAttentionOwner: commandField(t, setCaseOwner, { type: DetailsType, input: inputType('AttentionOwnerChoice', caseOwner) }),
  setAttentionLookAgain: commandField(t, setCaseLookAgain, {
    type: DetailsType,
    input: inputType('AttentionLookAgain', caseLookAgain),
  }),
  closeAttentionCase: commandField(t, closeCase, { type: DetailsType, input: inputType('AttentionClose', caseClose) }),
  sendAttentionMessage: commandField(t, sendCaseMessage, {
    type: DetailsType,
    input: inputType('AttentionMessage', caseMessage),
  }),
  setAttentionRules: commandField(t, setRules, { type: RulesType, input: inputType('AttentionRulesForm', rulesForm) }),
}))

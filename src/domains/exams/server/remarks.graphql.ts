import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { type RemarkRule, remarkForm, remarkGround, remarkKind, remarksChoice, remarkSeen } from '../remarks.schema.ts'
import {
  chooseRemarks,
  deleteRemark,
  listRemarks,
  saveRemark,
  type SectionRemarks,
  viewSectionRemarks,
} from './remarks.commands.ts'
import { remarkActions } from './remarks.permissions.ts'
import { parseStored } from './storedScheme.ts'
import type { RemarkRow, RemarkTexts, StudentRemarks } from './remarks.sql.ts'

const RuleType = builder.objectRef<RemarkRule>('RemarkRule').implement({
  description: 'For whom a remark is proposed: from a share on, and below another.',
  fields: (t) => ({
    on: t.field({ type: enumType('RemarkRule.on', remarkGround), resolve: ({ on }) => on }),
    subject: t.exposeString('subject', { description: "A subject by its name; '' for any." }),
    from: t.exposeInt('from', { description: 'In hundredths of a per cent.' }),
    to: t.exposeInt('to', { description: 'In hundredths of a per cent.' }),
  }),
})

const remarkCan = viewerCan<RemarkRow, 'save' | 'delete'>('Remark', {
  save: remarkActions.save,
  delete: remarkActions.delete,
})

export const RemarkType = builder.objectRef<RemarkRow>('Remark').implement({
  description: "A remark of the school's list for report cards.",
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: enumType('Remark.kind', remarkKind), resolve: ({ kind }) => kind }),
    en: t.exposeString('en'),
    hi: t.exposeString('hi'),
    mr: t.exposeString('mr'),
    rule: t.field({ type: RuleType, nullable: true, resolve: ({ rule }) => rule }),
    version: t.exposeInt('version'),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
    changedByName: t.exposeString('changedByName'),
    viewerCan: t.field({ type: remarkCan.type, resolve: remarkCan.resolve }),
  }),
})

const StudentRemarkType = builder.objectRef<RemarkTexts>('StudentRemark').implement({
  description: "A remark of a student; '' where it is not written in a language.",
  fields: (t) => ({
    kind: t.field({ type: enumType('StudentRemark.kind', remarkKind), resolve: ({ kind }) => kind }),
    en: t.exposeString('en'),
    hi: t.exposeString('hi'),
    mr: t.exposeString('mr'),
  }),
})

const StudentRemarksType = builder.objectRef<StudentRemarks>('StudentRemarks').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    version: t.exposeInt('version', { description: '0 without remarks.' }),
    remarks: t.field({ type: [StudentRemarkType], resolve: ({ remarks }) => remarks }),
    changedByName: t.exposeString('changedByName'),
  }),
})

const sectionCan = viewerCan<SectionRemarks, 'choose'>('SectionRemarks', { choose: remarkActions.choose })

const SectionRemarksType = builder.objectRef<SectionRemarks>('SectionRemarks').implement({
  description: 'The remarks of the students of a section, for the report cards of a part or the year.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    parts: t.stringList({ resolve: ({ content }) => parseStored(content).parts.map(({ name }) => name) }),
    part: t.exposeString('part', { description: "'' for the year." }),
    students: t.field({ type: [StudentRemarksType], description: 'By roll.', resolve: ({ students }) => students }),
    viewerCan: t.field({ type: sectionCan.type, resolve: sectionCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  remarks: commandField(t, listRemarks, { type: [RemarkType] }),
  sectionRemarks: commandField(t, viewSectionRemarks, {
    type: SectionRemarksType,
    args: { sectionId: t.arg.id(), part: t.arg.string() },
  }),
}))

builder.mutationFields((t) => ({
  saveRemark: commandField(t, saveRemark, { type: RemarkType, input: inputType('RemarkForm', remarkForm) }),
  deleteRemark: commandField(t, deleteRemark, { type: 'ID', input: inputType('RemarkSeen', remarkSeen) }),
  chooseRemarks: commandField(t, chooseRemarks, {
    type: SectionRemarksType,
    input: inputType('RemarksChoice', remarksChoice),
  }),
}))

import { type RuleContext, may, generalPermission } from '#platform/action.ts'
import type { Call } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { builder, PermissionType, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { LanguageType } from '#platform/graphql/language.ts'
import { notFound } from '#platform/refusal.ts'
import { languageOfSchool, type School } from '#platform/school.ts'
import type { JoiningMonth } from '#shared/joiningMonth.ts'
import type { ChargeBearer } from '#shared/serviceCharge.ts'
import { chargeBearer } from '#shared/serviceCharge.schema.ts'
import { receiptLanguages } from '#shared/receiptLanguages.schema.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { paperFields } from '../schools.rules.ts'
import {
  attType,
  bankAccountUpdate,
  joiningMonth,
  newBankAccount,
  newSchool,
  schoolUpdate,
  smsNames,
  termForm,
  termUpdate,
} from '../schools.schema.ts'
import { addBankAccount, listBankAccounts, updateBankAccount } from './bankAccounts.commands.ts'
import { addSchool, listSchools, updateSchool, viewSchool } from './schools.commands.ts'
import {
  type BankAccount,
  bankAccountActions,
  schoolActions,
  smsNameActions,
  type Term,
  termActions,
} from './schools.permissions.ts'
import { setSmsNames } from './smsNames.commands.ts'
import { addTerm, deleteTerm, listTerms, previewTermDeletion, setCurrentTerm, updateTerm } from './terms.commands.ts'

const termViewerCan = viewerCan<Term, 'update' | 'setCurrent' | 'delete'>('Term', {
  update: termActions.update,
  setCurrent: termActions.setCurrent,
  delete: termActions.delete,
})

export const TermType = builder.objectRef<Term>('Term').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    current: t.exposeBoolean('current'),
    startsOn: t.exposeString('startsOn', { description: 'The first day of the term.' }),
    viewerCan: t.field({ type: termViewerCan.type, resolve: termViewerCan.resolve }),
  }),
})

const paperFieldNames = Object.keys(paperFields) as (keyof typeof paperFields)[]

const AttType = enumType('AttType', attType)

const SchoolCanType = builder.objectRef<RuleContext<School>>('SchoolViewerCan').implement({
  fields: (t) => ({
    update: t.field({ type: PermissionType, resolve: (context) => may(schoolActions.update, context) }),
    updatePlatformSettings: t.field({
      type: PermissionType,
      description: 'The sender id, the logo, the fee percent, the space for files and the modules.',
      resolve: (context) => may(schoolActions.updatePlatformSettings, context),
    }),
    addTerm: t.field({
      type: PermissionType,
      resolve: ({ viewer, school }) => generalPermission(termActions.add, viewer, school),
    }),
    setSmsNames: t.field({
      type: PermissionType,
      resolve: ({ viewer, school }) => may(smsNameActions.set, { viewer, school, row: undefined }),
    }),
    listBankAccounts: t.field({
      type: PermissionType,
      resolve: ({ viewer, school }) => generalPermission(bankAccountActions.list, viewer, school),
    }),
  }),
})

function schoolRuleContext(school: School, _: object, { viewer }: Call): RuleContext<School> {
  if (!viewer) throw notFound()
  return { viewer, school, row: school }
}

export const SchoolType = builder.objectRef<School>('School').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    adminPhone: t.exposeString('adminPhone'),
    senderId: t.exposeString('senderId'),
    accentColor: t.exposeString('accentColor', { nullable: true }),
    language: t.field({
      type: LanguageType,
      description: 'In which it writes to families that have chosen no language, and greets readers whose browser wishes none.',
      resolve: languageOfSchool,
    }),
    logoFile: t.exposeID('logoFile', { nullable: true }),
    logoUrl: t.string({
      nullable: true,
      description: 'Address of the logo, valid for a day.',
      resolve: (school, _, call) => fileUrl(call, school.id, school.logoFile, 'school-logo'),
    }),
    attType: t.field({ type: AttType, resolve: (school) => school.attType as (typeof attType)['options'][number] }),
    isSociety: t.exposeBoolean('isSociety'),
    onlyAbsent: t.exposeBoolean('onlyAbsent'),
    defaultAbsent: t.exposeBoolean('defaultAbsent'),
    smsDisabled: t.exposeBoolean('smsDisabled'),
    whatsapp: t.exposeBoolean('whatsapp', {
      description: 'Whether messages are sent by WhatsApp first, and by SMS where that fails.',
    }),
    dltEntityId: t.exposeString('dltEntityId'),
    quietFrom: t.exposeString('quietFrom', { description: 'Start of the quiet hours: no messages are sent until quietTo.' }),
    quietTo: t.exposeString('quietTo'),
    showRegisterNo: t.exposeBoolean('showRegisterNo'),
    defaultMins: t.exposeInt('defaultMins'),
    displayMins: t.exposeIntList('displayMins'),
    breakdownLectures: t.exposeBoolean('breakdownLectures'),
    subjectwiseSmsTime: t.exposeString('subjectwiseSmsTime', { nullable: true }),
    timetableSummary: t.exposeBoolean('timetableSummary'),
    weeklySms: t.exposeBoolean('weeklySms'),
    weeklySmsDay: t.exposeInt('weeklySmsDay'),
    weeklySmsTime: t.exposeString('weeklySmsTime', { nullable: true }),
    manySchoolNames: t.exposeBoolean('manySchoolNames'),
    feesModule: t.exposeBoolean('feesModule'),
    onlineFees: t.exposeBoolean('onlineFees'),
    feesDate: t.exposeInt('feesDate'),
    multipleAccounts: t.exposeBoolean('multipleAccounts'),
    upiAddress: t.exposeString('upiAddress', { description: 'Where parents pay by UPI at the counter; empty for none.' }),
    upiPayee: t.exposeString('upiPayee', { description: 'The name that payment apps show; empty for the name of the school.' }),
    joiningMonth: t.field({
      type: enumType('JoiningMonth', joiningMonth),
      description: 'How the month is asked for in which a child joins after the term began.',
      resolve: (school) => school.joiningMonth as JoiningMonth,
    }),
    receiptPrefix: t.exposeString('receiptPrefix', { description: 'Text before the year in receipt numbers.' }),
    receiptLanguages: t.field({
      type: enumType('ReceiptLanguages', receiptLanguages),
      description: 'The languages that receipts are printed in.',
      resolve: (school) => school.receiptLanguages as ReceiptLanguages,
    }),
    discountLimitShare: t.exposeInt('discountLimitShare', {
      nullable: true,
      description:
        'The most that FEES discounts and waives alone of what a term asks of a student, in hundredths of a per cent; null: no limit.',
    }),
    discountLimitAmount: t.expose('discountLimitAmount', {
      type: 'Paise',
      nullable: true,
      description: 'The most that FEES discounts and waives alone of the fees of a student in a term; null: no limit.',
    }),
    feePercent: t.exposeFloat('feePercent', { description: 'The service charge of online payments, in per cent of the fees.' }),
    chargeBearer: t.field({
      type: enumType('ChargeBearer', chargeBearer),
      description: 'Who bears the service charge of online payments.',
      resolve: (school) => school.chargeBearer as ChargeBearer,
    }),
    qrcode: t.exposeBoolean('qrcode'),
    liveLecture: t.exposeBoolean('liveLecture'),
    studentEmail: t.exposeString('studentEmail'),
    chat: t.exposeBoolean('chat'),
    attNotification: t.exposeBoolean('attNotification'),
    buses: t.exposeBoolean('buses'),
    rfid: t.exposeBoolean('rfid'),
    discipline: t.exposeBoolean('discipline'),
    exams: t.exposeBoolean('exams'),
    holdForDues: t.exposeBoolean('holdForDues', {
      description: 'Whether families with overdue fees see report cards only after paying.',
    }),
    filesQuotaMb: t.exposeInt('filesQuotaMb', {
      nullable: true,
      description: 'How many megabytes its files may take; null: as many as the installation allows each school.',
    }),
    ...Object.fromEntries(paperFieldNames.map((field) => [field, t.exposeString(field)])),
    signatureFile: t.exposeID('signatureFile', { nullable: true }),
    signatureUrl: t.string({
      nullable: true,
      description: 'Address of the head’s signature, valid for a short time; null for viewers who may not change it.',
      resolve: (school, _, call) =>
        call.viewer && may(schoolActions.update, { viewer: call.viewer, school, row: school }).allowed
          ? fileUrl(call, school.id, school.signatureFile, 'school-signature')
          : null,
    }),
    viewerCan: t.field({ type: SchoolCanType, resolve: schoolRuleContext }),
  }),
})

const bankAccountViewerCan = viewerCan<BankAccount, 'update'>('BankAccount', { update: bankAccountActions.update })

const BankAccountType = builder.objectRef<BankAccount>('BankAccount').implement({
  description: 'A bank account for online fees. Its key secret and miscellaneous data can be written, but not read.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    accNumber: t.exposeString('accNumber'),
    ifsc: t.exposeString('ifsc'),
    keyId: t.exposeString('keyId'),
    viewerCan: t.field({ type: bankAccountViewerCan.type, resolve: bankAccountViewerCan.resolve }),
  }),
})

const SmsNameType = builder.objectRef<{ id: number; smsSuffix: string }>('SmsName').implement({
  description: 'The school name in messages about a class; `id` is the id of the class.',
  fields: (t) => ({
    id: t.exposeID('id'),
    smsSuffix: t.exposeString('smsSuffix'),
  }),
})

builder.queryFields((t) => ({
  schools: t.field({
    type: [SchoolType],
    description: 'All schools by name, or all societies.',
    args: {
      societies: t.arg.boolean({ defaultValue: false, description: 'Whether to list the societies instead of the schools.' }),
    },
    resolve: (_, { societies }, call) => listSchools(call, 0, { societies }),
  }),
  school: commandField(t, viewSchool, { type: SchoolType }),
  terms: commandField(t, listTerms, { type: [TermType] }),
  termKeptBy: t.stringList({
    description: 'Rows that keep a term from being deleted, such as "10 classes"; none where the deletion succeeds.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => previewTermDeletion(call, schoolId, { id }),
  }),
  bankAccounts: commandField(t, listBankAccounts, { type: [BankAccountType] }),
}))

builder.mutationFields((t) => ({
  addSchool: t.field({
    type: SchoolType,
    args: { input: t.arg({ type: inputType('NewSchool', newSchool) }) },
    resolve: (_, { input }, call) => addSchool(call, 0, input),
  }),
  updateSchool: commandField(t, updateSchool, { type: SchoolType, input: inputType('SchoolUpdate', schoolUpdate) }),
  addTerm: commandField(t, addTerm, { type: TermType, input: inputType('TermForm', termForm) }),
  updateTerm: commandField(t, updateTerm, { type: TermType, input: inputType('TermUpdate', termUpdate) }),
  setCurrentTerm: commandField(t, setCurrentTerm, {
    type: [TermType],
    description: 'Returns all terms of the school.',
    args: { id: t.arg.id() },
  }),
  deleteTerm: commandField(t, deleteTerm, {
    type: 'ID',
    description: 'Returns the id of the deleted term.',
    args: { id: t.arg.id() },
  }),
  setSmsNames: commandField(t, setSmsNames, { type: [SmsNameType], input: inputType('SmsNames', smsNames) }),
  addBankAccount: commandField(t, addBankAccount, { type: BankAccountType, input: inputType('NewBankAccount', newBankAccount) }),
  updateBankAccount: commandField(t, updateBankAccount, {
    type: BankAccountType,
    input: inputType('BankAccountUpdate', bankAccountUpdate),
  }),
}))

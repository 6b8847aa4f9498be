import { builder } from '../../../platform/graphql/builder.ts'
import type { School } from '../../../platform/school.ts'
import type { Term } from './schools.permissions.ts'
import { listSchools, listTerms, viewSchool } from './schools.queries.ts'

export const TermType = builder.objectRef<Term>('Term').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    current: t.exposeBoolean('current'),
  }),
})

export const AttType = builder.enumType('AttType', { values: ['DAILY', 'DUAL', 'SUBJECTWISE'] as const })

export const SchoolType = builder.objectRef<School>('School').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    adminPhone: t.exposeString('adminPhone'),
    senderId: t.exposeString('senderId'),
    accentColor: t.exposeString('accentColor', { nullable: true }),
    attType: t.field({ type: AttType, resolve: (school) => school.attType as 'DAILY' | 'DUAL' | 'SUBJECTWISE' }),
    isSociety: t.exposeBoolean('isSociety'),
    onlyAbsent: t.exposeBoolean('onlyAbsent'),
    defaultAbsent: t.exposeBoolean('defaultAbsent'),
    smsDisabled: t.exposeBoolean('smsDisabled'),
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
    feePercent: t.exposeFloat('feePercent'),
    qrcode: t.exposeBoolean('qrcode'),
    liveLecture: t.exposeBoolean('liveLecture'),
    studentEmail: t.exposeString('studentEmail'),
    chat: t.exposeBoolean('chat'),
    attNotification: t.exposeBoolean('attNotification'),
    buses: t.exposeBoolean('buses'),
    rfid: t.exposeBoolean('rfid'),
    discipline: t.exposeBoolean('discipline'),
  }),
})

builder.queryFields((t) => ({
  schools: t.field({ type: [SchoolType], resolve: (_, __, call) => listSchools(call, 0, {}) }),
  school: t.field({
    type: SchoolType,
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => viewSchool(call, schoolId, {}),
  }),
  terms: t.field({
    type: [TermType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listTerms(call, schoolId, {}),
  }),
}))

import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { FilesUseType } from '#platform/files/files.graphql.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import {
  type AttendanceOfDay,
  dayActions,
  type Families,
  type FamilyThatTold,
  type FamilyToTell,
  type RegisterOfDay,
  RegisterSessionType,
  type RegisterToTake,
} from '#domains/attendance/server/day.exports.ts'
import type { DueSheet } from '#domains/exams/server/today.exports.ts'
import { type Today, viewToday } from './today.queries.ts'

/** Most students that a list names; its count is of all of them. */
const mostNamed = 50

const registerOfDay = builder.interfaceRef<RegisterOfDay>('RegisterOfDay').implement({
  description: 'Identifies a register of today.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName', { description: '7-B' }),
    session: t.field({ type: RegisterSessionType, resolve: ({ session }) => session }),
    subjectId: t.exposeID('subjectId', { nullable: true }),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    starts: t.exposeString('starts', { nullable: true, description: 'HH:mm:ss' }),
  }),
})

const SectionAbsenceType = builder.objectRef<AttendanceOfDay['absentBySection'][number]>('SectionAbsence').implement({
  interfaces: [registerOfDay],
  fields: (t) => ({ absent: t.exposeInt('absent') }),
})

const RegisterTeacherType = builder.objectRef<RegisterToTake['teachers'][number]>('RegisterTeacher').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    phone: t.exposeString('phone'),
    hasDevice: t.exposeBoolean('hasDevice', { description: 'Gets notifications on a device.' }),
  }),
})

const RegisterToTakeType = builder.objectRef<RegisterToTake>('RegisterToTake').implement({
  description: 'A register that is due and was not taken.',
  interfaces: [registerOfDay],
  fields: (t) => ({
    teachers: t.field({ type: [RegisterTeacherType], resolve: ({ teachers }) => teachers }),
    askedAt: t.expose('askedAt', { type: 'DateTime', nullable: true, description: 'When it was last asked for today.' }),
    askedByName: t.exposeString('askedByName', { nullable: true }),
  }),
})

const DueSheetType = builder.objectRef<DueSheet>('DueScoreSheet').implement({
  description: 'A sheet with missing scores after the paper of its subject was written.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName', { description: '7-B' }),
    subjectId: t.exposeID('subjectId'),
    subjectName: t.exposeString('subjectName'),
    part: t.exposeString('part'),
  }),
})

const FamilyToTellType = builder.objectRef<FamilyToTell>('FamilyToTell').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName'),
    phone: t.exposeString('phone', { nullable: true }),
    state: t.exposeString('state', { description: 'FAILED, UNKNOWN, NO_PHONE, HELD or NOT_SENT.' }),
    messageId: t.exposeID('messageId', { nullable: true }),
  }),
})

const FamilyThatToldType = builder.objectRef<FamilyThatTold>('FamilyThatTold').implement({
  description: 'An absent student of whose absence a guardian has told the school.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName'),
    phone: t.exposeString('phone', { nullable: true }),
    reason: t.exposeString('reason'),
    until: t.exposeString('until', { description: 'The last day that was told of.' }),
  }),
})

const FamiliesType = builder.objectRef<Families>('FamiliesOfAbsent').implement({
  description: 'Students who are absent today, by what their families know.',
  fields: (t) => ({
    absent: t.exposeInt('absent'),
    know: t.exposeInt('know', { description: 'Told, or with a notice that was sent, or who have told the school themselves.' }),
    soon: t.exposeInt('soon', { description: 'With a notice that is being sent, or is sent at the section’s time.' }),
    toTellCount: t.int({ resolve: ({ toTell }) => toTell.length }),
    toTell: t.field({
      type: [FamilyToTellType],
      description: 'The first of those whose family does not know.',
      resolve: ({ toTell }) => toTell.slice(0, mostNamed),
    }),
    toldUsCount: t.int({ resolve: ({ toldUs }) => toldUs.length }),
    toldUs: t.field({
      type: [FamilyThatToldType],
      description: 'The first of those whose family has told the school.',
      resolve: ({ toldUs }) => toldUs.slice(0, mostNamed),
    }),
  }),
})

const MissingType = builder.objectRef<AttendanceOfDay['missingInClass'][number]>('MissingInClass').implement({
  description: 'A student who came in by the gate and is absent in class.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    phone: t.exposeString('phone', { nullable: true }),
    cameAt: t.expose('cameAt', { type: 'DateTime' }),
    session: t.field({ type: RegisterSessionType, resolve: ({ session }) => session }),
    subjectId: t.exposeID('subjectId', { nullable: true }),
    starts: t.exposeString('starts', { nullable: true }),
    takenByName: t.exposeString('takenByName'),
    leaveReason: t.exposeString('leaveReason', { nullable: true, description: 'What a guardian has told of the day.' }),
  }),
})

const AttendanceType = builder.objectRef<AttendanceOfDay>('AttendanceOfDay').implement({
  fields: (t) => ({
    holiday: t.exposeString('holiday', { nullable: true, description: 'Why no register is expected.' }),
    sections: t.exposeInt('sections'),
    sectionsTaken: t.exposeInt('sectionsTaken'),
    absentBySection: t.field({ type: [SectionAbsenceType], resolve: ({ absentBySection }) => absentBySection }),
    notTaken: t.field({ type: [RegisterToTakeType], resolve: ({ notTaken }) => notTaken }),
    families: t.field({ type: FamiliesType, resolve: ({ families }) => families }),
    missingCount: t.int({ resolve: ({ missingInClass }) => missingInClass.length }),
    missingInClass: t.field({
      type: [MissingType],
      resolve: ({ missingInClass }) => missingInClass.slice(0, mostNamed),
    }),
  }),
})

const BirthdayType = builder.objectRef<NonNullable<Today['birthdays']>[number]>('Birthday').implement({
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName'),
    phone: t.exposeString('phone', { nullable: true }),
    birthdate: t.exposeString('birthdate'),
  }),
})

const ChequesType = builder.objectRef<NonNullable<Today['cheques']>>('ChequesToClear').implement({
  fields: (t) => ({ count: t.exposeInt('count'), amount: t.expose('amount', { type: 'Paise' }) }),
})

const OpenDayType = builder.objectRef<NonNullable<Today['openDays']>[number]>('DayNotClosed').implement({
  fields: (t) => ({ clerkName: t.exposeString('clerkName'), day: t.exposeString('day') }),
})

const OwnDayType = builder.objectRef<NonNullable<Today['ownDay']>>('OwnDay').implement({
  description: 'What a clerk has taken today.',
  fields: (t) => ({
    collected: t.expose('collected', { type: 'Paise' }),
    receipts: t.exposeInt('receipts'),
    closed: t.exposeBoolean('closed'),
  }),
})

const todayCan = viewerCan<Today, keyof typeof dayActions>('Today', dayActions)

const TodayType = builder.objectRef<Today>('Today').implement({
  description: 'What needs somebody today. A part that the viewer may not see is null.',
  fields: (t) => ({
    day: t.exposeString('day'),
    attendance: t.field({ type: AttendanceType, nullable: true, resolve: ({ attendance }) => attendance }),
    birthdays: t.field({
      type: [BirthdayType],
      nullable: true,
      resolve: ({ birthdays }) => birthdays?.slice(0, mostNamed),
    }),
    cheques: t.field({ type: ChequesType, nullable: true, resolve: ({ cheques }) => cheques }),
    ordersToSettle: t.exposeInt('ordersToSettle', {
      nullable: true,
      description: 'Online orders and surplus that need a person.',
    }),
    failedMessages: t.exposeInt('failedMessages', { nullable: true, description: 'Of the last seven days.' }),
    openDays: t.field({
      type: [OpenDayType],
      nullable: true,
      description: 'Days before today that are not closed: of all clerks, or the viewer’s own.',
      resolve: ({ openDays }) => openDays,
    }),
    ownDay: t.field({ type: OwnDayType, nullable: true, resolve: ({ ownDay }) => ownDay }),
    discountsToApprove: t.exposeInt('discountsToApprove', { nullable: true }),
    marksDue: t.field({
      type: [DueSheetType],
      nullable: true,
      description: 'The viewer’s own sheets whose marks are due and not all there.',
      resolve: ({ marksDue }) => marksDue,
    }),
    casesToSee: t.exposeInt('casesToSee', {
      nullable: true,
      description: 'Open cases of children, without those to look at again on a later day.',
    }),
    filesNearlyFull: t.field({
      type: FilesUseType,
      nullable: true,
      description: 'The school’s files, when they take four fifths of what they may take, or more.',
      resolve: ({ filesNearlyFull }) => filesNearlyFull,
    }),
    viewerCan: t.field({ type: todayCan.type, resolve: todayCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  today: commandField(t, viewToday, { work: 20, type: TodayType }),
}))

import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import { holidayForm, holidayId, holidaysView, noticeHold, noticesView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import {
  type AbsenceNotices,
  type Hold,
  type Holiday,
  noticeStates,
  type NoticeSection,
  type NoticeStudent,
} from './attendance.types.ts'
import { addHolidays, deleteHoliday, listHolidays } from './holidays.commands.ts'
import { holdNotices, releaseNotices, viewAbsenceNotices } from './notices.commands.ts'
import { MarkType } from './registers.graphql.ts'

const HolidayType = builder.objectRef<Holiday>('Holiday').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    day: t.exposeString('day'),
    name: t.exposeString('name'),
  }),
})

const NoticeStateType = builder.enumType('NoticeState', { values: noticeStates })

const HoldType = builder.objectRef<Hold>('NoticeHeld').implement({
  description: 'Who keeps notices back, since when.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    byName: t.exposeString('byName'),
  }),
})

const NoticeStudentType = builder.objectRef<NoticeStudent>('NoticeStudent').implement({
  description: 'A student whose guardians hear of an absence, or would.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    phone: t.exposeString('phone', { description: '98xxxxxx10' }),
    mark: t.field({ type: MarkType, nullable: true, resolve: (student) => student.mark }),
    subjects: t.exposeStringList('subjects', { description: 'What was missed, where attendance is taken by subject.' }),
    state: t.field({ type: NoticeStateType, resolve: (student) => student.state }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'When it was queued or cancelled.' }),
  }),
})

const NoticeSectionType = builder.objectRef<NoticeSection>('NoticeSection').implement({
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    time: t.exposeString('time', { nullable: true, description: 'HH:mm; null where none is set and nobody is told.' }),
    taken: t.exposeBoolean('taken'),
    held: t.field({ type: HoldType, nullable: true, resolve: (section) => section.held }),
    students: t.field({ type: [NoticeStudentType], resolve: (section) => section.students }),
  }),
})

const noticesCan = viewerCan<AbsenceNotices, 'hold'>('AbsenceNotices', { hold: attendanceActions.holdAllNotices })

const AbsenceNoticesType = builder.objectRef<AbsenceNotices>('AbsenceNotices').implement({
  description: 'What the guardians of absent students are told on a day.',
  fields: (t) => ({
    id: t.exposeID('id'),
    day: t.exposeString('day'),
    on: t.exposeBoolean('on'),
    why: t.exposeString('why', { nullable: true, description: 'Why nobody is told.' }),
    held: t.field({ type: HoldType, nullable: true, description: 'Of the whole school.', resolve: (notices) => notices.held }),
    sections: t.field({ type: [NoticeSectionType], resolve: (notices) => notices.sections }),
    viewerCan: t.field({ type: noticesCan.type, description: 'Of the whole school.', resolve: noticesCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  holidays: t.field({
    type: [HolidayType],
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('HolidaysView', holidaysView) }) },
    resolve: (_, { schoolId, input }, call) => listHolidays(call, schoolId, input),
  }),
  absenceNotices: t.field({
    type: AbsenceNoticesType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('NoticesView', noticesView) }) },
    resolve: (_, { schoolId, input }, call) => viewAbsenceNotices(call, schoolId, input),
  }),
}))

builder.mutationFields((t) => ({
  addHolidays: t.field({
    type: [HolidayType],
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('HolidayForm', holidayForm) }) },
    resolve: (_, { schoolId, input }, call) => addHolidays(call, schoolId, input),
  }),
  deleteHoliday: t.field({
    type: 'ID',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('HolidayId', holidayId) }) },
    resolve: (_, { schoolId, input }, call) => deleteHoliday(call, schoolId, input),
  }),
  holdNotices: t.field({
    type: AbsenceNoticesType,
    description: 'Keeps the notices of a section, or of the school, back on a day.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('NoticeHold', noticeHold) }) },
    resolve: (_, { schoolId, input }, call) => holdNotices(call, schoolId, input),
  }),
  releaseNotices: t.field({
    type: AbsenceNoticesType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('NoticeHold', noticeHold) }) },
    resolve: (_, { schoolId, input }, call) => releaseNotices(call, schoolId, input),
  }),
}))

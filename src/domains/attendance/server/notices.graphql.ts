import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
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
  description: 'A hold: who holds the notices, and since when.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    byName: t.exposeString('byName'),
  }),
})

const NoticeStudentType = builder.objectRef<NoticeStudent>('NoticeStudent').implement({
  description: 'A student whose guardians are, or would be, notified of an absence.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    phone: t.exposeString('phone', { description: '98xxxxxx10' }),
    mark: t.field({ type: MarkType, nullable: true, resolve: (student) => student.mark }),
    subjects: t.exposeStringList('subjects', { description: 'Missed subjects, where attendance is taken by subject.' }),
    state: t.field({ type: NoticeStateType, resolve: (student) => student.state }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'When it was queued or cancelled.' }),
  }),
})

const NoticeSectionType = builder.objectRef<NoticeSection>('NoticeSection').implement({
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    time: t.exposeString('time', { nullable: true, description: 'HH:mm; null when no time is set, so that nobody is notified.' }),
    taken: t.exposeBoolean('taken'),
    held: t.field({ type: HoldType, nullable: true, resolve: (section) => section.held }),
    students: t.field({ type: [NoticeStudentType], resolve: (section) => section.students }),
  }),
})

const noticesCan = viewerCan<AbsenceNotices, 'hold'>('AbsenceNotices', { hold: attendanceActions.holdAllNotices })

const AbsenceNoticesType = builder.objectRef<AbsenceNotices>('AbsenceNotices').implement({
  description: 'Notices to the guardians of absent students on a day.',
  fields: (t) => ({
    id: t.exposeID('id'),
    day: t.exposeString('day'),
    on: t.exposeBoolean('on'),
    why: t.exposeString('why', { nullable: true, description: 'Why nobody is notified on this day.' }),
    held: t.field({
      type: HoldType,
      nullable: true,
      description: 'The hold of the whole school.',
      resolve: (notices) => notices.held,
    }),
    sections: t.field({ type: [NoticeSectionType], resolve: (notices) => notices.sections }),
    viewerCan: t.field({ type: noticesCan.type, description: 'For the whole school.', resolve: noticesCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  holidays: commandField(t, listHolidays, { type: [HolidayType], input: inputType('HolidaysView', holidaysView) }),
  absenceNotices: commandField(t, viewAbsenceNotices, { type: AbsenceNoticesType, input: inputType('NoticesView', noticesView) }),
}))

builder.mutationFields((t) => ({
  addHolidays: commandField(t, addHolidays, { type: [HolidayType], input: inputType('HolidayForm', holidayForm) }),
  deleteHoliday: commandField(t, deleteHoliday, { type: 'ID', input: inputType('HolidayId', holidayId) }),
  holdNotices: commandField(t, holdNotices, {
    type: AbsenceNoticesType,
    description: 'Holds the notices of a section, or of the whole school, on a day.',
    input: inputType('NoticeHold', noticeHold),
  }),
  releaseNotices: commandField(t, releaseNotices, { type: AbsenceNoticesType, input: inputType('NoticeHold', noticeHold) }),
}))

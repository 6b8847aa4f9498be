import { builder, PermissionType, viewerCan } from '#platform/graphql/builder.ts'
import { enumType, inputType } from '#platform/graphql/input.ts'
import { markValue } from '#shared/marks.ts'
import {
  correctMarkInput,
  markHistoryView,
  registerSession,
  registerSheetView,
  registersOfDayView,
  saveRegisterInput,
} from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { DayOfRegisters, DayRegister, MarkChange, RegisterSheet, SheetRow, TakenRegister } from './attendance.types.ts'
import { correctMark, saveRegister } from './registers.commands.ts'
import {
  type AttendanceRights,
  viewAttendanceRights,
  viewMarkHistory,
  viewRegister,
  viewRegistersOfDay,
} from './registers.queries.ts'

export const MarkType = enumType('Mark', markValue)
export const RegisterSessionType = enumType('RegisterSession', registerSession)

const TakenRegisterType = builder.objectRef<TakenRegister>('TakenRegister').implement({
  description: 'A register that was taken; the counts are those of its marks.',
  fields: (t) => ({
    id: t.exposeID('id'),
    version: t.exposeInt('version'),
    present: t.exposeInt('present'),
    absent: t.exposeInt('absent'),
    late: t.exposeInt('late'),
    takenAt: t.expose('takenAt', { type: 'DateTime' }),
    takenByName: t.exposeString('takenByName'),
  }),
})

const dayRegisterCan = viewerCan<DayRegister, 'take'>('DayRegister', { take: attendanceActions.take })

const DayRegisterType = builder.objectRef<DayRegister>('DayRegister').implement({
  description: 'A register that is expected on a day, or was taken on it.',
  fields: (t) => ({
    id: t.id({
      description: 'The same for the same section, day, session, subject and slot.',
      resolve: ({ sectionId, day, session, subjectId, starts }) =>
        [sectionId, day, session, ...(subjectId === null ? [] : [subjectId, starts])].join(' '),
    }),
    day: t.exposeString('day'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName', { description: '7-B' }),
    classId: t.exposeID('classId'),
    session: t.field({ type: RegisterSessionType, resolve: (row) => row.session }),
    subjectId: t.exposeID('subjectId', { nullable: true }),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    starts: t.exposeString('starts', { nullable: true, description: 'HH:mm:ss' }),
    ends: t.exposeString('ends', { nullable: true, description: 'HH:mm:ss; null where the timetable has this slot no more.' }),
    students: t.exposeInt('students', { description: 'How many enabled students the section has.' }),
    expected: t.exposeBoolean('expected', {
      description: 'Whether it is missed as long as it is not taken: not on a Sunday or a holiday.',
    }),
    register: t.field({ type: TakenRegisterType, nullable: true, resolve: (row) => row.register }),
    viewerCan: t.field({ type: dayRegisterCan.type, resolve: dayRegisterCan.resolve }),
  }),
})

const DayOfRegistersType = builder.objectRef<DayOfRegisters>('DayOfRegisters').implement({
  description: 'The registers that are expected or taken on a day, for the sections the viewer takes. Polled every 5 s.',
  fields: (t) => ({
    day: t.exposeString('day'),
    holiday: t.exposeString('holiday', {
      nullable: true,
      description: "Why no register is expected: the holiday's name, or Sunday. One may still be taken.",
    }),
    registers: t.field({ type: [DayRegisterType], resolve: (day) => day.registers }),
  }),
})

const SheetRowType = builder.objectRef<SheetRow>('RegisterRow').implement({
  description: 'An enabled student of the section, by roll.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    mark: t.field({ type: MarkType, nullable: true, description: 'null: none yet.', resolve: (row) => row.mark }),
    suggested: t.field({ type: MarkType, description: 'What the screen starts with.', resolve: (row) => row.suggested }),
    note: t.exposeString('note'),
    gateIn: t.expose('gateIn', {
      type: 'DateTime',
      nullable: true,
      description: 'When the student first came in at the gate that day.',
    }),
    changes: t.exposeInt('changes', { description: 'How often the mark was corrected.' }),
  }),
})

const sheetCan = viewerCan<RegisterSheet, 'take'>('RegisterSheet', { take: attendanceActions.take })

const RegisterSheetType = builder.objectRef<RegisterSheet>('RegisterSheet').implement({
  description: 'One register to be taken or corrected: the students with their marks.',
  fields: (t) => ({
    day: t.exposeString('day'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    session: t.field({ type: RegisterSessionType, resolve: (sheet) => sheet.session }),
    subjectId: t.exposeID('subjectId', { nullable: true }),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    starts: t.exposeString('starts', { nullable: true }),
    holiday: t.exposeString('holiday', { nullable: true }),
    registerId: t.exposeID('registerId', { nullable: true, description: 'null: not taken.' }),
    version: t.exposeInt('version', { description: '0: not taken.' }),
    takenAt: t.expose('takenAt', { type: 'DateTime', nullable: true }),
    takenByName: t.exposeString('takenByName', { nullable: true }),
    rows: t.field({ type: [SheetRowType], resolve: (sheet) => sheet.rows }),
    viewerCan: t.field({ type: sheetCan.type, resolve: sheetCan.resolve }),
  }),
})

const MarkChangeType = builder.objectRef<MarkChange>('MarkChange').implement({
  description: 'A correction of a mark.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    byName: t.exposeString('byName'),
    was: t.field({ type: MarkType, nullable: true, description: 'null: there was no mark.', resolve: (change) => change.was }),
    value: t.field({ type: MarkType, resolve: (change) => change.value }),
    note: t.exposeString('note'),
  }),
})

const RightsType = builder.objectRef<AttendanceRights>('AttendanceViewerCan').implement({
  description: 'Which parts of the attendance screen are for the viewer.',
  fields: (t) => ({
    take: t.field({ type: PermissionType, resolve: (rights) => rights.take }),
    view: t.field({ type: PermissionType, resolve: (rights) => rights.view }),
    import: t.field({ type: PermissionType, resolve: (rights) => rights.import }),
    holidays: t.field({ type: PermissionType, resolve: (rights) => rights.holidays }),
    notices: t.field({ type: PermissionType, resolve: (rights) => rights.notices }),
  }),
})

builder.queryFields((t) => ({
  attendanceViewerCan: t.field({
    type: RightsType,
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => viewAttendanceRights(call, schoolId, {}),
  }),
  registersOfDay: t.field({
    type: DayOfRegistersType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('RegistersOfDayView', registersOfDayView) }) },
    resolve: (_, { schoolId, input }, call) => viewRegistersOfDay(call, schoolId, input),
  }),
  registerSheet: t.field({
    type: RegisterSheetType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('RegisterSheetView', registerSheetView) }) },
    resolve: (_, { schoolId, input }, call) => viewRegister(call, schoolId, input),
  }),
  markHistory: t.field({
    type: [MarkChangeType],
    description: 'The corrections of one mark, oldest first.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MarkHistoryView', markHistoryView) }) },
    resolve: (_, { schoolId, input }, call) => viewMarkHistory(call, schoolId, input),
  }),
}))

builder.mutationFields((t) => ({
  saveRegister: t.field({
    type: DayRegisterType,
    description: 'Stores a register whole: a mark for every enabled student of the section.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('SaveRegister', saveRegisterInput) }) },
    resolve: (_, { schoolId, input }, call) => saveRegister(call, schoolId, input),
  }),
  correctMark: t.field({
    type: DayRegisterType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('CorrectMark', correctMarkInput) }) },
    resolve: (_, { schoolId, input }, call) => correctMark(call, schoolId, input),
  }),
}))

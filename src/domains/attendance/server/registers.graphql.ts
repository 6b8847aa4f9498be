import { builder, PermissionType, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { markValue } from '#shared/marks.schema.ts'
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
  description: 'A taken register with the counts of its marks.',
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
      description:
        'Derived from section, day, session, subject and slot, so that it also identifies a register that was not taken.',
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
    ends: t.exposeString('ends', { nullable: true, description: 'HH:mm:ss; null when the slot is no longer in the timetable.' }),
    students: t.exposeInt('students', { description: 'Number of students who are in the section that day.' }),
    expected: t.exposeBoolean('expected', {
      description: 'Whether the register must be taken: false on Sundays and holidays.',
    }),
    register: t.field({ type: TakenRegisterType, nullable: true, resolve: (row) => row.register }),
    viewerCan: t.field({ type: dayRegisterCan.type, resolve: dayRegisterCan.resolve }),
  }),
})

const DayOfRegistersType = builder.objectRef<DayOfRegisters>('DayOfRegisters').implement({
  description: 'Registers expected or taken on a day, for the sections that the viewer takes. Polled every 5 s.',
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
  description: 'A student who was in the section that day, by roll.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    mark: t.field({ type: MarkType, nullable: true, description: 'null without a mark.', resolve: (row) => row.mark }),
    suggested: t.field({ type: MarkType, description: 'The mark the screen starts with.', resolve: (row) => row.suggested }),
    note: t.exposeString('note'),
    gateIn: t.expose('gateIn', {
      type: 'DateTime',
      nullable: true,
      description: 'When the student first came in at the gate that day.',
    }),
    changes: t.exposeInt('changes', { description: 'Number of corrections of the mark.' }),
    leaveReason: t.exposeString('leaveReason', { nullable: true, description: 'What a guardian has told about the day.' }),
    leaveToldAt: t.expose('leaveToldAt', { type: 'DateTime', nullable: true }),
  }),
})

const sheetCan = viewerCan<RegisterSheet, 'take'>('RegisterSheet', { take: attendanceActions.take })

const RegisterSheetType = builder.objectRef<RegisterSheet>('RegisterSheet').implement({
  description: 'A register to take or correct: the students with their marks.',
  fields: (t) => ({
    day: t.exposeString('day'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    session: t.field({ type: RegisterSessionType, resolve: (sheet) => sheet.session }),
    subjectId: t.exposeID('subjectId', { nullable: true }),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    starts: t.exposeString('starts', { nullable: true }),
    holiday: t.exposeString('holiday', { nullable: true }),
    registerId: t.exposeID('registerId', { nullable: true, description: 'null when not taken.' }),
    version: t.exposeInt('version', { description: '0 when not taken.' }),
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
    was: t.field({
      type: MarkType,
      nullable: true,
      description: 'null when there was no mark.',
      resolve: (change) => change.was,
    }),
    value: t.field({ type: MarkType, resolve: (change) => change.value }),
    note: t.exposeString('note'),
  }),
})

const RightsType = builder.objectRef<AttendanceRights>('AttendanceViewerCan').implement({
  description: 'Parts of the attendance screen that the viewer may use.',
  fields: (t) => ({
    take: t.field({ type: PermissionType, resolve: (rights) => rights.take }),
    view: t.field({ type: PermissionType, resolve: (rights) => rights.view }),
    import: t.field({ type: PermissionType, resolve: (rights) => rights.import }),
    holidays: t.field({ type: PermissionType, resolve: (rights) => rights.holidays }),
    notices: t.field({ type: PermissionType, resolve: (rights) => rights.notices }),
  }),
})

builder.queryFields((t) => ({
  attendanceViewerCan: commandField(t, viewAttendanceRights, { type: RightsType }),
  registersOfDay: commandField(t, viewRegistersOfDay, {
    type: DayOfRegistersType,
    input: inputType('RegistersOfDayView', registersOfDayView),
  }),
  registerSheet: commandField(t, viewRegister, {
    type: RegisterSheetType,
    input: inputType('RegisterSheetView', registerSheetView),
  }),
  markHistory: commandField(t, viewMarkHistory, {
    type: [MarkChangeType],
    description: 'Corrections of one mark, oldest first.',
    input: inputType('MarkHistoryView', markHistoryView),
  }),
}))

builder.mutationFields((t) => ({
  saveRegister: commandField(t, saveRegister, {
    type: DayRegisterType,
    description: 'Stores a whole register: a mark for everybody who was in the section that day.',
    input: inputType('SaveRegister', saveRegisterInput),
  }),
  correctMark: commandField(t, correctMark, { type: DayRegisterType, input: inputType('CorrectMark', correctMarkInput) }),
}))

import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import { StudentHeadType } from '#domains/students/server/studentHead.exports.ts'
import { type DayState, dayState, dayStates, percentOf } from '../attendance.rules.ts'
import { attendanceImport, attendanceSummaryView, sectionMonthView, studentYearView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type {
  AttendanceSummary,
  ImportedMarks,
  MonthRegister,
  MonthStudent,
  SectionMonth,
  SectionSummary,
  StudentYear,
  SummaryRow,
  YearMark,
  YearMonth,
} from './attendance.types.ts'
import { importAttendance } from './importAttendance.commands.ts'
import { MarkType, RegisterSessionType } from './registers.graphql.ts'
import { viewAttendanceSummary, viewSectionMonth, viewStudentYear } from './reports.queries.ts'

const MonthRegisterType = builder.objectRef<MonthRegister>('MonthRegister').implement({
  description: 'A column of the month: one register, or all lectures of a subject on a day when the school merges them.',
  fields: (t) => ({
    id: t.exposeID('id'),
    registerIds: t.field({
      type: ['ID'],
      description: 'Several for merged lectures.',
      resolve: (row) => row.registerIds,
    }),
    session: t.field({ type: RegisterSessionType, resolve: (row) => row.session }),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    starts: t.exposeString('starts', { nullable: true }),
    present: t.exposeInt('present'),
    absent: t.exposeInt('absent'),
    late: t.exposeInt('late'),
    takenByName: t.exposeString('takenByName'),
    takenAt: t.expose('takenAt', { type: 'DateTime' }),
  }),
})

const MonthDayType = builder.objectRef<SectionMonth['days'][number]>('MonthDay').implement({
  fields: (t) => ({
    day: t.exposeString('day'),
    holiday: t.exposeString('holiday', { nullable: true }),
    registers: t.field({ type: [MonthRegisterType], resolve: (day) => day.registers }),
  }),
})

const MonthStudentType = builder.objectRef<MonthStudent>('MonthStudent').implement({
  description: 'A student of the section, or a former one with marks in it; by roll.',
  fields: (t) => ({
    id: t.id({ resolve: (student) => student.id }),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    disabled: t.exposeBoolean('disabled'),
    left: t.exposeBoolean('left', { description: 'Whether the student is now in another section.' }),
    marks: t.exposeString('marks', {
      description: 'One character per column of the month: P, A, L, or · for no mark.',
    }),
    present: t.exposeInt('present', { description: 'In counting registers only, as are the next fields.' }),
    absent: t.exposeInt('absent'),
    late: t.exposeInt('late'),
    percent: t.float({ nullable: true, resolve: percentOf }),
  }),
})

const SectionMonthType = builder.objectRef<SectionMonth>('SectionMonth').implement({
  description: "A section's month as a grid.",
  fields: (t) => ({
    id: t.exposeID('id'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    month: t.exposeString('month'),
    days: t.field({ type: [MonthDayType], description: 'Every day of the month.', resolve: (month) => month.days }),
    students: t.field({ type: [MonthStudentType], resolve: (month) => month.students }),
  }),
})

const YearMarkType = builder.objectRef<YearMark>('YearMark').implement({
  fields: (t) => ({
    registerId: t.exposeID('registerId'),
    session: t.field({ type: RegisterSessionType, resolve: (row) => row.session }),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    starts: t.exposeString('starts', { nullable: true }),
    value: t.field({ type: MarkType, resolve: (row) => row.value }),
    note: t.exposeString('note'),
    counted: t.exposeBoolean('counted', { description: 'Whether the mark counts towards the percentage.' }),
  }),
})

/** A day of a student's year: one square of the student's page. */
interface AttendanceDay {
  day: string
  state: DayState
  note: string
  missed: YearMark[]
}

const AttendanceDayType = builder.objectRef<AttendanceDay>('AttendanceDay').implement({
  description: 'How a student was on a day.',
  fields: (t) => ({
    day: t.exposeString('day'),
    state: t.field({ type: builder.enumType('DayState', { values: dayStates }), resolve: (day) => day.state }),
    note: t.exposeString('note', { description: 'The notes of the marks; the name of a holiday.' }),
    missed: t.field({
      type: [YearMarkType],
      description: 'The registers in which the student was absent.',
      resolve: (day) => day.missed,
    }),
  }),
})

const YearDayType = builder.objectRef<YearMonth['days'][number]>('YearDay').implement({
  fields: (t) => ({
    day: t.exposeString('day'),
    holiday: t.exposeString('holiday', { nullable: true }),
    marks: t.field({ type: [YearMarkType], resolve: (day) => day.marks }),
  }),
})

const YearMonthType = builder.objectRef<YearMonth>('YearMonth').implement({
  fields: (t) => ({
    month: t.exposeString('month', { description: '2026-11' }),
    taken: t.exposeInt('taken', { description: 'Number of marks that count.' }),
    present: t.exposeInt('present'),
    absent: t.exposeInt('absent'),
    late: t.exposeInt('late'),
    percent: t.float({ nullable: true, resolve: percentOf }),
    days: t.field({ type: [YearDayType], description: 'Days with a mark, and holidays.', resolve: (month) => month.days }),
  }),
})

const StudentYearType = builder.objectRef<StudentYear>('StudentYear').implement({
  description: "A student's marks of a term.",
  fields: (t) => ({
    id: t.exposeID('id'),
    startsOn: t.exposeString('startsOn', { description: 'The first day of the term.' }),
    student: t.field({ type: StudentHeadType, resolve: (year) => year.student }),
    present: t.exposeInt('present'),
    absent: t.exposeInt('absent'),
    late: t.exposeInt('late'),
    percent: t.float({ nullable: true, resolve: percentOf }),
    months: t.field({ type: [YearMonthType], resolve: (year) => year.months }),
    days: t.field({
      type: [AttendanceDayType],
      description: 'One entry for each day with a mark that counts, and for each holiday among them.',
      resolve: ({ months }) => months.flatMap((month) => month.days).flatMap(attendanceDay),
    }),
  }),
})

/** Returns a day of the year in one word, with what is known of it; nothing for a day without a mark that counts. */
function attendanceDay({ day, holiday, marks }: YearMonth['days'][number]): AttendanceDay[] {
  const counted = marks.filter((mark) => mark.counted)
  const state = dayState(
    counted.map((mark) => mark.value),
    holiday !== null,
  )
  if (state === null) return []
  const notes = counted.map((mark) => mark.note).filter(Boolean)
  const missed = counted.filter((mark) => mark.value === 'A')
  return [{ day, state, note: state === 'HOLIDAY' ? (holiday ?? '') : notes.join(', '), missed }]
}

builder.objectFields(StudentOverviewType, (t) => ({
  attendance: t.field({ type: StudentYearType, nullable: true, ...partOfOverview(viewStudentYear) }),
}))

const SectionSummaryType = builder.objectRef<SectionSummary>('SectionAttendance').implement({
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    students: t.exposeInt('students'),
    taken: t.exposeInt('taken', { description: 'Number of registers taken on school days.' }),
    expected: t.exposeInt('expected', { description: 'Number of registers that these days require.' }),
    present: t.exposeInt('present'),
    absent: t.exposeInt('absent'),
    late: t.exposeInt('late'),
    percent: t.float({ nullable: true, resolve: percentOf }),
  }),
})

const TotalType = builder.objectRef<SummaryRow>('AttendanceTotal').implement({
  fields: (t) => ({
    students: t.exposeInt('students'),
    taken: t.exposeInt('taken'),
    expected: t.exposeInt('expected'),
    present: t.exposeInt('present'),
    absent: t.exposeInt('absent'),
    late: t.exposeInt('late'),
    percent: t.float({ nullable: true, resolve: percentOf }),
  }),
})

const SummaryType = builder.objectRef<AttendanceSummary>('AttendanceSummary').implement({
  description: "The viewer's sections in the school's order, and their total.",
  fields: (t) => ({
    sections: t.field({ type: [SectionSummaryType], resolve: (summary) => summary.sections }),
    total: t.field({ type: TotalType, resolve: (summary) => summary.total }),
  }),
})

const ImportedMarksType = builder.objectRef<ImportedMarks>('ImportedMarks').implement({
  fields: (t) => ({
    registers: t.exposeInt('registers', { description: 'Number of registers in the file.' }),
    marks: t.exposeInt('marks'),
    changed: t.exposeInt('changed', { description: 'Number of marks that were stored with another value.' }),
  }),
})

builder.queryFields((t) => ({
  sectionMonth: commandField(t, viewSectionMonth, {
    type: SectionMonthType,
    input: inputType('SectionMonthView', sectionMonthView),
  }),
  studentYear: commandField(t, viewStudentYear, { type: StudentYearType, input: inputType('StudentYearView', studentYearView) }),
  attendanceSummary: commandField(t, viewAttendanceSummary, {
    work: 60,
    type: SummaryType,
    input: inputType('AttendanceSummaryView', attendanceSummaryView),
  }),
}))

builder.mutationField('importAttendance', (t) =>
  commandField(t, importAttendance, {
    type: ImportedMarksType,
    description: 'Stores all marks of a file or none. Rows of one section, day and session become one register.',
    extensions: importBy(attendanceActions.import),
    input: inputType('AttendanceImport', attendanceImport),
  }),
)

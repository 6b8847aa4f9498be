import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { markValue } from '#shared/marks.schema.ts'
import { lectureTitle } from '../lectures.rules.ts'
import {
  attendInput,
  familyAttendInput,
  booksProgressInput,
  endLecturesInput,
  lectureMarkInput,
  lecturesChoice,
  lecturesSeen,
  startLecturesInput,
  teachableView,
} from '../lectures.schema.ts'
import { saveBooksProgress } from './bookProgress.commands.ts'
import { type LectureMark, setLectureMark } from './lectureMarks.commands.ts'
import { type EndedLectures, endLectures, startLectures } from './lectures.commands.ts'
import {
  attendLecture,
  type LectureBatch,
  listLectureStudents,
  listLiveLectures,
  listMyLiveLectures,
  type LiveLecture,
  viewLecturesNow,
  viewTeachable,
} from './lectures.queries.ts'
import { attendFamilyLecture, type FamilyAttended } from './familyLecture.queries.ts'
import type { LectureRow } from './lectures.sql.ts'
import type { BatchStudent } from './liveBatch.ts'

const MarkType = enumType('Mark', markValue)

type Teachable = Awaited<ReturnType<typeof viewTeachable>>

const TeachableItemType = builder.objectRef<Teachable['sections'][number]>('TeachableItem').implement({
  description: 'A section, subject or book that a lecture can be started for; subjectId and bookId are 0 without one.',
  fields: (t) => ({
    classId: t.exposeID('classId'),
    sectionId: t.exposeID('sectionId'),
    subjectId: t.exposeID('subjectId'),
    bookId: t.exposeID('bookId'),
    title: t.exposeString('title'),
    subtitle: t.exposeString('subtitle'),
  }),
})

const TeachableType = builder.objectRef<Teachable>('Teachable').implement({
  description: 'Items for which a teacher may start a lecture, and the lengths in minutes.',
  fields: (t) => ({
    sections: t.expose('sections', { type: [TeachableItemType] }),
    subjects: t.expose('subjects', { type: [TeachableItemType] }),
    books: t.expose('books', { type: [TeachableItemType] }),
    minutes: t.exposeIntList('minutes'),
    defaultMinutes: t.exposeInt('defaultMinutes'),
  }),
})

const LectureItemType = builder.objectRef<LectureRow>('LectureItem').implement({
  description: "A lecture of a batch. Its id is its register's id.",
  fields: (t) => ({
    id: t.exposeID('id'),
    sectionId: t.exposeID('sectionId'),
    subjectId: t.id({ description: '0 without one.', resolve: ({ subjectId }) => subjectId ?? 0 }),
    bookId: t.id({ description: '0 without one.', resolve: ({ bookId }) => bookId ?? 0 }),
    title: t.string({ resolve: (lecture) => lectureTitle(lecture).title }),
    subtitle: t.string({ resolve: (lecture) => lectureTitle(lecture).subtitle }),
  }),
})

const LectureBatchType = builder.objectRef<LectureBatch>('LectureBatch').implement({
  description: 'Lectures that were started together. A student sees them as one lecture.',
  fields: (t) => ({
    batch: t.exposeID('batch'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    closesAt: t.expose('closesAt', { type: 'DateTime' }),
    zoomLink: t.exposeString('zoomLink', { description: "The teacher's meeting; empty without one." }),
    items: t.field({ type: [LectureItemType], resolve: ({ lectures }) => lectures }),
  }),
})

const LectureStudentType = builder.objectRef<BatchStudent>('LectureStudent').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    className: t.exposeString('className'),
    sectionName: t.exposeString('sectionName'),
  }),
})

const LecturesNowType = builder.objectRef<Awaited<ReturnType<typeof viewLecturesNow>>>('LecturesNow').implement({
  fields: (t) => ({
    live: t.exposeBoolean('live'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    serverNow: t.expose('serverNow', { type: 'DateTime' }),
    version: t.exposeString('version'),
    marks: t.exposeString('marks', {
      nullable: true,
      description:
        'One character per student of studentIds: p and l are active, P and L inactive, A absent. null if nothing has changed since `seen`.',
    }),
    studentIds: t.idList({
      nullable: true,
      resolve: (now) => now.studentIds,
      description: 'The students of `marks`; null when `marks` is null.',
    }),
  }),
})

const EndedBookType = builder.objectRef<EndedLectures['books'][number]>('EndedBook').implement({
  fields: (t) => ({
    bookId: t.exposeID('bookId'),
    attId: t.exposeID('attId'),
    name: t.exposeString('name'),
    pages: t.exposeInt('pages', { description: '0 when unknown.' }),
    lastTo: t.exposeInt('lastTo', { description: 'The last page read so far, 0 at first.' }),
  }),
})

const EndedLecturesType = builder.objectRef<EndedLectures>('EndedLectures').implement({
  fields: (t) => ({
    endedAt: t.expose('endedAt', { type: 'DateTime' }),
    seconds: t.exposeInt('seconds', { description: "By the server's clock." }),
    books: t.expose('books', { type: [EndedBookType] }),
  }),
})

const LectureMarkType = builder.objectRef<LectureMark>('LectureMark').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    studentId: t.exposeID('studentId'),
    value: t.expose('value', { type: MarkType }),
  }),
})

const LiveLectureType = builder.objectRef<LiveLecture>('LiveLecture').implement({
  description: "A live lecture of the student's section.",
  fields: (t) => ({
    id: t.exposeID('id'),
    className: t.exposeString('className'),
    sectionName: t.exposeString('sectionName'),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    teacherName: t.exposeString('teacherName'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
  }),
})

const AttendedType = builder.objectRef<Awaited<ReturnType<typeof attendLecture>>>('Attended').implement({
  fields: (t) => ({
    live: t.exposeBoolean('live'),
    myMark: t.expose('myMark', { type: MarkType }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    serverNow: t.expose('serverNow', { type: 'DateTime' }),
    zoomLink: t.exposeString('zoomLink'),
    version: t.exposeString('version'),
    present: t.exposeStringList('present', {
      nullable: true,
      description: 'Names of the students who are marked present or late; null if nothing has changed since `seen`.',
    }),
  }),
})

const FamilyAttendedType = builder.objectRef<FamilyAttended>('FamilyAttended').implement({
  description: 'A lecture that a child attends on the device of a guardian.',
  fields: (t) => ({
    live: t.exposeBoolean('live'),
    myMark: t.expose('myMark', { type: MarkType }),
  }),
})

builder.queryFields((t) => ({
  teachable: commandField(t, viewTeachable, { type: TeachableType, input: inputType('TeachableOf', teachableView) }),
  myLiveLectures: commandField(t, listMyLiveLectures, {
    type: [LectureBatchType],
    description: 'Live lectures that the viewer has started and can resume.',
  }),
  lectureStudents: commandField(t, listLectureStudents, {
    type: [LectureStudentType],
    input: inputType('LecturesChoice', lecturesChoice),
  }),
  lecturesNow: commandField(t, viewLecturesNow, {
    type: LecturesNowType,
    description: 'Polled every 2 s by the teacher’s page.',
    input: inputType('LecturesSeen', lecturesSeen),
  }),
  liveLectures: commandField(t, listLiveLectures, {
    type: [LiveLectureType],
    description: "Live lectures of the student's own section.",
  }),
}))

builder.mutationFields((t) => ({
  startLectures: commandField(t, startLectures, {
    type: LectureBatchType,
    input: inputType('StartLecturesInput', startLecturesInput),
  }),
  endLectures: commandField(t, endLectures, { type: EndedLecturesType, input: inputType('EndLecturesInput', endLecturesInput) }),
  setLectureMark: commandField(t, setLectureMark, {
    type: LectureMarkType,
    input: inputType('LectureMarkInput', lectureMarkInput),
  }),
  saveBooksProgress: t.idList({
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('BooksProgressInput', booksProgressInput) }) },
    resolve: (_, { schoolId, input }, call) => saveBooksProgress(call, schoolId, input),
  }),
  attendLecture: commandField(t, attendLecture, {
    type: AttendedType,
    description: 'Records a student’s presence. Polled every 3 s while the student’s page is open.',
    input: inputType('AttendInput', attendInput),
  }),
  attendFamilyLecture: t.field({
    type: FamilyAttendedType,
    description: 'Records a child’s presence. Polled every 3 s by the page of a guardian who is signed in.',
    args: { place: t.arg.string(), input: t.arg({ type: inputType('FamilyAttendInput', familyAttendInput) }) },
    resolve: (_, { place, input }, call) => attendFamilyLecture(call, place, input),
  }),
}))

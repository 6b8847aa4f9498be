import { builder } from '#platform/graphql/builder.ts'
import { enumType, inputType } from '#platform/graphql/input.ts'
import { markValue } from '#shared/marks.ts'
import { lectureTitle } from '../lectures.rules.ts'
import {
  attendInput,
  booksProgressInput,
  endLecturesInput,
  lectureMarkInput,
  lecturesChoice,
  lecturesSeen,
  startLecturesInput,
  teachableOf,
} from '../lectures.schema.ts'
import { saveBooksProgress } from './bookProgress.commands.ts'
import { type LectureMark, setLectureMark } from './lectureMarks.commands.ts'
import { type Ended, endLectures, startLectures } from './lectures.commands.ts'
import {
  attendLecture,
  type Batch,
  listLectureStudents,
  listLiveLectures,
  listMyLiveLectures,
  type LiveLecture,
  viewLecturesNow,
  viewTeachable,
} from './lectures.queries.ts'
import type { LectureRow } from './lectures.sql.ts'
import type { BatchStudent } from './liveBatch.ts'

const MarkType = enumType('Mark', markValue)

type Teachable = Awaited<ReturnType<typeof viewTeachable>>

const TeachableItemType = builder.objectRef<Teachable['sections'][number]>('TeachableItem').implement({
  description: 'A section, a subject or a book that a lecture can be of; subjectId and bookId are 0 where it is none.',
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
  description: 'What a teacher may start, and for how many minutes.',
  fields: (t) => ({
    sections: t.expose('sections', { type: [TeachableItemType] }),
    subjects: t.expose('subjects', { type: [TeachableItemType] }),
    books: t.expose('books', { type: [TeachableItemType] }),
    minutes: t.exposeIntList('minutes'),
    defaultMinutes: t.exposeInt('defaultMinutes'),
  }),
})

const LectureItemType = builder.objectRef<LectureRow>('LectureItem').implement({
  description: 'One lecture of a batch; its id is the id of its attendance.',
  fields: (t) => ({
    id: t.exposeID('id'),
    sectionId: t.exposeID('sectionId'),
    subjectId: t.id({ description: '0 where there is none.', resolve: ({ subjectId }) => subjectId ?? 0 }),
    bookId: t.id({ description: '0 where there is none.', resolve: ({ bookId }) => bookId ?? 0 }),
    title: t.string({ resolve: (lecture) => lectureTitle(lecture).title }),
    subtitle: t.string({ resolve: (lecture) => lectureTitle(lecture).subtitle }),
  }),
})

const LectureBatchType = builder.objectRef<Batch>('LectureBatch').implement({
  description: 'Lectures that were started together. For a student they are one.',
  fields: (t) => ({
    batch: t.exposeID('batch'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    closesAt: t.expose('closesAt', { type: 'DateTime' }),
    zoomLink: t.exposeString('zoomLink', { description: "The teacher's meeting; empty where she has none." }),
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
        'One character per student of studentIds: p and l are active, P and L are not, A is absent; null when nothing has changed since the version seen.',
    }),
    studentIds: t.idList({
      nullable: true,
      resolve: (now) => now.studentIds,
      description: 'Whose marks they are; null as they are.',
    }),
  }),
})

const EndedBookType = builder.objectRef<Ended['books'][number]>('EndedBook').implement({
  fields: (t) => ({
    bookId: t.exposeID('bookId'),
    attId: t.exposeID('attId'),
    name: t.exposeString('name'),
    pages: t.exposeInt('pages', { description: '0 where it is not known.' }),
    lastTo: t.exposeInt('lastTo', { description: 'The page it was read to last, 0 at first.' }),
  }),
})

const EndedLecturesType = builder.objectRef<Ended>('EndedLectures').implement({
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
      description: 'The names of those who are marked present; null when nothing has changed since the version seen.',
    }),
  }),
})

builder.queryFields((t) => ({
  teachable: t.field({
    type: TeachableType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('TeachableOf', teachableOf) }) },
    resolve: (_, { schoolId, input }, call) => viewTeachable(call, schoolId, input),
  }),
  myLiveLectures: t.field({
    type: [LectureBatchType],
    args: { schoolId: t.arg.id() },
    description: 'The live lectures the viewer has started, to resume them.',
    resolve: (_, { schoolId }, call) => listMyLiveLectures(call, schoolId, {}),
  }),
  lectureStudents: t.field({
    type: [LectureStudentType],
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('LecturesChoice', lecturesChoice) }) },
    resolve: (_, { schoolId, input }, call) => listLectureStudents(call, schoolId, input),
  }),
  lecturesNow: t.field({
    type: LecturesNowType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('LecturesSeen', lecturesSeen) }) },
    description: 'Polled every 2 s by the teacher.',
    resolve: (_, { schoolId, input }, call) => viewLecturesNow(call, schoolId, input),
  }),
  liveLectures: t.field({
    type: [LiveLectureType],
    args: { schoolId: t.arg.id() },
    description: 'For a student: the live lectures of the own section.',
    resolve: (_, { schoolId }, call) => listLiveLectures(call, schoolId, {}),
  }),
}))

builder.mutationFields((t) => ({
  startLectures: t.field({
    type: LectureBatchType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StartLecturesInput', startLecturesInput) }) },
    resolve: (_, { schoolId, input }, call) => startLectures(call, schoolId, input),
  }),
  endLectures: t.field({
    type: EndedLecturesType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('EndLecturesInput', endLecturesInput) }) },
    resolve: (_, { schoolId, input }, call) => endLectures(call, schoolId, input),
  }),
  setLectureMark: t.field({
    type: LectureMarkType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('LectureMarkInput', lectureMarkInput) }) },
    resolve: (_, { schoolId, input }, call) => setLectureMark(call, schoolId, input),
  }),
  saveBooksProgress: t.idList({
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('BooksProgressInput', booksProgressInput) }) },
    resolve: (_, { schoolId, input }, call) => saveBooksProgress(call, schoolId, input),
  }),
  attendLecture: t.field({
    type: AttendedType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('AttendInput', attendInput) }) },
    description: 'Polled every 3 s by a student while the page is open: it is the student’s presence.',
    resolve: (_, { schoolId, input }, call) => attendLecture(call, schoolId, input),
  }),
}))

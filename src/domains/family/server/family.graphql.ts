import { builder } from '#platform/graphql/builder.ts'
import { declaredWork } from '#platform/graphql/work.ts'
import { LeaveNoteType } from '#domains/attendance/server/familyAttendance.exports.ts'
import { StudentCardType } from '#domains/exams/server/cardsOfStudent.exports.ts'
import { FamilyExamType } from '#domains/exams/server/dateSheet.exports.ts'
import { FamilyType } from '#domains/onlinefees/server/home.exports.ts'
import { type Home, type HomeChild, type HomeSchool, viewHome } from './home.queries.ts'

const AbsenceType = builder.objectRef<HomeChild['absences'][number]>('FamilyAbsence').implement({
  description: 'A register in which a child was absent or late.',
  fields: (t) => ({
    day: t.exposeString('day'),
    session: t.exposeString('session'),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    value: t.exposeString('value', { description: 'A or L.' }),
  }),
})

const IncidentType = builder.objectRef<HomeChild['incidents'][number]>('FamilyIncident').implement({
  description: 'An incident that the family was told of.',
  fields: (t) => ({
    id: t.exposeID('id'),
    day: t.exposeString('day'),
    type: t.exposeString('type'),
    points: t.exposeInt('points'),
  }),
})

const CertificateType = builder.objectRef<HomeChild['certificates'][number]>('FamilyCertificate').implement({
  description: 'A certificate that was issued and stands.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    serial: t.exposeInt('serial'),
    isDuplicate: t.exposeBoolean('isDuplicate'),
    issuedAt: t.expose('issuedAt', { type: 'DateTime' }),
    path: t.exposeString('path', { description: 'Of the page behind the code on the paper, which says that it is genuine.' }),
  }),
})

const LectureType = builder.objectRef<NonNullable<HomeChild['lecture']>>('FamilyLecture').implement({
  description: 'A lecture that is held at this moment. Who joins it by attendFamilyLecture is marked.',
  fields: (t) => ({
    id: t.exposeID('id'),
    zoomLink: t.exposeString('zoomLink', { description: "The teacher's meeting; empty without one." }),
    subjectName: t.exposeString('subjectName', { nullable: true }),
    teacherName: t.exposeString('teacherName'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
  }),
})

const MessageType = builder.objectRef<HomeChild['messages'][number]>('FamilyMessage').implement({
  description: "A message to the guardian's phone.",
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind'),
    text: t.exposeString('text'),
    sentAt: t.expose('sentAt', { type: 'DateTime' }),
  }),
})

const ChatType = builder.objectRef<NonNullable<HomeChild['chat']>>('FamilyChatNews').implement({
  description: "What is new in a child's conversations with the school.",
  fields: (t) => ({
    unread: t.exposeBoolean('unread', { description: 'In the own conversation.' }),
    unreadOfSection: t.exposeBoolean('unreadOfSection', { description: "In that of the section's families." }),
    hasSectionMessages: t.exposeBoolean('hasSectionMessages'),
  }),
})

const HomeChildType = builder.objectRef<HomeChild>('FamilyHomeChild').implement({
  description: 'What a guardian sees of one child besides its fees.',
  fields: (t) => ({
    id: t.exposeID('id'),
    photoUrl: t.exposeString('photoUrl', { nullable: true }),
    cardCode: t.exposeString('cardCode', { nullable: true, description: 'The text of the code on the ID card.' }),
    taken: t.exposeInt('taken', { description: 'Registers of the term with a mark of the child.' }),
    present: t.exposeInt('present', { description: 'Of these, present or late.' }),
    late: t.exposeInt('late'),
    absences: t.expose('absences', { type: [AbsenceType], description: 'The last ones, newest first.' }),
    leaveNotes: t.expose('leaveNotes', { type: [LeaveNoteType], description: 'What was told about today and later.' }),
    takenTodayAt: t.expose('takenTodayAt', { type: 'DateTime', nullable: true }),
    markToday: t.exposeString('markToday', { nullable: true, description: 'P, A or L in the first register of today.' }),
    incidents: t.expose('incidents', { type: [IncidentType] }),
    certificates: t.expose('certificates', { type: [CertificateType] }),
    exams: t.expose('exams', { type: [FamilyExamType], description: 'Announced ones that are not over.' }),
    reportCards: t.expose('reportCards', { type: [StudentCardType], description: 'Published ones, the newest first.' }),
    lecture: t.expose('lecture', { type: LectureType, nullable: true }),
    chat: t.expose('chat', { type: ChatType, nullable: true, description: 'Null in a school without the chat.' }),
    messages: t.expose('messages', { type: [MessageType], description: "To the guardian's phone, newest first." }),
  }),
})

const HomeSchoolType = builder.objectRef<HomeSchool>('FamilyHomeSchool').implement({
  description: "A guardian's children in one school.",
  fields: (t) => ({
    place: t.exposeString('place', { description: 'Stands for the guardian in requests to this school, as a link’s hash.' }),
    family: t.expose('family', { type: FamilyType }),
    children: t.expose('children', { type: [HomeChildType] }),
  }),
})

const HomeType = builder.objectRef<Home>('FamilyHome').implement({
  description: 'The children with the phone of a guardian who is signed in, by school.',
  fields: (t) => ({
    phone: t.exposeString('phone', { description: 'Masked: 98xxxxxx10.' }),
    today: t.exposeString('today'),
    schools: t.expose('schools', { type: [HomeSchoolType] }),
    hasLaterChild: t.exposeBoolean('hasLaterChild', {
      description: 'Whether a child was listed with the phone after this device proved it. A new code shows it.',
    }),
  }),
})

builder.queryFields((t) => ({
  familyHome: t.field({
    type: HomeType,
    description: 'For guardians who are signed in: everything their page shows, in one request.',
    extensions: declaredWork(25),
    resolve: (_root, _args, call) => viewHome(call),
  }),
}))

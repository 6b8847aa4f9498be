import { fileUrl } from '#platform/files/files.ts'
import type { Call } from '#platform/command.ts'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { enumType } from '#platform/graphql/inputType.ts'
import { maskAadhaar } from '#shared/aadhaar.ts'
import { showDay } from '#shared/dates.ts'
import { type Gender, listedFields, type StudentField, studentFieldNames, studentFields } from '../students.fields.ts'
import { fieldText } from '../studentFields.exports.ts'
import { genderField } from '../students.schema.ts'
import type { StudentEdits } from './editStudents.commands.ts'
import type { LoginSlip, LoginSlips } from './loginCodes.commands.ts'
import type { ListedStudent, QrStudent, TermRoll } from './studentList.sql.ts'
import { isOffice, type SchoolRow, seesDetails, studentActions } from './students.permissions.ts'
import type { Enrolment, Student } from './students.sql.ts'
import { loadStudent } from './loadStudent.ts'

/** A student with the columns of a list, or with all. */
type AnyStudent = ListedStudent | Student

/** An enrolment with its student. */
type EnrolmentOfStudent = Omit<Enrolment, 'past'> & { student: AnyStudent }

const GenderType = enumType('Gender', genderField)

const studentCan = viewerCan<SchoolRow, 'update' | 'setDisabled' | 'revealAadhaar' | 'openAadhaarScan' | 'handOutCode' | 'delete'>('Student', {
  handOutCode: studentActions.handOutCode,
  update: studentActions.update,
  setDisabled: studentActions.setDisabled,
  revealAadhaar: studentActions.revealAadhaar,
  openAadhaarScan: studentActions.openAadhaarScan,
  delete: studentActions.delete,
})

export const StudentType = builder.objectRef<AnyStudent>('Student')
export const EnrolmentType = builder.objectRef<EnrolmentOfStudent>('Enrolment')

EnrolmentType.implement({
  description: "A student's enrolment in a term.",
  fields: (t) => ({
    id: t.exposeID('enrolmentId'),
    termId: t.exposeID('termId'),
    roll: t.exposeString('roll'),
    classId: t.exposeID('classId'),
    className: t.exposeString('className'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    student: t.field({ type: StudentType, resolve: (place) => place.student }),
  }),
})

StudentType.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    phone: t.exposeString('phone'),
    registerNo: t.exposeString('registerNo'),
    gender: t.field({ type: GenderType, resolve: (student) => student.gender as Gender }),
    disabled: t.exposeBoolean('disabled'),
    loginEmail: t.string({
      nullable: true,
      description: 'For the office and the student; null for everybody else.',
      resolve: (student, _, { viewer }) => (seesDetails(viewer, student.id) ? student.loginEmail : null),
    }),
    ...Object.fromEntries(
      listedFields.map((field) => {
        if (studentFields[field].kind !== 'day') return [field, t.string({ resolve: (student) => fieldText(student, field, showDay) })]
        const day = (student: AnyStudent) => student[field] as string | null
        return [field, t.string({ nullable: true, description: 'YYYY-MM-DD', resolve: day })]
      }),
    ),
    photoUrl: t.string({
      nullable: true,
      description: 'Valid for at least 15 minutes.',
      resolve: (student, _, call) => fileUrl(call, student.schoolId, student.photoFile, 'student-photo'),
    }),
    places: t.field({
      type: [EnrolmentType],
      description: 'Enrolments of all terms, newest first.',
      resolve: async (student, _, call) => (await loadStudent(call, student)).places.map((place) => ({ ...place, student })),
    }),
    details: t.field({
      type: StudentDetailsType,
      nullable: true,
      description: 'For the office and the student; null for everybody else.',
      resolve: (student, _, call) => (seesDetails(call.viewer, student.id) ? loadStudent(call, student) : null),
    }),
    viewerCan: t.field({ type: studentCan.type, resolve: studentCan.resolve }),
  }),
})

const StudentDetailsType = builder.objectRef<Student>('StudentDetails').implement({
  description: 'All other fields of a student. Aadhaar, caste, religion and health are null for all but SUPERADMIN and ADMIN.',
  fields: (t) => {
    const office = <T>(value: (student: Student, call: Call) => T) => ({
      nullable: true as const,
      resolve: (student: Student, _: object, call: Call) => (isOffice(call.viewer) ? value(student, call) : null),
    })
    const plain = (field: StudentField) => {
      const facts = studentFields[field]
      const { kind } = facts
      if ('sensitive' in facts) return t.string(office((student) => String(student[field] ?? '')))
      if (kind === 'flag') return t.boolean({ resolve: (student) => student[field] === true })
      if (kind === 'day') return t.string({ nullable: true, resolve: (student) => student[field] as string | null })
      return t.string({
        resolve: (student) => (kind === 'phones' ? student.phones.join(', ') : String(student[field] ?? '')),
      })
    }
    return {
      ...(Object.fromEntries(studentFieldNames.map((field) => [field, plain(field)])) as Record<
        StudentField,
        ReturnType<typeof plain>
      >),
      aadharNumber: t.string({
        ...office((student) => maskAadhaar(student.aadharLast4)),
        description: 'XXXX XXXX 1234, or empty for none.',
      }),
      aadharFile: t.id(office((student) => student.aadharFile)),
      photoFile: t.id(office((student) => student.photoFile)),
      qrcode: t.string({
        nullable: true,
        description: 'For SUPERADMIN, who prints and changes the codes; null for everybody else.',
        resolve: (student, _, { viewer }) => (viewer?.role === 'SUPERADMIN' ? student.qrcode : null),
      }),
      createTermId: t.exposeID('createTermId', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }
  },
})

const studentsCan = viewerCan<SchoolRow, 'add' | 'importStudents' | 'importPhotos' | 'editStudents' | 'qrSheet' | 'handOutCodes'>('Students', {
  handOutCodes: studentActions.handOutCodes,
  add: studentActions.add,
  importStudents: studentActions.importStudents,
  importPhotos: studentActions.importPhotos,
  editStudents: studentActions.editStudents,
  qrSheet: studentActions.qrSheet,
})
export const StudentsCanType = studentsCan.type
export const resolveStudentsCan = studentsCan.resolve

export const StudentPageType = builder.objectRef<{ rows: ListedStudent[]; total: number }>('StudentPage').implement({
  fields: (t) => ({
    rows: t.field({ type: [EnrolmentType], resolve: ({ rows }) => rows.map((row) => ({ ...row, student: row })) }),
    total: t.exposeInt('total', { description: 'Number of students on all pages.' }),
  }),
})

export const QrStudentType = builder.objectRef<QrStudent>('QrStudent').implement({
  description: 'A student on the QR sheet.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    qrcode: t.exposeString('qrcode'),
    roll: t.exposeString('roll'),
    className: t.exposeString('className'),
    sectionName: t.exposeString('sectionName'),
  }),
})

export const TermRollType = builder.objectRef<TermRoll>('TermRoll').implement({
  description: 'A roll of a term with its student.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    className: t.exposeString('className'),
    sectionName: t.exposeString('sectionName'),
  }),
})

const LoginSlipType = builder.objectRef<LoginSlip>('LoginSlip').implement({
  description: 'A login slip: the e-mail and one-time code of a student.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    login: t.exposeString('login'),
    code: t.exposeString('code'),
  }),
})

export const LoginSlipsType = builder.objectRef<LoginSlips>('LoginSlips').implement({
  description: 'The login slips of a section. The codes cannot be read again.',
  fields: (t) => ({
    className: t.exposeString('className'),
    sectionName: t.exposeString('sectionName'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    slips: t.field({ type: [LoginSlipType], resolve: ({ slips }) => slips }),
    ownPassword: t.exposeInt('ownPassword', { description: 'Number of students without a slip because they have an own password.' }),
    withoutLogin: t.exposeInt('withoutLogin', { description: 'Number of students without a slip because they have no login e-mail.' }),
  }),
})

export const StudentEditsType = builder.objectRef<StudentEdits>('StudentEdits').implement({
  fields: (t) => ({
    added: t.exposeInt('added'),
    updated: t.exposeInt('updated'),
    deleted: t.exposeInt('deleted'),
  }),
})

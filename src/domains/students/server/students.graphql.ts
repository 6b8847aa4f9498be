import { builder } from '#platform/graphql/builder.ts'
import { ImportedType } from '#platform/graphql/imported.ts'
import { importBy } from '#platform/graphql/importers.ts'
import { OneTimeCodeType } from '#platform/graphql/oneTimeCode.ts'
import { inputType } from '#platform/graphql/input.ts'
import { studentEdit, studentImport } from '../studentFiles.schema.ts'
import {
  newStudentForm,
  qrSheetView,
  studentDisabled,
  studentPhoto,
  studentsOfTerm,
  studentsView,
  studentUpdate,
} from '../students.schema.ts'
import { findKeptStudents, type KeptStudent, previewStudentDeletion, type StudentDeletion } from './deletion.queries.ts'
import { editStudents, exportStudents } from './editStudents.commands.ts'
import { handOutSectionCodes, handOutStudentCode } from './loginCodes.commands.ts'
import { importStudents } from './importStudents.commands.ts'
import {
  addStudent,
  deleteStudent,
  listStudents,
  revealAadhaar,
  setStudentDisabled,
  setStudentPhoto,
  updateStudent,
  viewOwnStudent,
  viewQrSheet,
  viewStudent,
  viewStudentsActions,
  viewTermRolls,
} from './students.commands.ts'
import { studentActions } from './students.permissions.ts'
import {
  LoginSlipsType,
  QrStudentType,
  resolveStudentsCan,
  StudentEditsType,
  StudentPageType,
  StudentsCanType,
  StudentType,
  TermRollType,
} from './students.types.ts'
import { undoStudentsImport } from './undoStudentsImport.commands.ts'

const StudentDeletionType = builder.objectRef<StudentDeletion>('StudentDeletion').implement({
  fields: (t) => ({
    keptBy: t.exposeStringList('keptBy', {
      description: 'Rows that keep the student from being deleted, such as "3 payments"; none where the deletion succeeds.',
    }),
    goesAlong: t.exposeStringList('goesAlong'),
  }),
})

const KeptStudentType = builder.objectRef<KeptStudent>('KeptStudent').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    keptBy: t.exposeStringList('keptBy', { description: 'Rows that keep the student from being deleted, such as "3 payments".' }),
  }),
})

builder.queryFields((t) => ({
  students: t.field({
    type: StudentPageType,
    description: "One page of a term's students.",
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentsView', studentsView) }) },
    resolve: (_, { schoolId, input }, call) => listStudents(call, schoolId, input),
  }),
  student: t.field({
    type: StudentType,
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => viewStudent(call, schoolId, { id }),
  }),
  myStudent: t.field({
    type: StudentType,
    description: 'The record of the student who asks.',
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => viewOwnStudent(call, schoolId, {}),
  }),
  qrSheet: t.field({
    type: [QrStudentType],
    description: 'The codes of the enabled students of a section, a class or a whole term, for printing.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('QrSheetView', qrSheetView) }) },
    resolve: (_, { schoolId, input }, call) => viewQrSheet(call, schoolId, input),
  }),
  termRolls: t.field({
    type: [TermRollType],
    description: 'Who has which roll in a term, in the classes that the viewer may see.',
    args: { schoolId: t.arg.id(), termId: t.arg.id() },
    resolve: (_, { schoolId, termId }, call) => viewTermRolls(call, schoolId, { termId }),
  }),
  studentDeletion: t.field({
    type: StudentDeletionType,
    description: 'What deleting a student would meet, counted.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => previewStudentDeletion(call, schoolId, { id }),
  }),
  keptStudents: t.field({
    type: [KeptStudentType],
    description: 'Those of the students who cannot be deleted. Unknown students are left out.',
    args: { schoolId: t.arg.id(), ids: t.arg.idList() },
    resolve: (_, { schoolId, ids }, call) => findKeptStudents(call, schoolId, { ids }),
  }),
  studentsViewerCan: t.field({
    type: StudentsCanType,
    description: 'What the viewer may do with the students of a school as a whole.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => resolveStudentsCan(await viewStudentsActions(call, schoolId, {}), {}, call),
  }),
}))

builder.mutationFields((t) => ({
  addStudent: t.field({
    type: StudentType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentForm', newStudentForm) }) },
    resolve: (_, { schoolId, input }, call) => addStudent(call, schoolId, input),
  }),
  updateStudent: t.field({
    type: StudentType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentUpdate', studentUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateStudent(call, schoolId, input),
  }),
  setStudentDisabled: t.field({
    type: StudentType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentDisabled', studentDisabled) }) },
    resolve: (_, { schoolId, input }, call) => setStudentDisabled(call, schoolId, input),
  }),
  setStudentPhoto: t.field({
    type: StudentType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentPhoto', studentPhoto) }) },
    resolve: (_, { schoolId, input }, call) => setStudentPhoto(call, schoolId, input),
  }),
  deleteStudent: t.id({
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteStudent(call, schoolId, { id }),
  }),
  revealAadhaar: t.string({
    nullable: true,
    description: 'The whole Aadhaar number of a student, null for none. Each time is written into the audit log.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => revealAadhaar(call, schoolId, { id }),
  }),
  handOutStudentCode: t.field({
    type: OneTimeCodeType,
    description: 'Makes a one-time code in the place of the password of a student. It is answered once and stored hashed.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => handOutStudentCode(call, schoolId, { id }),
  }),
  handOutSectionCodes: t.field({
    type: LoginSlipsType,
    description: 'Makes one-time codes for all students of a section who have no password of their own yet.',
    args: { schoolId: t.arg.id(), sectionId: t.arg.id() },
    resolve: (_, { schoolId, sectionId }, call) => handOutSectionCodes(call, schoolId, { sectionId }),
  }),
  importStudents: t.field({
    type: ImportedType,
    description: 'Adds students from a file, all or none.',
    extensions: importBy(studentActions.importStudents),
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentImport', studentImport) }) },
    resolve: (_, { schoolId, input }, call) => importStudents(call, schoolId, input),
  }),
  undoStudentsImport: t.int({
    description: 'Removes the students of an import while nothing stands on them; answers how many.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => undoStudentsImport(call, schoolId, { id }),
  }),
  exportStudents: t.string({
    description: 'The students of a term as a CSV file for editStudents. Each time is written into the audit log.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentsOfTerm', studentsOfTerm) }) },
    resolve: (_, { schoolId, input }, call) => exportStudents(call, schoolId, input),
  }),
  editStudents: t.field({
    type: StudentEditsType,
    description: 'Changes (U), adds (A) and deletes (D) students from a file, all or none.',
    extensions: importBy(studentActions.editStudents),
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('StudentEdit', studentEdit) }) },
    resolve: (_, { schoolId, input }, call) => editStudents(call, schoolId, input),
  }),
}))

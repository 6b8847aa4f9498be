import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { ImportedType } from '#platform/graphql/imported.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { OneTimeCodeType } from '#platform/graphql/oneTimeCode.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { photoImport, photoStudentsView } from '../photoFiles.schema.ts'
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
import { importStudentPhotos, viewPhotoStudents } from './importPhotos.commands.ts'
import { importStudents } from './importStudents.commands.ts'
import {
  addStudent,
  deleteStudent,
  listStudents,
  openAadhaarScan,
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
import { StudentHeadType } from './studentHead.exports.ts'
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
import './overview.exports.ts'
import { undoPhotosImport } from './undoPhotosImport.commands.ts'
import { undoStudentsImport } from './undoStudentsImport.commands.ts'

const StudentDeletionType = builder.objectRef<StudentDeletion>('StudentDeletion').implement({
  fields: (t) => ({
    keptBy: t.exposeStringList('keptBy', {
      description: 'Records that prevent the deletion, such as "3 payments". Empty when the student can be deleted.',
    }),
    goesAlong: t.exposeStringList('goesAlong'),
  }),
})

const KeptStudentType = builder.objectRef<KeptStudent>('KeptStudent').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    keptBy: t.exposeStringList('keptBy', { description: 'Records that prevent the deletion, such as "3 payments".' }),
  }),
})

builder.queryFields((t) => ({
  students: commandField(t, listStudents, {
    type: StudentPageType,
    description: "A page of a term's students.",
    input: inputType('StudentsView', studentsView),
  }),
  student: commandField(t, viewStudent, { type: StudentType, args: { id: t.arg.id() } }),
  myStudent: commandField(t, viewOwnStudent, { type: StudentType, description: 'The record of the student who is signed in.' }),
  qrSheet: commandField(t, viewQrSheet, {
    work: 30,
    type: [QrStudentType],
    description: 'QR codes of the enabled students of a section, a class or a whole term, for printing.',
    input: inputType('QrSheetView', qrSheetView),
  }),
  termRolls: commandField(t, viewTermRolls, {
    work: 30,
    type: [TermRollType],
    description: 'Rolls of a term with their students, in the classes that the viewer may see.',
    args: { termId: t.arg.id() },
  }),
  photoStudents: commandField(t, viewPhotoStudents, {
    type: [StudentHeadType],
    description: 'The students with some register numbers, before photos are stored by them.',
    input: inputType('PhotoStudentsView', photoStudentsView),
  }),
  studentDeletion: commandField(t, previewStudentDeletion, {
    type: StudentDeletionType,
    description: 'Counts of the records that prevent a deletion, and of those deleted with the student.',
    args: { id: t.arg.id() },
  }),
  keptStudents: commandField(t, findKeptStudents, {
    type: [KeptStudentType],
    description: 'Returns those of the given students who cannot be deleted. Ignores unknown ids.',
    args: { ids: t.arg.idList() },
  }),
  studentsViewerCan: t.field({
    type: StudentsCanType,
    description: 'What the viewer may do with the students of a school as a whole.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => resolveStudentsCan(await viewStudentsActions(call, schoolId, {}), {}, call),
  }),
}))

builder.mutationFields((t) => ({
  addStudent: commandField(t, addStudent, { type: StudentType, input: inputType('StudentForm', newStudentForm) }),
  updateStudent: commandField(t, updateStudent, { type: StudentType, input: inputType('StudentUpdate', studentUpdate) }),
  setStudentDisabled: commandField(t, setStudentDisabled, {
    type: StudentType,
    input: inputType('StudentDisabled', studentDisabled),
  }),
  setStudentPhoto: commandField(t, setStudentPhoto, { type: StudentType, input: inputType('StudentPhoto', studentPhoto) }),
  deleteStudent: commandField(t, deleteStudent, { type: 'ID', args: { id: t.arg.id() } }),
  revealAadhaar: commandField(t, revealAadhaar, {
    type: 'String',
    nullable: true,
    description: 'Returns the whole Aadhaar number of a student, null for none. Each call is audited.',
    args: { id: t.arg.id() },
  }),
  openAadhaarScan: commandField(t, openAadhaarScan, {
    type: 'String',
    nullable: true,
    description: "Returns the address of a student's Aadhaar PDF for five minutes, null for none. Each call is audited.",
    args: { id: t.arg.id() },
  }),
  handOutStudentCode: commandField(t, handOutStudentCode, {
    type: OneTimeCodeType,
    description: "Creates a one-time code that replaces a student's password. It is returned once and stored hashed.",
    args: { id: t.arg.id() },
  }),
  handOutSectionCodes: commandField(t, handOutSectionCodes, {
    work: 100,
    type: LoginSlipsType,
    description: 'Creates one-time codes for all students of a section who have no own password yet.',
    args: { sectionId: t.arg.id() },
  }),
  importStudents: commandField(t, importStudents, {
    type: ImportedType,
    description: 'Adds students from a file, all or none.',
    extensions: importBy(studentActions.importStudents),
    input: inputType('StudentImport', studentImport),
  }),
  importStudentPhotos: commandField(t, importStudentPhotos, {
    type: ImportedType,
    description: 'Stores uploaded photos of students by register number, all or none.',
    extensions: importBy(studentActions.importPhotos),
    input: inputType('PhotoImport', photoImport),
  }),
  undoPhotosImport: commandField(t, undoPhotosImport, {
    work: 200,
    type: 'Int',
    description: 'Brings back the photos that an import has replaced, and returns the number of students.',
    args: { id: t.arg.id() },
  }),
  undoStudentsImport: commandField(t, undoStudentsImport, {
    work: 200,
    type: 'Int',
    description: 'Deletes the students of an import and returns their number. Refused when one has other records.',
    args: { id: t.arg.id() },
  }),
  exportStudents: commandField(t, exportStudents, {
    work: 300,
    type: 'String',
    description: 'Returns the students of a term as a CSV file for editStudents. Each export is audited.',
    input: inputType('StudentsOfTerm', studentsOfTerm),
  }),
  editStudents: commandField(t, editStudents, {
    type: StudentEditsType,
    description: 'Changes (U), adds (A) and deletes (D) students from a file, all or none.',
    extensions: importBy(studentActions.editStudents),
    input: inputType('StudentEdit', studentEdit),
  }),
}))

import { randomUUID } from 'node:crypto'
import type { Who } from '../world/testWorld.ts'
import { accountingExpectations } from './accountingExpectations.ts'
import { attendanceExpectations } from './attendanceExpectations.ts'
import { attentionExpectations } from './attentionExpectations.ts'
import { bookExpectations } from './bookExpectations.ts'
import type { Expectation } from './cells.ts'
import { certificateExpectations } from './certificateExpectations.ts'
import { chatExpectations } from './chatExpectations.ts'
import { concessionExpectations } from './concessionExpectations.ts'
import { guardianExpectations } from './guardian.ts'
import { disciplineExpectations } from './disciplineExpectations.ts'
import { dateSheetExpectations } from './dateSheetExpectations.ts'
import { deviceExpectations } from './deviceExpectations.ts'
import { documentExpectations } from './documentExpectations.ts'
import { examExpectations } from './examExpectations.ts'
import { expenseExpectations } from './expenseExpectations.ts'
import { feeStructureExpectations } from './feeStructureExpectations.ts'
import { idCardExpectations } from './idCardExpectations.ts'
import { lectureExpectations } from './lectureExpectations.ts'
import { legacyExpectations } from './legacyExpectations.ts'
import { messageExpectations } from './messageExpectations.ts'
import { onlineExpectations } from './onlineExpectations.ts'
import { paymentExpectations } from './paymentExpectations.ts'
import { privacyExpectations } from './privacyExpectations.ts'
import { promotionExpectations } from './promotionExpectations.ts'
import { receiptExpectations } from './receiptExpectations.ts'
import { reportExpectations } from './reportExpectations.ts'
import { templateExpectations } from './templateExpectations.ts'

const superadmin = ['superadmin'] as const satisfies readonly Who[]
const admins = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const everybody = [
  'superadmin',
  'admin',
  'limitedAdmin',
  'fees',
  'teacher',
  'attendant',
  'student',
] as const satisfies readonly Who[]

const staff = ['superadmin', 'admin', 'limitedAdmin', 'fees', 'teacher', 'attendant'] as const satisfies readonly Who[]

const newSchool = { name: 'New School', adminPhone: '9876543210', senderId: 'NEWSCH', attType: 'DAILY', term: '2026-27' }
const account = {
  name: 'Fees',
  accNumber: '123456789012',
  ifsc: 'SBIN0001234',
  keyId: 'key',
  keySecret: 'secret',
  misc: 'more',
}
const attachment = { purpose: 'chat-attachment', contentType: 'application/pdf', size: 1000 }
const bus = { busno: 'MH 12 AB 1', deviceId: 'D1', gpsId: '', simNumber: '99' }
const user = {
  name: 'New User',
  phone: '9876543210',
  email: 'new.user@world.test',
  role: 'TEACHER',
  limitedToClasses: false,
  classIds: [],
  zoomId: '',
  zoomPassword: '',
  zoomLink: '',
}

const section = { name: 'Z', sr: 9, teacherIds: [], notificationTime: '' }
const subject = { name: 'Science', sr: 2, teacherIds: [], timetable: [] }
const student = { name: 'New Student', phone: '9876543210', roll: '9' }
const sectionRow = { sr: 1, class: '7', section: 'Z', teachers: '', notificationTime: '', fbId: '' }

/** The extra imports are the admin's: only the admin and a SUPERADMIN can undo them, no other ADMIN. */
const undoing = (kind: 'teachersImport' | 'sectionsImport' | 'studentsImport' | 'photosImport'): Expectation => ({
  who: admins,
  notLimited: true,
  variables: ({ extra }) => ({ id: extra[kind] }),
})

/**
 * Rights on every operation, written from the specification and not from the code. An operation without an entry fails
 * the run.
 */
export const expectations: Readonly<Record<string, Expectation>> = {
  ...accountingExpectations,
  ...attendanceExpectations,
  ...attentionExpectations,
  ...messageExpectations,
  ...bookExpectations,
  ...certificateExpectations,
  ...chatExpectations,
  ...disciplineExpectations,
  ...dateSheetExpectations,
  ...deviceExpectations,
  ...documentExpectations,
  ...examExpectations,
  ...expenseExpectations,
  ...feeStructureExpectations,
  ...idCardExpectations,
  ...lectureExpectations,
  ...legacyExpectations,
  ...guardianExpectations,
  ...onlineExpectations,
  ...paymentExpectations,
  ...concessionExpectations,
  ...privacyExpectations,
  ...promotionExpectations,
  setup: { who: admins, notLimited: true, noRow: true },
  setSetupHidden: { who: admins, notLimited: true, noRow: true, variables: () => ({ input: { hidden: true } }) },
  ...receiptExpectations,
  ...reportExpectations,
  ...templateExpectations,
  viewer: { who: everybody, anybody: true, newcomer: 'CHOOSE_PASSWORD' },
  refusedCommands: { who: everybody, noRow: true },
  backupStatus: { who: superadmin, platform: true },
  waitingWork: { who: superadmin, platform: true },
  schools: { who: superadmin, platform: true, variables: () => ({ societies: false }) },
  school: { who: everybody, noRow: true },
  addSchool: { who: superadmin, platform: true, variables: () => ({ input: newSchool }) },
  updateSchool: { who: admins, notLimited: true, noRow: true, variables: () => ({ input: { name: 'Renamed', feesDate: 10 } }) },
  terms: { who: everybody, noRow: true },
  addTerm: { who: admins, notLimited: true, noRow: true, variables: () => ({ input: { name: '2030-31' } }) },
  updateTerm: { who: admins, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.term, name: '2030-31' } }) },
  setCurrentTerm: { who: admins, notLimited: true, variables: ({ extra }) => ({ id: extra.term }) },
  // An ADMIN limited to classes is refused before the term is read.
  termKeptBy: { who: admins, notLimited: true, noRow: true, variables: ({ extra }) => ({ id: extra.term }) },
  deleteTerm: { who: admins, notLimited: true, variables: ({ extra }) => ({ id: extra.term }) },
  setSmsNames: {
    who: admins,
    notLimited: true,
    variables: ({ termId, class7, class8, extra }) => ({
      input: { termId, names: [class7, class8, extra.emptyClass].map((classId) => ({ classId, smsSuffix: 'City School' })) },
    }),
  },
  bankAccounts: { who: superadmin, noRow: true },
  addBankAccount: { who: superadmin, noRow: true, variables: () => ({ input: account }) },
  updateBankAccount: { who: superadmin, variables: ({ extra }) => ({ input: { id: extra.bankAccount, ...account } }) },
  filesUse: { who: admins, notLimited: true, noRow: true },
  // Other files than a chat's are for the office only: files.test.ts.
  requestUpload: { who: [...admins, 'teacher', 'student'], noRow: true, variables: () => ({ input: attachment }) },

  buses: { who: admins, noRow: true },
  addBus: { who: admins, noRow: true, variables: () => ({ input: bus }) },
  updateBus: { who: admins, variables: ({ extra }) => ({ input: { id: extra.bus, ...bus } }) },
  setBusDisabled: { who: admins, variables: ({ extra }) => ({ input: { id: extra.bus, disabled: true } }) },

  users: { who: admins, noRow: true },
  teachers: { who: admins, noRow: true },
  userRoles: { who: admins, noRow: true },
  user: { who: [...admins, 'teacher'], variables: ({ users }) => ({ id: users.teacher }) },
  userAssignments: { who: admins, variables: ({ extra }) => ({ id: extra.user }) },
  addUser: { who: admins, noRow: true, variables: () => ({ input: { ...user, password: '' } }) },
  updateUser: {
    who: admins,
    variables: ({ extra }) => ({ input: { id: extra.user, ...user, email: extra.userEmail } }),
  },
  setUserDisabled: { who: admins, variables: ({ extra }) => ({ input: { id: extra.user, disabled: true } }) },
  setUserPhoto: { who: admins, variables: ({ extra }) => ({ input: { id: extra.user, photoFile: '' } }) },
  setUserPassword: { who: admins, variables: ({ extra }) => ({ input: { id: extra.user, password: '0123456789' } }) },
  handOutUserCode: { who: admins, variables: ({ extra }) => ({ id: extra.user }) },
  deleteUser: { who: admins, variables: ({ extra }) => ({ id: extra.user }) },
  importTeachers: {
    who: admins,
    noRow: true,
    variables: () => ({ input: { rows: [{ name: 'A Teacher', phone: '9876543210', email: 'a.teacher@world.test' }] } }),
  },
  undoTeachersImport: undoing('teachersImport'),

  classesViewerCan: { who: admins, noRow: true },
  classes: { who: [...admins, 'fees'], variables: ({ termId }) => ({ termId }) },
  sections: { who: [...admins, 'fees', 'teacher', 'attendant'], variables: ({ termId }) => ({ termId }) },
  mySections: { who: ['superadmin', 'teacher'], variables: ({ termId }) => ({ termId }) },
  curriculum: { who: admins, variables: ({ termId }) => ({ termId }) },
  subjects: {
    who: admins,
    variables: ({ section7B }) => ({ sectionId: section7B }),
    outOfClass: ({ section8A }) => ({ sectionId: section8A }),
  },
  addClass: { who: admins, notLimited: true, variables: ({ termId }) => ({ input: { termId, name: '11' } }) },
  updateClass: {
    who: admins,
    variables: ({ class7 }) => ({ input: { id: class7, name: 'VII' } }),
    outOfClass: ({ class8 }) => ({ input: { id: class8, name: 'VIII' } }),
  },
  deleteClass: { who: admins, variables: ({ extra }) => ({ id: extra.emptyClass }) },
  addSection: {
    who: admins,
    variables: ({ class7 }) => ({ input: { ...section, classId: class7 } }),
    outOfClass: ({ class8 }) => ({ input: { ...section, classId: class8 } }),
  },
  updateSection: {
    who: admins,
    variables: ({ class7, section7B }) => ({ input: { ...section, id: section7B, classId: class7 } }),
    outOfClass: ({ class8, section8A }) => ({ input: { ...section, id: section8A, classId: class8 } }),
  },
  deleteSection: {
    who: admins,
    variables: ({ section7B }) => ({ id: section7B }),
    outOfClass: ({ extra }) => ({ id: extra.section8B }),
  },
  importSections: {
    who: admins,
    outOfClassCode: 'BAD_INPUT',
    variables: ({ termId }) => ({ input: { termId, rows: [sectionRow] } }),
    outOfClass: ({ termId }) => ({ input: { termId, rows: [{ ...sectionRow, class: '8' }] } }),
  },
  undoSectionsImport: undoing('sectionsImport'),
  addSubject: {
    who: admins,
    variables: ({ section7B }) => ({ input: { ...subject, sectionId: section7B } }),
    outOfClass: ({ section8A }) => ({ input: { ...subject, sectionId: section8A } }),
  },
  updateSubject: {
    who: admins,
    variables: ({ extra }) => ({ input: { ...subject, id: extra.subject7 } }),
    outOfClass: ({ extra }) => ({ input: { ...subject, id: extra.subject8 } }),
  },
  deleteSubject: {
    who: admins,
    variables: ({ extra }) => ({ id: extra.subject7 }),
    outOfClass: ({ extra }) => ({ id: extra.subject8 }),
  },
  addBook: {
    who: admins,
    variables: ({ extra, users }) => ({
      input: { subjectId: extra.subject7, name: 'Vasant', pages: 90, teacherIds: [users.teacher] },
    }),
    outOfClass: ({ extra, users }) => ({
      input: { subjectId: extra.subject8, name: 'Vasant', pages: 90, teacherIds: [users.teacher] },
    }),
  },
  updateBook: {
    who: admins,
    variables: ({ extra, users }) => ({ input: { id: extra.book7, name: 'Vasant', pages: 90, teacherIds: [users.teacher] } }),
    outOfClass: ({ extra, users }) => ({ input: { id: extra.book8, name: 'Vasant', pages: 90, teacherIds: [users.teacher] } }),
  },
  deleteBook: {
    who: admins,
    variables: ({ extra }) => ({ id: extra.book7 }),
    outOfClass: ({ extra }) => ({ id: extra.book8 }),
  },

  // A term or section of another school is an invalid value of these inputs, or a term without students.
  studentsViewerCan: { who: staff, noRow: true },
  students: { who: staff, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  qrSheet: { who: superadmin, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  termRolls: { who: admins, noRow: true, variables: ({ termId }) => ({ termId }) },
  exportStudents: { who: superadmin, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  udiseBoard: { who: admins, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  udisePage: { who: admins, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  fillGovernmentIds: {
    who: admins,
    noRow: true,
    outOfClassCode: 'BAD_INPUT',
    variables: ({ termId, student7A }) => ({ input: { termId, rows: [{ id: student7A, pincode: '411038' }] } }),
    outOfClass: ({ termId, student8A }) => ({ input: { termId, rows: [{ id: student8A, pincode: '411038' }] } }),
  },
  // With whole numbers, which only the office may get.
  exportUdiseSheet: { who: admins, variables: ({ termId }) => ({ input: { termId, readyOnly: false, wholeAadhaar: true } }) },
  addStudent: {
    who: admins,
    noRow: true,
    outOfClassCode: 'BAD_INPUT',
    outOfClass: ({ termId, class8, section8A }) => ({ input: { ...student, termId, section: `${class8}:${section8A}` } }),
    variables: ({ termId, class7, section7B }) => ({ input: { ...student, termId, section: `${class7}:${section7B}` } }),
  },
  importStudents: {
    who: admins,
    noRow: true,
    outOfClassCode: 'BAD_INPUT',
    outOfClass: ({ termId }) => ({ input: { termId, rows: [{ ...student, class: '8', section: 'A' }] } }),
    variables: ({ termId }) => ({ input: { termId, rows: [{ ...student, class: '7', section: 'B' }] } }),
  },
  studentOverview: {
    who: staff,
    variables: ({ termId, student7A }) => ({ input: { termId, studentId: student7A } }),
    outOfClass: ({ termId, student8A }) => ({ input: { termId, studentId: student8A } }),
    notTheirs: ['teacher'],
  },
  photoStudents: { who: admins, noRow: true, variables: ({ termId }) => ({ input: { termId, registerNos: ['P7', 'P8'] } }) },
  importStudentPhotos: {
    who: admins,
    noRow: true,
    // Only who has sent a photo stores it.
    personal: 'admin',
    personalCode: 'BAD_INPUT',
    outOfClassCode: 'BAD_INPUT',
    variables: ({ extra }) => ({ input: { key: randomUUID(), rows: [{ registerNo: 'P7', photoFile: extra.sentPhoto }] } }),
    outOfClass: ({ extra }) => ({ input: { key: randomUUID(), rows: [{ registerNo: 'P8', photoFile: extra.sentPhoto }] } }),
  },
  undoPhotosImport: undoing('photosImport'),
  undoStudentsImport: undoing('studentsImport'),
  editStudents: {
    who: superadmin,
    noRow: true,
    variables: () => ({ input: { rows: [{ ...student, action: 'A', term: '2026-27', class: '7', section: 'B' }] } }),
  },
  myStudent: { who: ['student'], noRow: true },
  student: {
    who: everybody,
    variables: ({ student7A }) => ({ id: student7A }),
    outOfClass: ({ student8A }) => ({ id: student8A }),
    notTheirs: ['teacher', 'student'],
  },
  updateStudent: {
    who: admins,
    variables: ({ termId, class7, section7B, student7A }) => ({
      input: { ...student, id: student7A, termId, section: `${class7}:${section7B}` },
    }),
    outOfClass: ({ termId, class7, section7B, student8A }) => ({
      input: { ...student, id: student8A, termId, section: `${class7}:${section7B}` },
    }),
  },
  setStudentDisabled: {
    who: admins,
    variables: ({ student7A }) => ({ input: { id: student7A, disabled: true } }),
    outOfClass: ({ student8A }) => ({ input: { id: student8A, disabled: true } }),
  },
  setStudentPhoto: {
    who: admins,
    variables: ({ student7A }) => ({ input: { id: student7A, photoFile: '' } }),
    outOfClass: ({ student8A }) => ({ input: { id: student8A, photoFile: '' } }),
  },
  revealAadhaar: {
    who: admins,
    variables: ({ student7A }) => ({ id: student7A }),
    outOfClass: ({ student8A }) => ({ id: student8A }),
  },
  openAadhaarScan: {
    who: admins,
    variables: ({ student7A }) => ({ id: student7A }),
    outOfClass: ({ student8A }) => ({ id: student8A }),
  },
  // Ids of another school are ignored like unknown ones.
  keptStudents: { who: superadmin, noRow: true, variables: ({ extra }) => ({ ids: [extra.spareStudent] }) },
  studentDeletion: { who: superadmin, variables: ({ extra }) => ({ id: extra.spareStudent }) },
  handOutStudentCode: {
    who: admins,
    variables: ({ student7A }) => ({ id: student7A }),
    outOfClass: ({ student8A }) => ({ id: student8A }),
  },
  handOutSectionCodes: {
    who: admins,
    variables: ({ section7A }) => ({ sectionId: section7A }),
    outOfClass: ({ section8A }) => ({ sectionId: section8A }),
  },
  deleteStudent: { who: superadmin, variables: ({ extra }) => ({ id: extra.spareStudent }) },
}

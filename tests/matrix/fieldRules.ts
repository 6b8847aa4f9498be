import type { Who } from '../world/testWorld.ts'
import type { Asker } from './cells.ts'

/** Who may see values of some kinds. A kind without a rule may be seen by nobody. */
export interface FieldRule {
  kinds: readonly string[]
  who: readonly Asker[]
  /** Operations that may return it; by default all that the person may run. */
  operations?: readonly string[]
  because: string
}

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const counter = [...office, 'fees'] as const satisfies readonly Who[]
const wholeSchool = ['superadmin', 'admin', 'fees'] as const satisfies readonly Who[]
const listed = ['student.name', 'student.phone', 'student.registerNo']
const detailed = ['student.address', 'student.family', 'student.ids', 'student.phones', 'student.rfid']

/**
 * People whose responses contain nothing of a student in class 8: an ADMIN of class 7, the teacher of 7-A, the student
 * there.
 */
export const ofClass7: readonly Who[] = ['limitedAdmin', 'teacher', 'student']

/** The rules, each with its reason. An unused rule is a violation too. */
export const fieldRules: readonly FieldRule[] = [
  {
    kinds: ['student.aadhaar'],
    who: office,
    operations: ['revealAadhaar'],
    because: 'the one audited question for the whole number',
  },
  {
    kinds: ['student.aadhaar'],
    who: office,
    operations: ['exportUdiseSheet'],
    because: 'the portal takes whole numbers; the export is audited, and masks them where whole ones are not asked for',
  },
  { kinds: ['student.sensitive'], who: office, because: 'caste, religion and health are the office’s' },
  { kinds: listed, who: counter, because: 'the office and the counter know every child and whom to call' },
  { kinds: detailed, who: office, because: 'the office keeps the records' },
  { kinds: ['student.loginEmail', 'staff.email', 'teacher.email'], who: office, because: 'those who manage logins' },
  { kinds: ['staff.email'], who: ['fees'], operations: ['viewer'], because: 'the own record' },
  { kinds: ['teacher.email'], who: ['teacher'], because: 'the own e-mail' },
  {
    kinds: listed,
    who: ['teacher', 'attendant'],
    operations: ['students', 'student', 'studentOverview'],
    because: 'the list of students, with the phone to call (specification, Students)',
  },
  {
    kinds: ['student.registerNo'],
    who: ['teacher', 'attendant'],
    operations: [
      'studentYear',
      'attentionCase',
      'addAttentionNote',
      'setAttentionOwner',
      'setAttentionLookAgain',
      'closeAttentionCase',
      'chatThreads',
      'chatThread',
      'openChatThread',
      'markChatRead',
    ],
    because: 'the head of a screen about one student',
  },
  {
    kinds: ['student.phone'],
    who: ['teacher'],
    operations: ['today'],
    because: 'whom to call when a child of the own section is absent',
  },
  { kinds: ['student.name'], who: ['teacher', 'attendant'], because: 'lists of the own sections, and all of them at the gate' },
  {
    kinds: [...listed, ...detailed, 'student.loginEmail'],
    who: ['student'],
    operations: ['myStudent', 'student', 'viewer'],
    because: 'the own record',
  },
  {
    kinds: ['student.name'],
    who: ['student'],
    operations: ['attendLecture', 'sendChatMessage'],
    because: 'the own name on what the student has just done',
  },
  {
    kinds: ['student.name'],
    who: ['student', 'disabled', 'anonymous', 'newcomer', 'guardian', 'teacher', 'attendant'],
    operations: ['family'],
    because: 'whoever has the guardian’s link sees whose fees it pays',
  },
  {
    kinds: ['student.phone'],
    who: ['student', 'disabled', 'anonymous', 'newcomer', 'guardian', 'teacher', 'attendant'],
    operations: ['family'],
    because: 'the form of who pays is filled in with the phone of the link, which the gateway is told (decision 0033)',
  },
  {
    kinds: ['student.name', 'student.qrcode'],
    who: ['guardian'],
    operations: ['familyHome'],
    because: 'the own children with the code of their ID cards',
  },
  {
    kinds: ['student.name', 'chat.text'],
    who: ['guardian'],
    operations: ['familyChat', 'sendFamilyMessage'],
    because: 'the conversations of the own child, with the name of whose family has written',
  },
  {
    kinds: ['student.name'],
    who: ['student', 'guardian'],
    operations: ['reportCard', 'familyReportCard'],
    because: 'report cards of the own child, which are published',
  },
  {
    kinds: ['student.registerNo', 'student.family', 'student.ids'],
    who: ['teacher'],
    operations: ['studentCard'],
    because: 'the report card as it is printed, which a teacher hands out in the own sections',
  },
  {
    kinds: ['student.registerNo'],
    who: ['teacher'],
    operations: ['scoreFile'],
    because: 'the file for marks of the own sections, whose rows are found by it',
  },
  { kinds: ['student.qrcode'], who: ['superadmin'], because: 'prints and changes the codes' },
  {
    kinds: ['teacher.zoomPassword', 'teacher.zoomId', 'teacher.zoomLink', 'teacher.phone'],
    who: office,
    because: 'the form of a user',
  },
  {
    kinds: ['teacher.zoomPassword', 'teacher.zoomId', 'teacher.zoomLink', 'teacher.phone'],
    who: ['teacher'],
    operations: ['user', 'viewer'],
    because: 'the own record',
  },
  { kinds: ['teacher.zoomLink'], who: ['teacher'], operations: ['startLectures'], because: 'it opens as the lecture starts' },
  { kinds: ['colleague.zoomPassword'], who: office, because: 'the form of a user' },
  { kinds: ['staff.phone'], who: office, operations: ['users', 'viewer'], because: 'the list of users' },
  { kinds: ['staff.phone'], who: ['admin', 'fees'], operations: ['viewer'], because: 'the own record' },
  {
    kinds: ['bank.accNumber'],
    who: ['superadmin'],
    operations: ['bankAccounts'],
    because: 'sets accounts up; what is secret of one is written and never read',
  },
  {
    kinds: ['bank.accNumber'],
    who: counter,
    operations: [
      'feeBankAccounts',
      'feeCategories',
      'studentFeeCategories',
      'setStudentFeeCategories',
      'addFeeCategory',
      'updateFeeCategory',
      'importFeeCategories',
    ],
    because: 'where a category’s money goes (specification, Fees structure: account with accNumber)',
  },
  {
    kinds: ['bank.accNumber'],
    who: counter,
    operations: ['cashierDay'],
    because: 'a deposit slip names the account to the bank',
  },
  {
    kinds: ['link.token', 'link.code'],
    who: wholeSchool,
    operations: ['makeGuardianLinks', 'openGuardianLink'],
    because: 'handed to the guardian; opening one is audited',
  },
  {
    kinds: ['order.payerPhone', 'order.payerEmail'],
    who: wholeSchool,
    operations: ['onlineOrders', 'onlineOrdersToSettle', 'checkOrder', 'settleSurplus', 'markGatewayNoticeSeen'],
    because: 'whom to ask about a payment',
  },
  { kinds: ['chat.text'], who: [...office, 'teacher', 'student'], because: 'those who take part in the conversation' },
  { kinds: ['attention.said'], who: [...office, 'teacher'], because: 'those who look after the child' },
  {
    kinds: ['student.phone'],
    who: ['teacher'],
    operations: ['attentionCase', 'addAttentionNote', 'setAttentionOwner', 'setAttentionLookAgain', 'closeAttentionCase'],
    because: 'whom to call about a child of the own sections, as in the list of students',
  },
  { kinds: ['incident.note'], who: [...office, 'teacher'], because: 'those who record incidents of the section' },
]

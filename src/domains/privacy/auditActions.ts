import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { plural, t } from '#shared/texts.ts'
import { fieldTexts } from './fieldTexts.ts'

/** The kinds of rows that an audit row's ids refer to, with their table if it can be looked up. */
export const rowKinds = saidWhenRead({
  STUDENT: { singular: () => t`student`, plural: () => t`students`, table: 'students' },
  USER: { singular: () => t`user`, plural: () => t`users`, table: 'users' },
  PAYMENT: { singular: () => t`payment`, plural: () => t`payments`, table: 'payments' },
  LINE: { singular: () => t`discount`, plural: () => t`discounts`, table: 'collected_lines' },
  WRITE_OFF: { singular: () => t`write-off`, plural: () => t`write-offs`, table: 'collected_lines' },
  WAIVER: { singular: () => t`waiver of a late fee`, plural: () => t`waivers of late fees`, table: 'collected_lines' },
  REFUND: { singular: () => t`refund`, plural: () => t`refunds`, table: 'refunds' },
  CLOSING: { singular: () => t`closing of a day`, plural: () => t`closings of days`, table: 'day_closings' },
  CONCESSION: { singular: () => t`concession`, plural: () => t`concessions`, table: 'concessions' },
  DISCOUNT_REQUEST: { singular: () => t`discount request`, plural: () => t`discount requests`, table: 'discount_requests' },
  CERTIFICATE: { singular: () => t`certificate`, plural: () => t`certificates`, table: 'certificates' },
  INCIDENT: { singular: () => t`incident`, plural: () => t`incidents`, table: 'incidents' },
  CASE: { singular: () => t`case`, plural: () => t`cases`, table: 'attention_cases' },
  MESSAGE: { singular: () => t`message`, plural: () => t`messages`, table: 'messages' },
  THREAD: { singular: () => t`conversation`, plural: () => t`conversations`, table: 'chat_threads' },
  CHAT_MESSAGE: { singular: () => t`chat message`, plural: () => t`chat messages`, table: 'chat_messages' },
  ORDER: { singular: () => t`online order`, plural: () => t`online orders`, table: 'online_orders' },
  NOTICE: { singular: () => t`notice of the gateway`, plural: () => t`notices of the gateway`, table: 'gateway_notices' },
  SURPLUS: { singular: () => t`surplus`, plural: () => t`surpluses`, table: 'online_surplus' },
  LINK: { singular: () => t`pay link`, plural: () => t`pay links`, table: 'guardian_links' },
  REGISTER: { singular: () => t`register`, plural: () => t`registers`, table: 'registers' },
  SCAN: { singular: () => t`scan`, plural: () => t`scans`, table: 'gate_scans' },
  OTHER: { singular: () => t`row`, plural: () => t`rows`, table: null },
})
export type RowKind = keyof typeof rowKinds

/** The areas that the audit log is filtered by, named as in the menu. */
export const areas = saidWhenRead({
  STUDENTS: () => t`Students`,
  MONEY: () => t`Fees and payments`,
  ONLINE: () => t`Online payments`,
  EXPENSES: () => t`Expenses`,
  ATTENDANCE: () => t`Attendance and lectures`,
  GATE: () => t`Gate`,
  CERTIFICATES: () => t`Certificates and ID cards`,
  MESSAGES: () => t`Messages`,
  CHAT: () => t`Chat`,
  DISCIPLINE: () => t`Discipline`,
  PEOPLE: () => t`Users`,
  SCHOOL: () => t`School, classes and settings`,
  DOCUMENTS: () => t`Reports and documents`,
  PRIVACY: () => t`Privacy`,
  SIGN_INS: () => t`Sign-ins`,
})
export type Area = keyof typeof areas

interface AuditAction {
  /** The label on the screen. */
  readonly label: string
  area: Area
  rows: RowKind
}

const actionsIn = (area: Area, rows: RowKind, labels: Readonly<Record<string, () => string>>): [string, AuditAction][] =>
  Object.entries(labels).map(([name, said]) => [
    name,
    {
      get label() {
        return said()
      },
      area,
      rows,
    },
  ])

/** Every action that writes an audit row, by name. A test compares the list with the code. */
export const auditActions: ReadonlyMap<string, AuditAction> = new Map([
  ...actionsIn('STUDENTS', 'STUDENT', {
    'student.add': () => t`Student added`,
    'student.update': () => t`Student changed`,
    'student.chooseLanguage': () => t`Language chosen by the family`,
    'student.setDisabled': () => t`Student disabled or enabled`,
    'student.delete': () => t`Student deleted`,
    'student.handOutCode': () => t`One-time code of a student handed out`,
    'student.handOutCodes': () => t`One-time codes of a section handed out`,
    'student.import': () => t`Students added from a file`,
    'student.importPhotos': () => t`Photos of students saved from a file`,
    'student.undoPhotosImport': () => t`Import of photos undone`,
    'student.edit': () => t`Students changed by a file`,
    'student.export': () => t`Students exported for editing`,
    'udise.fill': () => t`Government ids filled in`,
    'udise.export': () => t`Sheet for UDISE+ exported`,
  }),
  ...actionsIn('STUDENTS', 'OTHER', {
    'student.undoImport': () => t`Import of students undone`,
    'promotion.promote': () => t`Promotion ordered`,
    'promotion.carryOut': () => t`Promotion carried out`,
    'promotion.continue': () => t`Promotion continued`,
    'promotion.reverse': () => t`Promotion reversed`,
    'legacy.order': () => t`Legacy import ordered`,
    'legacy.import': () => t`Legacy import saved`,
  }),
  ...actionsIn('PRIVACY', 'STUDENT', {
    'student.revealAadhaar': () => t`Aadhaar number shown`,
    'student.openAadhaarScan': () => t`Aadhaar PDF opened`,
    'student.exportData': () => t`Data of a student exported`,
    'student.erase': () => t`Student erased`,
    'student.askErasure': () => t`Erasure of a student asked for`,
    'student.stopErasure': () => t`Erasure of a student stopped`,
  }),
  ...actionsIn('MESSAGES', 'OTHER', {
    'code.budgetReached': () => t`Sign-in codes no longer sent: too many were asked for`,
  }),
  ...actionsIn('SIGN_INS', 'OTHER', {
    'account.signIn': () => t`Signed in`,
  }),
  ...actionsIn('SIGN_INS', 'STUDENT', {
    'family.signIn': () => t`Signed in for the family`,
    'student.refuseSignIns': () => t`Sign-in of a student refused after many wrong passwords`,
  }),
  ...actionsIn('SIGN_INS', 'USER', {
    'user.refuseSignIns': () => t`Sign-in of a user refused after many wrong passwords`,
  }),
  ...actionsIn('PRIVACY', 'OTHER', {
    'auditLog.export': () => t`Audit log exported`,
    'retention.save': () => t`Retention changed`,
    'retention.apply': () => t`Expired data removed`,
  }),
  ...actionsIn('MONEY', 'PAYMENT', {
    'payment.collect': () => t`Payment taken`,
    'payment.delete': () => t`Payment deleted`,
    'payment.move': () => t`Payment moved to another student`,
    'payment.settleCheque': () => t`Cheque cleared or failed`,
    'payment.issueReceipt': () => t`Receipt issued`,
    'payment.sendReceipt': () => t`Receipt sent`,
    'payment.remind': () => t`Fee reminders sent`,
  }),
  ...actionsIn('MONEY', 'REFUND', {
    'refund.give': () => t`Money given back`,
    'refund.cancel': () => t`Refund cancelled`,
    'refund.issueVoucher': () => t`Refund voucher issued`,
  }),
  ...actionsIn('MONEY', 'LINE', {
    'payment.giveDiscount': () => t`Discount given`,
    'payment.deleteDiscounts': () => t`Discounts deleted`,
    'openingDues.import': () => t`Dues from before Shala imported`,
    'openingDues.undoImport': () => t`Import of dues from before Shala undone`,
  }),
  ...actionsIn('MONEY', 'DISCOUNT_REQUEST', {
    'discountRequest.approve': () => t`Discount approved`,
    'discountRequest.refuse': () => t`Discount refused`,
    'discountRequest.withdraw': () => t`Request for a discount withdrawn`,
  }),
  ...actionsIn('MONEY', 'CONCESSION', {
    'concession.give': () => t`Concession given`,
    'concession.end': () => t`Concession ended`,
  }),
  ...actionsIn('MONEY', 'WRITE_OFF', {
    'payment.writeOff': () => t`Due written off`,
    'payment.deleteWriteOffs': () => t`Write-offs undone`,
  }),
  ...actionsIn('MONEY', 'WAIVER', {
    'payment.waiveLateFee': () => t`Late fee waived`,
    'payment.undoWaivers': () => t`Waivers of late fees undone`,
  }),
  ...actionsIn('MONEY', 'CLOSING', {
    'cashier.closeDay': () => t`Cashier's day closed`,
    'cashier.reopenDay': () => t`Cashier's day opened again`,
  }),
  ...actionsIn('MONEY', 'OTHER', {
    'feeCategory.add': () => t`Fee category added`,
    'feeCategory.update': () => t`Fee category changed`,
    'feeCategory.delete': () => t`Fee category deleted`,
    'feeCategory.assign': () => t`Fee category assigned to students`,
    'feeCategory.import': () => t`Fees added from a file`,
    'concessionKind.add': () => t`Kind of concession added`,
    'concessionKind.update': () => t`Kind of concession changed`,
    'concessionKind.delete': () => t`Kind of concession deleted`,
    'fee.add': () => t`Fee added`,
    'fee.update': () => t`Fee changed`,
    'fee.delete': () => t`Fee deleted`,
    'fee.reorder': () => t`Fees reordered`,
    'accounting.export': () => t`Accounting export ordered`,
    'accounting.make': () => t`Accounting export made`,
    'accounting.saveLedgers': () => t`Ledgers changed`,
    'bankAccount.add': () => t`Bank account added`,
    'bankAccount.update': () => t`Bank account changed`,
  }),
  ...actionsIn('ONLINE', 'LINK', {
    'guardianLink.make': () => t`Pay link made`,
    'guardianLink.revoke': () => t`Pay link revoked`,
    'guardianLink.send': () => t`Pay link sent`,
  }),
  ...actionsIn('ONLINE', 'ORDER', {
    'onlineOrder.create': () => t`Online payment started`,
    'onlineOrder.success': () => t`Online payment arrived`,
    'onlineOrder.failure': () => t`Online payment failed`,
    'onlineOrder.cancel': () => t`Online payment cancelled`,
    'onlineOrder.mismatch': () => t`Online payment arrived with another amount`,
    'onlineOrder.check': () => t`Online payment checked with the gateway`,
  }),
  ...actionsIn('ONLINE', 'NOTICE', { 'gatewayNotice.see': () => t`Refund or chargeback seen` }),
  ...actionsIn('ONLINE', 'SURPLUS', { 'onlineSurplus.settle': () => t`Surplus settled` }),
  ...actionsIn('EXPENSES', 'OTHER', {
    'expense.add': () => t`Expense added`,
    'expense.delete': () => t`Expense deleted`,
    'expenseCategory.add': () => t`Expense category added`,
    'expenseCategory.delete': () => t`Expense category deleted`,
  }),
  ...actionsIn('ATTENDANCE', 'REGISTER', {
    'attendance.take': () => t`Register taken or corrected`,
    'attendance.import': () => t`Registers added from a file`,
    'lecture.start': () => t`Lecture started`,
    'lecture.end': () => t`Lecture ended`,
    'lecture.close': () => t`Lecture closed because its time was over`,
    'lecture.mark': () => t`Students marked in a lecture`,
    'lecture.attend': () => t`Student joined a lecture`,
    'lecture.arrivals': () => t`Students joined lectures`,
    'lecture.saveProgress': () => t`Books progress saved`,
  }),
  ...actionsIn('ATTENDANCE', 'OTHER', {
    'attendance.changeHolidays': () => t`Holidays changed`,
    'attendance.sendNotice': () => t`Notice of an absence sent by hand`,
    'attendance.nudge': () => t`Teachers reminded of a register`,
    'attendance.holdNotices': () => t`Notices of a section held back or released`,
    'attendance.holdAllNotices': () => t`Notices of the school held back or released`,
  }),
  ...actionsIn('GATE', 'SCAN', {
    'leaveNote.add': () => t`Absence told by the family`,
    'leaveNote.withdraw': () => t`Absence told by the family, taken back`,
    'guardianDevice.add': () => t`Notifications switched on by the family`,
    'guardianDevice.remove': () => t`Notifications switched off by the family`,
    'gate.scan': () => t`Cards scanned at the gate`,
    'gate.deviceScans': () => t`Cards scanned by a device at the gate`,
  }),
  ...actionsIn('GATE', 'OTHER', {
    'gateDevice.add': () => t`Gate device added`,
    'gateDevice.revoke': () => t`Gate device revoked`,
  }),
  ...actionsIn('CERTIFICATES', 'CERTIFICATE', {
    'certificate.issue': () => t`Certificate issued`,
    'certificate.duplicate': () => t`Duplicate of a certificate issued`,
    'certificate.cancel': () => t`Certificate cancelled`,
    'certificate.download': () => t`Certificate downloaded`,
  }),
  ...actionsIn('CERTIFICATES', 'OTHER', {
    'certificate.setNextSerial': () => t`Next serial of certificates set`,
    'certificateFormat.save': () => t`Format of certificates saved`,
    'certificateFormat.setUsual': () => t`Usual format of certificates set`,
    'certificateFormat.delete': () => t`Format of certificates deleted`,
    'idCard.design': () => t`Design of ID cards saved`,
    'idCard.deleteDesign': () => t`Design of ID cards deleted`,
    'idCard.order': () => t`ID cards ordered`,
  }),
  ...actionsIn('MESSAGES', 'MESSAGE', {
    'message.send': () => t`Messages sent`,
    'message.cancel': () => t`Messages cancelled`,
    'message.retry': () => t`Messages sent again`,
  }),
  ...actionsIn('MESSAGES', 'OTHER', {
    'messageTemplate.save': () => t`Message template saved`,
    'messageTemplate.delete': () => t`Message template deleted`,
    'messageKind.set': () => t`Channels of a kind of message changed`,
    'device.add': () => t`Notifications switched on for a device`,
    'device.remove': () => t`Notifications switched off for a device`,
  }),
  ...actionsIn('CHAT', 'THREAD', {
    'chatThread.open': () => t`Conversation opened`,
    'chatThread.markRead': () => t`Conversation read`,
    'chatThread.setClosed': () => t`Conversation closed or opened again`,
  }),
  ...actionsIn('CHAT', 'CHAT_MESSAGE', {
    'chatMessage.send': () => t`Chat message written`,
    'chatMessage.remove': () => t`Chat message removed`,
    'familyMessage.send': () => t`Chat message written by a guardian`,
    'familyChat.markRead': () => t`Conversation read by a guardian`,
  }),
  ...actionsIn('ATTENDANCE', 'CASE', {
    'attention.note': () => t`Call or note about a case`,
    'attention.assign': () => t`Case given to somebody`,
    'attention.lookAgain': () => t`Day to look at a case again`,
    'attention.close': () => t`Case closed by hand`,
    'attention.write': () => t`Message about a case sent`,
  }),
  ...actionsIn('ATTENDANCE', 'OTHER', { 'attention.setRules': () => t`Rules under “Attention” changed` }),
  ...actionsIn('DISCIPLINE', 'INCIDENT', {
    'incident.record': () => t`Incident recorded`,
    'incident.update': () => t`Incident changed`,
    'incident.delete': () => t`Incident deleted`,
  }),
  ...actionsIn('DISCIPLINE', 'OTHER', {
    'incidentType.add': () => t`Incident type added`,
    'incidentType.update': () => t`Incident type changed`,
    'incidentType.delete': () => t`Incident type deleted`,
  }),
  ...actionsIn('PEOPLE', 'USER', {
    'user.add': () => t`User added`,
    'user.update': () => t`User changed`,
    'user.delete': () => t`User deleted`,
    'user.setDisabled': () => t`User disabled or enabled`,
    'user.setPassword': () => t`Password of a user set`,
    'user.handOutCode': () => t`One-time code of a user handed out`,
    'user.importTeachers': () => t`Teachers added from a file`,
    'superadmin.add': () => t`Super administrator added`,
  }),
  ...actionsIn('PEOPLE', 'OTHER', {
    'user.undoImport': () => t`Import of teachers undone`,
    'account.chooseLanguage': () => t`Own language chosen`,
    'account.changePassword': () => t`Own password changed`,
    'account.signOutDevice': () => t`Device signed out`,
    'account.signOutOtherDevices': () => t`Other devices signed out`,
  }),
  ...actionsIn('SCHOOL', 'OTHER', {
    'school.add': () => t`School added`,
    'school.update': () => t`School settings changed`,
    'school.updatePlatformSettings': () => t`Modules of the school changed`,
    'smsNames.set': () => t`SMS names changed`,
    'setup.hide': () => t`First set-up hidden or shown`,
    'term.add': () => t`Term added`,
    'term.update': () => t`Term changed`,
    'term.delete': () => t`Term deleted`,
    'term.setCurrent': () => t`Current term changed`,
    'class.add': () => t`Class added`,
    'class.update': () => t`Class changed`,
    'class.delete': () => t`Class deleted`,
    'section.add': () => t`Section added`,
    'section.update': () => t`Section changed`,
    'section.delete': () => t`Section deleted`,
    'section.import': () => t`Sections added from a file`,
    'section.undoImport': () => t`Import of sections undone`,
    'subject.add': () => t`Subject added`,
    'subject.update': () => t`Subject changed`,
    'subject.delete': () => t`Subject deleted`,
    'book.add': () => t`Book added`,
    'book.update': () => t`Book changed`,
    'book.delete': () => t`Book deleted`,
    'scheme.copy': () => t`Scheme of assessment copied`,
    'scheme.change': () => t`Scheme of assessment changed`,
    'scheme.delete': () => t`Scheme of assessment deleted`,
    'assessment.assess': () => t`Assessment of a class set`,
    'scores.enter': () => t`Scores entered`,
    'scores.import': () => t`Scores imported from a file`,
    'scores.undoImport': () => t`Import of scores undone`,
    'scores.remind': () => t`Teachers reminded of missing marks`,
    'scores.correct': () => t`Scores corrected after they were locked`,
    'scores.lock': () => t`Scores locked`,
    'scores.unlock': () => t`Scores opened again`,
    'results.publish': () => t`Results published`,
    'results.withdraw': () => t`Published results withdrawn`,
    'results.tell': () => t`Families told of report cards`,
    'results.cancelMessages': () => t`Order of messages about report cards taken back`,
    'remark.save': () => t`Remark of the list for report cards saved`,
    'remark.delete': () => t`Remark of the list for report cards deleted`,
    'reexaminations.enter': () => t`Scores of a re-examination entered`,
    'holistic.enter': () => t`Holistic cards filled in`,
    'remark.choose': () => t`Remarks of students for their report cards chosen`,
    'exam.tell': () => t`Families told of an exam`,
    'reportCards.order': () => t`Report cards ordered as a PDF`,
    'exam.tickets': () => t`Hall tickets ordered`,
    'exam.save': () => t`Exam saved`,
    'exam.delete': () => t`Exam deleted`,
    'exam.announce': () => t`Exam announced`,
    'exam.withdraw': () => t`Announcement of an exam withdrawn`,
    'earlierResult.import': () => t`Earlier results imported`,
    'earlierResult.undoImport': () => t`Import of earlier results undone`,
    'earlierResult.delete': () => t`Earlier result deleted`,
    'bus.add': () => t`Bus added`,
    'bus.update': () => t`Bus changed`,
    'bus.setDisabled': () => t`Bus disabled or enabled`,
  }),
  ...actionsIn('DOCUMENTS', 'OTHER', {
    'report.order': () => t`Report ordered`,
    'document.openLink': () => t`Document opened by an e-mailed link`,
    'document.cancel': () => t`Document cancelled`,
    'document.mail': () => t`Document link e-mailed`,
    'file.requestUpload': () => t`File chosen for upload`,
  }),
])

/** Returns an action's label; for a name of an older version, the name itself. */
export function actionLabel(action: string): string {
  return auditActions.get(action)?.label ?? action
}

/** Returns the names of an area's actions. */
export function actionNamesOf(area: Area): string[] {
  return [...auditActions].flatMap(([name, action]) => (action.area === area ? [name] : []))
}

/** Sign-ins are many and seldom looked for: the log shows them where they are asked for. */
export const signInActions: readonly string[] = actionNamesOf('SIGN_INS')

/** Labels of actors that are no signed-in person. */
const actors: Readonly<Record<string, string>> = saidWhenRead({
  GUARDIAN: () => t`A parent`,
  STRANGER: () => t`Somebody unknown`,
  GATEWAY: () => t`The payment gateway`,
  DEVICE: () => t`A gate device`,
  SERVER: () => t`The installation`,
  JOB: () => t`The installation`,
})

/** Returns the label of an actor that is no person; '' for a person's role. */
export function actorLabel(role: string): string {
  return actors[role] ?? ''
}

/** Labels of fields whose names are short, or spelt differently on the screens. */
const columnLabels: Readonly<Record<string, string>> = {
  sr: 'serial number',
  dist: 'district',
  misc: 'miscellaneous data',
  key_id: 'key ID',
  aadhar_number: 'Aadhaar number',
  aadhar_file: 'Aadhaar file',
  aadhar_last4: 'Aadhaar, last four',
  uid_no: 'UID no.',
  aapar: 'APAAR given',
  aapar_id: 'APAAR ID',
  pen_number: 'PEN',
  apaar_consent: 'consent to APAAR',
  name_as_aadhaar: 'name as in Aadhaar',
  pincode: 'PIN code',
  mother_tongue_code: 'mother tongue code',
  bpl: 'BPL',
  aay: 'AAY',
  ews: 'EWS',
  cwsn: 'CWSN',
  udise_sheet: 'sheet for UDISE+',
  previous_of_term: 'year before',
  saral_id: 'SARAL ID',
  rfid: 'RFID',
  qrcode: 'QR code',
  register_no: 'register no.',
  birthdate: 'birth date',
  dob_in_words: 'birth date in words',
  bloodgroup: 'blood group',
  busno: 'bus no.',
  gps_id: 'GPS ID',
  device_id: 'device ID',
  fb_id: 'Facebook ID',
  sim_number: 'SIM number',
  acc_number: 'account number',
  ifsc: 'IFSC',
  att_type: 'attendance type',
  sms_suffix: 'SMS suffix',
  login_email: 'login e-mail',
  zoom_id: 'Zoom ID',
  zoom_link: 'Zoom link',
  zoom_password: 'Zoom password',
  expires_at: 'expiry',
  paid_on: 'day of payment',
}

/** Returns the English label of a column or field, for exports: 'photoFile' is 'photo file'. */
export function columnLabel(field: string): string {
  const column = field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  return columnLabels[column] ?? column.replaceAll('_', ' ')
}

/** Returns the label of a changed field: 'section' for a section's id, 'deleted' for the time of deletion. */
export function fieldLabel(field: string): string {
  const [, wrong] = /^wrongPasswords:(\d+)$/.exec(field) ?? []
  if (wrong !== undefined)
    return t`${plural(Number(wrong), { one: '# wrong password before', other: '# wrong passwords before' })}`
  const label = englishFieldLabel(field)
  return fieldTexts[label]?.() ?? label
}

function englishFieldLabel(field: string): string {
  const label = columnLabel(field)
  const [, noun = label, suffix] = /^([a-z ]+) (ids?|at)$/.exec(label) ?? []
  if (suffix !== 'ids') return noun
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : noun.endsWith('s') ? `${noun}es` : `${noun}s`
}

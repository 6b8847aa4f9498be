/** What the ids of an audit row are ids of, where there is a table to look into. */
export const rowKinds = {
  STUDENT: { one: 'student', many: 'students', table: 'students' },
  USER: { one: 'user', many: 'users', table: 'users' },
  PAYMENT: { one: 'payment', many: 'payments', table: 'payments' },
  LINE: { one: 'discount', many: 'discounts', table: 'collected_lines' },
  CERTIFICATE: { one: 'certificate', many: 'certificates', table: 'certificates' },
  INCIDENT: { one: 'incident', many: 'incidents', table: 'incidents' },
  MESSAGE: { one: 'message', many: 'messages', table: 'messages' },
  THREAD: { one: 'conversation', many: 'conversations', table: 'chat_threads' },
  CHAT_MESSAGE: { one: 'chat message', many: 'chat messages', table: 'chat_messages' },
  ORDER: { one: 'online order', many: 'online orders', table: 'online_orders' },
  SURPLUS: { one: 'surplus', many: 'surpluses', table: 'online_surplus' },
  LINK: { one: 'pay link', many: 'pay links', table: 'guardian_links' },
  REGISTER: { one: 'register', many: 'registers', table: 'registers' },
  SCAN: { one: 'scan', many: 'scans', table: 'gate_scans' },
  OTHER: { one: 'row', many: 'rows', table: null },
} as const
export type RowKind = keyof typeof rowKinds

/** The areas by which the audit log is narrowed, as their entries in the menu are called. */
export const areas = {
  STUDENTS: 'Students',
  MONEY: 'Fees and payments',
  ONLINE: 'Online payments',
  EXPENSES: 'Expenses',
  ATTENDANCE: 'Attendance and lectures',
  GATE: 'Gate',
  CERTIFICATES: 'Certificates and ID cards',
  MESSAGES: 'Messages',
  CHAT: 'Chat',
  DISCIPLINE: 'Discipline',
  PEOPLE: 'Users',
  SCHOOL: 'School, classes and settings',
  DOCUMENTS: 'Reports and documents',
  PRIVACY: 'Privacy',
} as const
export type Area = keyof typeof areas

interface AuditWord {
  /** What was done, in words of a clerk. */
  says: string
  area: Area
  rows: RowKind
}

const words = (area: Area, rows: RowKind, all: Readonly<Record<string, string>>): [string, AuditWord][] =>
  Object.entries(all).map(([name, says]) => [name, { says, area, rows }])

/** Every action that writes an audit row, by its name. A test compares this with what the code does. */
export const auditWords: ReadonlyMap<string, AuditWord> = new Map([
  ...words('STUDENTS', 'STUDENT', {
    'student.add': 'Student added',
    'student.update': 'Student changed',
    'student.setDisabled': 'Student disabled or enabled',
    'student.delete': 'Student deleted',
    'student.handOutCode': 'One-time code of a student handed out',
    'student.handOutCodes': 'One-time codes of a section handed out',
    'student.import': 'Students added from a file',
    'student.edit': 'Students changed by a file',
    'student.export': 'Students taken out for editing',
  }),
  ...words('STUDENTS', 'OTHER', {
    'student.undoImport': 'Import of students taken back',
    'promotion.promote': 'Promotion ordered',
    'promotion.carryOut': 'Promotion carried out',
    'promotion.continue': 'Promotion continued',
    'promotion.reverse': 'Promotion reversed',
    'legacy.order': 'Legacy import ordered',
    'legacy.import': 'Legacy import stored',
  }),
  ...words('PRIVACY', 'STUDENT', {
    'student.revealAadhaar': 'Aadhaar number shown',
    'student.exportData': 'Data of a student exported',
    'student.erase': 'Student erased',
  }),
  ...words('PRIVACY', 'OTHER', {
    'auditLog.export': 'Audit log exported',
    'retention.save': 'Retention changed',
    'retention.apply': 'What is kept no longer was removed',
  }),
  ...words('MONEY', 'PAYMENT', {
    'payment.collect': 'Payment taken',
    'payment.delete': 'Payment deleted',
    'payment.settleCheque': 'Cheque cleared or failed',
    'payment.issueReceipt': 'Receipt given out',
  }),
  ...words('MONEY', 'LINE', {
    'payment.giveDiscount': 'Discount given',
    'payment.deleteDiscounts': 'Discounts deleted',
  }),
  ...words('MONEY', 'OTHER', {
    'feeCategory.add': 'Fee category added',
    'feeCategory.update': 'Fee category changed',
    'feeCategory.delete': 'Fee category deleted',
    'feeCategory.assign': 'Fee category given to students',
    'feeCategory.import': 'Fees added from a file',
    'fee.add': 'Fee added',
    'fee.update': 'Fee changed',
    'fee.delete': 'Fee deleted',
    'fee.reorder': 'Fees put in another order',
    'bankAccount.add': 'Bank account added',
    'bankAccount.update': 'Bank account changed',
  }),
  ...words('ONLINE', 'LINK', {
    'guardianLink.make': 'Pay link made',
    'guardianLink.revoke': 'Pay link revoked',
    'guardianLink.send': 'Pay link sent',
  }),
  ...words('ONLINE', 'ORDER', {
    'onlineOrder.create': 'Online payment begun',
    'onlineOrder.success': 'Online payment arrived',
    'onlineOrder.failure': 'Online payment failed',
    'onlineOrder.cancel': 'Online payment cancelled',
    'onlineOrder.mismatch': 'Online payment arrived with another amount',
    'onlineOrder.check': 'Gateway asked about an online payment',
  }),
  ...words('ONLINE', 'SURPLUS', { 'onlineSurplus.settle': 'Surplus settled' }),
  ...words('EXPENSES', 'OTHER', {
    'expense.add': 'Expense added',
    'expense.delete': 'Expense deleted',
    'expenseCategory.add': 'Expense category added',
    'expenseCategory.delete': 'Expense category deleted',
  }),
  ...words('ATTENDANCE', 'REGISTER', {
    'attendance.take': 'Register taken or corrected',
    'attendance.import': 'Registers added from a file',
    'lecture.start': 'Lecture started',
    'lecture.end': 'Lecture ended',
    'lecture.close': 'Lecture closed because its time was over',
    'lecture.mark': 'Students marked in a lecture',
    'lecture.attend': 'Student came into a lecture',
    'lecture.arrivals': 'Students came into lectures',
    'lecture.saveProgress': 'Books progress saved',
  }),
  ...words('ATTENDANCE', 'OTHER', {
    'attendance.changeHolidays': 'Holidays changed',
    'attendance.holdNotices': 'Notices of a section held back or released',
    'attendance.holdAllNotices': 'Notices of the school held back or released',
  }),
  ...words('GATE', 'SCAN', {
    'gate.scan': 'Cards scanned at the gate',
    'gate.deviceScans': 'Cards scanned by a device at the gate',
  }),
  ...words('GATE', 'OTHER', {
    'gateDevice.add': 'Gate device added',
    'gateDevice.revoke': 'Gate device revoked',
  }),
  ...words('CERTIFICATES', 'CERTIFICATE', {
    'certificate.issue': 'Certificate issued',
    'certificate.duplicate': 'Duplicate of a certificate issued',
    'certificate.cancel': 'Certificate cancelled',
    'certificate.download': 'Certificate downloaded',
  }),
  ...words('CERTIFICATES', 'OTHER', {
    'certificate.setNextSerial': 'Next serial of certificates set',
    'certificateFormat.save': 'Format of certificates saved',
    'certificateFormat.setUsual': 'Usual format of certificates set',
    'certificateFormat.delete': 'Format of certificates deleted',
    'idCard.design': 'Design of ID cards saved',
    'idCard.deleteDesign': 'Design of ID cards deleted',
    'idCard.order': 'ID cards ordered',
  }),
  ...words('MESSAGES', 'MESSAGE', {
    'message.send': 'Messages sent',
    'message.cancel': 'Messages cancelled',
    'message.retry': 'Messages sent again',
  }),
  ...words('MESSAGES', 'OTHER', {
    'messageTemplate.save': 'Message template saved',
    'messageTemplate.delete': 'Message template deleted',
    'messageKind.set': 'Ways of a kind of message changed',
    'device.add': 'Notifications switched on for a device',
    'device.remove': 'Notifications switched off for a device',
  }),
  ...words('CHAT', 'THREAD', {
    'chatThread.open': 'Conversation opened',
    'chatThread.markRead': 'Conversation read',
    'chatThread.setClosed': 'Conversation closed or opened again',
  }),
  ...words('CHAT', 'CHAT_MESSAGE', {
    'chatMessage.send': 'Chat message written',
    'chatMessage.remove': 'Chat message removed',
  }),
  ...words('DISCIPLINE', 'INCIDENT', {
    'incident.record': 'Incident recorded',
    'incident.update': 'Incident changed',
    'incident.delete': 'Incident deleted',
  }),
  ...words('DISCIPLINE', 'OTHER', {
    'incidentType.add': 'Incident type added',
    'incidentType.update': 'Incident type changed',
    'incidentType.delete': 'Incident type deleted',
  }),
  ...words('PEOPLE', 'USER', {
    'user.add': 'User added',
    'user.update': 'User changed',
    'user.delete': 'User deleted',
    'user.setDisabled': 'User disabled or enabled',
    'user.setPassword': 'Password of a user set',
    'user.handOutCode': 'One-time code of a user handed out',
    'user.importTeachers': 'Teachers added from a file',
    'superadmin.add': 'Super administrator added',
  }),
  ...words('PEOPLE', 'OTHER', {
    'user.undoImport': 'Import of teachers taken back',
    'account.changePassword': 'Own password changed',
    'account.signOutDevice': 'Device signed out',
    'account.signOutOtherDevices': 'Other devices signed out',
  }),
  ...words('SCHOOL', 'OTHER', {
    'school.add': 'School added',
    'school.update': 'School settings changed',
    'school.updatePlatformSettings': 'Modules of the school changed',
    'smsNames.set': 'SMS names changed',
    'setup.hide': 'First set-up hidden or shown',
    'term.add': 'Term added',
    'term.rename': 'Term renamed',
    'term.delete': 'Term deleted',
    'term.setCurrent': 'Current term changed',
    'class.add': 'Class added',
    'class.update': 'Class changed',
    'class.delete': 'Class deleted',
    'section.add': 'Section added',
    'section.update': 'Section changed',
    'section.delete': 'Section deleted',
    'section.import': 'Sections added from a file',
    'section.undoImport': 'Import of sections taken back',
    'subject.add': 'Subject added',
    'subject.update': 'Subject changed',
    'subject.delete': 'Subject deleted',
    'book.add': 'Book added',
    'book.update': 'Book changed',
    'book.delete': 'Book deleted',
    'bus.add': 'Bus added',
    'bus.update': 'Bus changed',
    'bus.setDisabled': 'Bus disabled or enabled',
  }),
  ...words('DOCUMENTS', 'OTHER', {
    'report.order': 'Report ordered',
    'document.openLink': 'Document opened by the link of a mail',
    'document.cancel': 'Document cancelled',
    'document.mail': 'Link of a document mailed',
    'file.requestUpload': 'File chosen for upload',
  }),
])

/** What was done, in words; a name that an older version has written, as it is. */
export function wordsOf(action: string): string {
  return auditWords.get(action)?.says ?? action
}

/** The names of the actions of an area. */
export function actionsOf(area: Area): string[] {
  return [...auditWords].flatMap(([name, word]) => (word.area === area ? [name] : []))
}

/** Who it was where no person has signed in. */
const actors: Readonly<Record<string, string>> = {
  GUARDIAN: 'A parent by pay link',
  GATEWAY: 'The payment gateway',
  DEVICE: 'A gate device',
  SERVER: 'The installation',
  JOB: 'The installation',
}

/** Who did something, as far as the role says it; '' for a person's role. */
export function actorOf(role: string): string {
  return actors[role] ?? ''
}

/** Fields whose names are short, or spelt otherwise than on the screens. */
const called: Readonly<Record<string, string>> = {
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

/** The name of a column or field in words: 'photoFile' is 'photo file'. */
export function columnWords(field: string): string {
  const column = field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  return called[column] ?? column.replaceAll('_', ' ')
}

/** What a change was of, in words: a section and not its id, and that something was deleted and not when. */
export function fieldWords(field: string): string {
  const words = columnWords(field)
  const [, one = words, what] = /^([a-z ]+) (ids?|at)$/.exec(words) ?? []
  if (what !== 'ids') return one
  return one.endsWith('y') ? `${one.slice(0, -1)}ies` : one.endsWith('s') ? `${one}es` : `${one}s`
}

/** The kinds of rows that an audit row's ids refer to, with their table if it can be looked up. */
export const rowKinds = {
  STUDENT: { singular: 'student', plural: 'students', table: 'students' },
  USER: { singular: 'user', plural: 'users', table: 'users' },
  PAYMENT: { singular: 'payment', plural: 'payments', table: 'payments' },
  LINE: { singular: 'discount', plural: 'discounts', table: 'collected_lines' },
  CERTIFICATE: { singular: 'certificate', plural: 'certificates', table: 'certificates' },
  INCIDENT: { singular: 'incident', plural: 'incidents', table: 'incidents' },
  MESSAGE: { singular: 'message', plural: 'messages', table: 'messages' },
  THREAD: { singular: 'conversation', plural: 'conversations', table: 'chat_threads' },
  CHAT_MESSAGE: { singular: 'chat message', plural: 'chat messages', table: 'chat_messages' },
  ORDER: { singular: 'online order', plural: 'online orders', table: 'online_orders' },
  SURPLUS: { singular: 'surplus', plural: 'surpluses', table: 'online_surplus' },
  LINK: { singular: 'pay link', plural: 'pay links', table: 'guardian_links' },
  REGISTER: { singular: 'register', plural: 'registers', table: 'registers' },
  SCAN: { singular: 'scan', plural: 'scans', table: 'gate_scans' },
  OTHER: { singular: 'row', plural: 'rows', table: null },
} as const
export type RowKind = keyof typeof rowKinds

/** The areas that the audit log is filtered by, named as in the menu. */
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

interface AuditAction {
  /** The label on the screen. */
  label: string
  area: Area
  rows: RowKind
}

const actionsIn = (area: Area, rows: RowKind, all: Readonly<Record<string, string>>): [string, AuditAction][] =>
  Object.entries(all).map(([name, label]) => [name, { label, area, rows }])

/** Every action that writes an audit row, by name. A test compares the list with the code. */
export const auditActions: ReadonlyMap<string, AuditAction> = new Map([
  ...actionsIn('STUDENTS', 'STUDENT', {
    'student.add': 'Student added',
    'student.update': 'Student changed',
    'student.setDisabled': 'Student disabled or enabled',
    'student.delete': 'Student deleted',
    'student.handOutCode': 'One-time code of a student handed out',
    'student.handOutCodes': 'One-time codes of a section handed out',
    'student.import': 'Students added from a file',
    'student.edit': 'Students changed by a file',
    'student.export': 'Students exported for editing',
  }),
  ...actionsIn('STUDENTS', 'OTHER', {
    'student.undoImport': 'Import of students undone',
    'promotion.promote': 'Promotion ordered',
    'promotion.carryOut': 'Promotion carried out',
    'promotion.continue': 'Promotion continued',
    'promotion.reverse': 'Promotion reversed',
    'legacy.order': 'Legacy import ordered',
    'legacy.import': 'Legacy import stored',
  }),
  ...actionsIn('PRIVACY', 'STUDENT', {
    'student.revealAadhaar': 'Aadhaar number shown',
    'student.exportData': 'Data of a student exported',
    'student.erase': 'Student erased',
  }),
  ...actionsIn('PRIVACY', 'OTHER', {
    'auditLog.export': 'Audit log exported',
    'retention.save': 'Retention changed',
    'retention.apply': 'Expired data removed',
  }),
  ...actionsIn('MONEY', 'PAYMENT', {
    'payment.collect': 'Payment taken',
    'payment.delete': 'Payment deleted',
    'payment.settleCheque': 'Cheque cleared or failed',
    'payment.issueReceipt': 'Receipt issued',
  }),
  ...actionsIn('MONEY', 'LINE', {
    'payment.giveDiscount': 'Discount given',
    'payment.deleteDiscounts': 'Discounts deleted',
  }),
  ...actionsIn('MONEY', 'OTHER', {
    'feeCategory.add': 'Fee category added',
    'feeCategory.update': 'Fee category changed',
    'feeCategory.delete': 'Fee category deleted',
    'feeCategory.assign': 'Fee category assigned to students',
    'feeCategory.import': 'Fees added from a file',
    'fee.add': 'Fee added',
    'fee.update': 'Fee changed',
    'fee.delete': 'Fee deleted',
    'fee.reorder': 'Fees reordered',
    'bankAccount.add': 'Bank account added',
    'bankAccount.update': 'Bank account changed',
  }),
  ...actionsIn('ONLINE', 'LINK', {
    'guardianLink.make': 'Pay link made',
    'guardianLink.revoke': 'Pay link revoked',
    'guardianLink.send': 'Pay link sent',
  }),
  ...actionsIn('ONLINE', 'ORDER', {
    'onlineOrder.create': 'Online payment started',
    'onlineOrder.success': 'Online payment arrived',
    'onlineOrder.failure': 'Online payment failed',
    'onlineOrder.cancel': 'Online payment cancelled',
    'onlineOrder.mismatch': 'Online payment arrived with another amount',
    'onlineOrder.check': 'Online payment checked with the gateway',
  }),
  ...actionsIn('ONLINE', 'SURPLUS', { 'onlineSurplus.settle': 'Surplus settled' }),
  ...actionsIn('EXPENSES', 'OTHER', {
    'expense.add': 'Expense added',
    'expense.delete': 'Expense deleted',
    'expenseCategory.add': 'Expense category added',
    'expenseCategory.delete': 'Expense category deleted',
  }),
  ...actionsIn('ATTENDANCE', 'REGISTER', {
    'attendance.take': 'Register taken or corrected',
    'attendance.import': 'Registers added from a file',
    'lecture.start': 'Lecture started',
    'lecture.end': 'Lecture ended',
    'lecture.close': 'Lecture closed because its time was over',
    'lecture.mark': 'Students marked in a lecture',
    'lecture.attend': 'Student joined a lecture',
    'lecture.arrivals': 'Students joined lectures',
    'lecture.saveProgress': 'Books progress saved',
  }),
  ...actionsIn('ATTENDANCE', 'OTHER', {
    'attendance.changeHolidays': 'Holidays changed',
    'attendance.holdNotices': 'Notices of a section held back or released',
    'attendance.holdAllNotices': 'Notices of the school held back or released',
  }),
  ...actionsIn('GATE', 'SCAN', {
    'gate.scan': 'Cards scanned at the gate',
    'gate.deviceScans': 'Cards scanned by a device at the gate',
  }),
  ...actionsIn('GATE', 'OTHER', {
    'gateDevice.add': 'Gate device added',
    'gateDevice.revoke': 'Gate device revoked',
  }),
  ...actionsIn('CERTIFICATES', 'CERTIFICATE', {
    'certificate.issue': 'Certificate issued',
    'certificate.duplicate': 'Duplicate of a certificate issued',
    'certificate.cancel': 'Certificate cancelled',
    'certificate.download': 'Certificate downloaded',
  }),
  ...actionsIn('CERTIFICATES', 'OTHER', {
    'certificate.setNextSerial': 'Next serial of certificates set',
    'certificateFormat.save': 'Format of certificates saved',
    'certificateFormat.setUsual': 'Usual format of certificates set',
    'certificateFormat.delete': 'Format of certificates deleted',
    'idCard.design': 'Design of ID cards saved',
    'idCard.deleteDesign': 'Design of ID cards deleted',
    'idCard.order': 'ID cards ordered',
  }),
  ...actionsIn('MESSAGES', 'MESSAGE', {
    'message.send': 'Messages sent',
    'message.cancel': 'Messages cancelled',
    'message.retry': 'Messages sent again',
  }),
  ...actionsIn('MESSAGES', 'OTHER', {
    'messageTemplate.save': 'Message template saved',
    'messageTemplate.delete': 'Message template deleted',
    'messageKind.set': 'Channels of a kind of message changed',
    'device.add': 'Notifications switched on for a device',
    'device.remove': 'Notifications switched off for a device',
  }),
  ...actionsIn('CHAT', 'THREAD', {
    'chatThread.open': 'Conversation opened',
    'chatThread.markRead': 'Conversation read',
    'chatThread.setClosed': 'Conversation closed or opened again',
  }),
  ...actionsIn('CHAT', 'CHAT_MESSAGE', {
    'chatMessage.send': 'Chat message written',
    'chatMessage.remove': 'Chat message removed',
  }),
  ...actionsIn('DISCIPLINE', 'INCIDENT', {
    'incident.record': 'Incident recorded',
    'incident.update': 'Incident changed',
    'incident.delete': 'Incident deleted',
  }),
  ...actionsIn('DISCIPLINE', 'OTHER', {
    'incidentType.add': 'Incident type added',
    'incidentType.update': 'Incident type changed',
    'incidentType.delete': 'Incident type deleted',
  }),
  ...actionsIn('PEOPLE', 'USER', {
    'user.add': 'User added',
    'user.update': 'User changed',
    'user.delete': 'User deleted',
    'user.setDisabled': 'User disabled or enabled',
    'user.setPassword': 'Password of a user set',
    'user.handOutCode': 'One-time code of a user handed out',
    'user.importTeachers': 'Teachers added from a file',
    'superadmin.add': 'Super administrator added',
  }),
  ...actionsIn('PEOPLE', 'OTHER', {
    'user.undoImport': 'Import of teachers undone',
    'account.changePassword': 'Own password changed',
    'account.signOutDevice': 'Device signed out',
    'account.signOutOtherDevices': 'Other devices signed out',
  }),
  ...actionsIn('SCHOOL', 'OTHER', {
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
    'section.undoImport': 'Import of sections undone',
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
  ...actionsIn('DOCUMENTS', 'OTHER', {
    'report.order': 'Report ordered',
    'document.openLink': 'Document opened by an e-mailed link',
    'document.cancel': 'Document cancelled',
    'document.mail': 'Document link e-mailed',
    'file.requestUpload': 'File chosen for upload',
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

/** Labels of actors that are no signed-in person. */
const actors: Readonly<Record<string, string>> = {
  GUARDIAN: 'A parent by pay link',
  GATEWAY: 'The payment gateway',
  DEVICE: 'A gate device',
  SERVER: 'The installation',
  JOB: 'The installation',
}

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

/** Returns the label of a column or field: 'photoFile' is 'photo file'. */
export function columnLabel(field: string): string {
  const column = field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  return columnLabels[column] ?? column.replaceAll('_', ' ')
}

/** Returns the label of a changed field: 'section' for a section's id, 'deleted' for the time of deletion. */
export function fieldLabel(field: string): string {
  const label = columnLabel(field)
  const [, noun = label, suffix] = /^([a-z ]+) (ids?|at)$/.exec(label) ?? []
  if (suffix !== 'ids') return noun
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : noun.endsWith('s') ? `${noun}es` : `${noun}s`
}

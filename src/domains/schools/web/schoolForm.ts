import { showMinutes } from '../schools.rules.ts'
import type { SchoolSettingsFragment } from './schools.graphql.ts'

/** How a school's settings stand in the form: minutes as text, '' for what is not set. */
export function formValues(school: SchoolSettingsFragment) {
  const {
    id: _id,
    viewerCan: _viewerCan,
    logoUrl: _logoUrl,
    signatureUrl: _signatureUrl,
    attType: _attType,
    ...settings
  } = school
  return {
    ...settings,
    displayMins: showMinutes(school.displayMins),
    accentColor: school.accentColor ?? '',
    logoFile: school.logoFile ?? '',
    signatureFile: school.signatureFile ?? '',
    subjectwiseSmsTime: school.subjectwiseSmsTime ?? '',
    weeklySmsTime: school.weeklySmsTime ?? '',
    weeklySmsDay: String(school.weeklySmsDay),
    defaultMins: String(school.defaultMins),
    feesDate: String(school.feesDate),
    feePercent: String(school.feePercent),
  }
}

/** What a new school starts with (specification, section 9). */
export const newSchoolValues = {
  name: '',
  description: '',
  adminPhone: '',
  senderId: '',
  term: '',
  attType: 'DAILY' as const,
  accentColor: '',
  isSociety: false,
  onlyAbsent: false,
  defaultAbsent: false,
  smsDisabled: false,
  showRegisterNo: false,
  defaultMins: '60',
  displayMins: '',
  breakdownLectures: false,
  subjectwiseSmsTime: '',
  timetableSummary: false,
  weeklySms: false,
  weeklySmsDay: '1',
  weeklySmsTime: '',
  manySchoolNames: false,
  feesModule: false,
  onlineFees: false,
  feesDate: '5',
  multipleAccounts: false,
  receiptPrefix: '',
  feePercent: '0.001',
  qrcode: false,
  liveLecture: false,
  studentEmail: '',
  chat: false,
  attNotification: false,
  buses: false,
  rfid: false,
  discipline: false,
  village: '',
  taluka: '',
  dist: '',
  state: '',
  email: '',
  recognitionNo: '',
  udise: '',
  medium: '',
  board: '',
  affiliationNo: '',
}

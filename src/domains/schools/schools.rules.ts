import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { type Day, schoolYearStart } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'

/**
 * Returns the first day of a term that was given none: 1 April of the year that its name begins with (`2026-27`), or of
 * the present school year.
 */
export function termStart(name: string, today: Day): Day {
  const year = /^(?:19|20)\d\d/.exec(name)?.[0]
  return year ? `${year}-04-01` : schoolYearStart(today)
}

/** Settings that only a SUPERADMIN may change (specification, sections 2 and 6), with their labels in the form. */
export const platformSettings = saidWhenRead({
  senderId: () => t`Sender ID`,
  logoFile: () => t`Logo`,
  feePercent: () => t`Fee Percent`,
  chargeBearer: () => t`Who Bears the Service Charge`,
  isSociety: () => t`Is Society`,
  smsDisabled: () => t`SMS Disabled`,
  whatsapp: () => t`Whatsapp`,
  dltEntityId: () => t`DLT Entity ID`,
  manySchoolNames: () => t`Many School Names`,
  feesModule: () => t`Fees Module`,
  onlineFees: () => t`Online Fees`,
  multipleAccounts: () => t`Multiple Accounts`,
  upiAddress: () => t`UPI Address`,
  upiPayee: () => t`UPI Payee Name`,
  qrcode: () => t`QR Code`,
  liveLecture: () => t`Live Lecture`,
  chat: () => t`Chat`,
  attNotification: () => t`Attendance Notification`,
  buses: () => t`Buses`,
  rfid: () => t`RFID`,
  discipline: () => t`Discipline`,
  exams: () => t`Exams`,
  filesQuotaMb: () => t`Space for Files, MB`,
})
export type PlatformSetting = keyof typeof platformSettings

/** The modules that students sign in for. Without any of them a school has no student logins and no login format. */
export const loginModules = ['qrcode', 'liveLecture', 'chat', 'rfid', 'discipline', 'attNotification'] as const

/** Whether a school keeps the format of student login e-mails; otherwise it is cleared (specification, section 2). */
export function keepsLoginFormat(school: Partial<Record<(typeof loginModules)[number], boolean>>): boolean {
  return loginModules.some((module) => school[module])
}

/**
 * Parses comma-separated minutes such as `30, 45, 60`, without duplicates and in their order; null for invalid text.
 */
export function parseMinutes(text: string): number[] | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return null
  return [...new Set(parts.map(Number))]
}

/** Formats minutes for the form. */
export function formatMinutes(minutes: readonly number[]): string {
  return minutes.join(', ')
}

/** Returns the fields of a change that differ from the stored values. Undefined fields are ignored. */
export function changedFields<Stored extends object>(stored: Stored, change: Partial<Stored>): (keyof Stored & string)[] {
  return (Object.keys(change) as (keyof Stored & string)[]).filter(
    (field) => change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(stored[field]),
  )
}

/** Fields of a school that are printed on documents besides its name, with their labels in the form. */
export const paperFields = saidWhenRead({
  village: () => t`Village / town`,
  taluka: () => t`Taluka`,
  dist: () => t`District`,
  state: () => t({ message: 'State', context: 'of India' }),
  email: () => t`Email`,
  recognitionNo: () => t`Recognition no.`,
  udise: () => t`UDISE no.`,
  medium: () => t`Medium`,
  board: () => t`Board`,
  affiliationNo: () => t`Affiliation no.`,
})

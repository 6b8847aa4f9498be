/** Settings that only a SUPERADMIN may change (specification, sections 2 and 6), with their labels in the form. */
export const platformSettings = {
  senderId: 'Sender ID',
  logoFile: 'Logo',
  feePercent: 'Fee Percent',
  isSociety: 'Is Society',
  smsDisabled: 'SMS Disabled',
  whatsapp: 'Whatsapp',
  dltEntityId: 'DLT Entity ID',
  manySchoolNames: 'Many School Names',
  feesModule: 'Fees Module',
  onlineFees: 'Online Fees',
  multipleAccounts: 'Multiple Accounts',
  qrcode: 'QR Code',
  liveLecture: 'Live Lecture',
  chat: 'Chat',
  attNotification: 'Attendance Notification',
  buses: 'Buses',
  rfid: 'RFID',
  discipline: 'Discipline',
} as const
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
export const paperFields = {
  village: 'Village / town',
  taluka: 'Taluka',
  dist: 'District',
  state: 'State',
  email: 'Email',
  recognitionNo: 'Recognition no.',
  udise: 'UDISE no.',
  medium: 'Medium',
  board: 'Board',
  affiliationNo: 'Affiliation no.',
} as const

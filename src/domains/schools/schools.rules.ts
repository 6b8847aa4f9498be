/** The settings only a SUPERADMIN may change (specification, sections 2 and 6), with the words the form calls them by. */
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

/** The modules students sign in for: with none of them on, a school has no student logins and so no format for them. */
export const loginModules = ['qrcode', 'liveLecture', 'chat', 'rfid', 'discipline', 'attNotification'] as const

/** Whether the format of the students' login e-mails is kept; otherwise it is blanked (specification, section 2). */
export function keepsLoginFormat(school: Partial<Record<(typeof loginModules)[number], boolean>>): boolean {
  return loginModules.some((module) => school[module])
}

/** Reads comma separated minutes, such as `30, 45, 60`, each once, in the order typed; null when something else stands there. */
export function parseMinutes(text: string): number[] | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return null
  return [...new Set(parts.map(Number))]
}

/** Writes minutes as the form shows them. */
export function showMinutes(minutes: readonly number[]): string {
  return minutes.join(', ')
}

/** The fields of a change that differ from what is stored. Fields that were not given do not count. */
export function changedFields<Stored extends object>(stored: Stored, given: Partial<Stored>): (keyof Stored & string)[] {
  return (Object.keys(given) as (keyof Stored & string)[]).filter(
    (field) => given[field] !== undefined && JSON.stringify(given[field]) !== JSON.stringify(stored[field]),
  )
}

/** What papers say of a school besides its name, with the words the form calls it by. */
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

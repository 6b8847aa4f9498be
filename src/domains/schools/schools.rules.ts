import { t } from '#shared/texts.ts'

/** Settings that only a SUPERADMIN may change (specification, sections 2 and 6), with their labels in the form. */
export const platformSettings = {
  get senderId() {
    return t`Sender ID`
  },
  get logoFile() {
    return t`Logo`
  },
  get feePercent() {
    return t`Fee Percent`
  },
  get isSociety() {
    return t`Is Society`
  },
  get smsDisabled() {
    return t`SMS Disabled`
  },
  get whatsapp() {
    return t`Whatsapp`
  },
  get dltEntityId() {
    return t`DLT Entity ID`
  },
  get manySchoolNames() {
    return t`Many School Names`
  },
  get feesModule() {
    return t`Fees Module`
  },
  get onlineFees() {
    return t`Online Fees`
  },
  get multipleAccounts() {
    return t`Multiple Accounts`
  },
  get qrcode() {
    return t`QR Code`
  },
  get liveLecture() {
    return t`Live Lecture`
  },
  get chat() {
    return t`Chat`
  },
  get attNotification() {
    return t`Attendance Notification`
  },
  get buses() {
    return t`Buses`
  },
  get rfid() {
    return t`RFID`
  },
  get discipline() {
    return t`Discipline`
  },
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
  get village() {
    return t`Village / town`
  },
  get taluka() {
    return t`Taluka`
  },
  get dist() {
    return t`District`
  },
  get state() {
    return t`State`
  },
  get email() {
    return t`Email`
  },
  get recognitionNo() {
    return t`Recognition no.`
  },
  get udise() {
    return t`UDISE no.`
  },
  get medium() {
    return t`Medium`
  },
  get board() {
    return t`Board`
  },
  get affiliationNo() {
    return t`Affiliation no.`
  },
} as const

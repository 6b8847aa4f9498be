import { action, moduleDisabled } from '#platform/action.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'
import type { ScanMeans } from '../gate.rules.ts'

/** Attendants and the office use the gate, if the school scans QR codes or RFID cards. */
const gate = {
  roles: ['SUPERADMIN', 'ADMIN', 'ATTENDANT'],
  general: ({ school }: { school: School }) => (school.qrcode || school.rfid ? null : moduleDisabled()),
} as const
const devices = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'rfid' } as const

function classLimitRefusal({ viewer }: { viewer: Viewer }): string | null {
  return viewer.classIds ? t`You are limited to some classes, and cannot change the gate of the school` : null
}

export const gateActions = {
  area: action<undefined>('gate.area', gate),
  board: action<undefined>('gate.board', gate),
  scan: action<undefined>('gate.scan', gate),
  listDevices: action<{ schoolId: number } | undefined>('gateDevice.list', devices),
  addDevice: action<{ schoolId: number }>('gateDevice.add', { ...devices, general: classLimitRefusal }),
  revokeDevice: action<{ schoolId: number }>('gateDevice.revoke', { ...devices, general: classLimitRefusal }),
}

/** @throws Refusal DISABLED_MODULE for a kind of card that the school does not scan */
export function mustScanMeans(school: School, scans: readonly { means: ScanMeans }[]): void {
  if (scans.every(({ means }) => (means === 'QR' ? school.qrcode : school.rfid))) return
  throw moduleDisabled()
}

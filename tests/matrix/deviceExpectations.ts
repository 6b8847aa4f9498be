import { pushKeysOf } from '#platform/push/keys.ts'
import type { Who } from '../world/testWorld.ts'
import { matrixPassword } from './canaries.ts'
import type { Expectation } from './cells.ts'

const everybody = [
  'superadmin',
  'admin',
  'limitedAdmin',
  'fees',
  'teacher',
  'attendant',
  'student',
] as const satisfies readonly Who[]

const endpoint = 'https://fcm.googleapis.com/fcm/send/matrix'
const device = { endpoint, p256dh: pushKeysOf('a device').publicKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }

/** Rights on devices: everybody, on the own ones. The installation's public key is no secret. */
export const deviceExpectations: Readonly<Record<string, Expectation>> = {
  pushKey: { who: everybody, anybody: true },
  signedInDevices: { who: everybody, noRow: true },
  signOutDevice: { who: everybody, noRow: true, variables: () => ({ input: { id: '00000000-0000-4000-8000-000000000000' } }) },
  signOutOtherDevices: { who: everybody, noRow: true },
  chooseLanguage: { who: everybody, noRow: true, variables: () => ({ input: { language: 'mr' } }) },
  changePassword: {
    who: everybody,
    noRow: true,
    variables: () => ({ input: { currentPassword: matrixPassword, newPassword: 'seven green kites' } }),
  },
  addGuardianDevice: { who: ['guardian'], guardian: true, platform: true, variables: () => ({ input: device }) },
  removeGuardianDevice: { who: ['guardian'], guardian: true, platform: true, variables: () => ({ input: { endpoint } }) },
  addDeviceToken: { who: everybody, noRow: true, variables: () => ({ input: device }) },
  removeDeviceToken: { who: everybody, noRow: true, variables: () => ({ input: { endpoint } }) },
}

import type { Who } from '../world.ts'
import type { Expectation } from './cells.ts'

const superadmin = ['superadmin'] as const satisfies readonly Who[]
const admins = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const everybody = [
  'superadmin',
  'admin',
  'limitedAdmin',
  'fees',
  'teacher',
  'attendant',
  'student',
] as const satisfies readonly Who[]

const bus = { busno: 'MH 12 AB 1', deviceId: 'D1', gpsId: '', simNumber: '99' }

/** Who may do what, written from the specification and not from the code; an operation without an entry fails the run. */
export const expectations: Readonly<Record<string, Expectation>> = {
  viewer: { who: everybody, anybody: true },
  schools: { who: superadmin, platform: true },
  school: { who: everybody, noRow: true },
  terms: { who: everybody, noRow: true },

  buses: { who: admins, noRow: true },
  addBus: { who: admins, noRow: true, variables: () => ({ input: bus }) },
  updateBus: { who: admins, variables: ({ extra }) => ({ input: { id: extra.bus, ...bus } }) },
  setBusDisabled: { who: admins, variables: ({ extra }) => ({ input: { id: extra.bus, disabled: true } }) },
}

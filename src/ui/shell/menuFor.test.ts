import { expect, test } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { type ActiveSchool, flagNames } from '../activeSchool.ts'
import type { AppRoute } from '../routes.ts'
import { menuFor } from './menuFor.ts'
import { HomeIcon } from '#ui/kit/icons.ts'

const load = () => Promise.reject(new Error('not in this test'))
const icon = HomeIcon
const routes: AppRoute[] = [
  { path: '/fees', title: 'Fees', allow: ['ADMIN', 'FEES'], flag: 'feesModule', load, menu: { label: 'Fees', icon, order: 30 } },
  { path: '/users', title: 'Users', allow: ['ADMIN'], load, menu: { label: 'Users', icon, order: 20 } },
  {
    path: '/promotions',
    title: 'Promotions',
    allow: ['ADMIN'],
    load,
    menu: { label: 'Promotions', icon, order: 40, wholeSchool: true },
  },
  { path: '/schools', title: 'Schools', allow: [], withoutSchool: true, load, menu: { label: 'Schools', icon, order: 10 } },
  {
    path: '/expenses',
    title: 'Expenses',
    allow: ['ADMIN'],
    flag: 'feesModule',
    load,
    menu: { label: 'Expenses', icon, order: 35, wholeSchool: true },
  },
  { path: '/teacher', title: 'Classes', allow: ['TEACHER'], load },
  {
    path: '/gate',
    title: 'Gate',
    allow: ['ATTENDANT'],
    flag: ['qrcode', 'rfid'],
    load,
    menu: { label: 'Gate', icon, order: 50 },
  },
]

function school(on: string[]): ActiveSchool {
  const flags = Object.fromEntries(flagNames.map((flag) => [flag, on.includes(flag)])) as ActiveSchool['flags']
  return { id: '1', name: 'One', attType: 'DAILY', language: 'en', accentColor: null, logoUrl: null, flags }
}

const entries = (role: Role, active: ActiveSchool | null) =>
  menuFor(routes, { role, schoolId: role === 'SUPERADMIN' ? '0' : '1' }, active).map((route) => route.path)

test('the menu depends on the role, the flags and the chosen school', () => {
  expect(entries('SUPERADMIN', null)).toEqual(['/schools'])
  expect(entries('SUPERADMIN', school(['feesModule']))).toEqual(['/schools', '/users', '/fees', '/expenses', '/promotions'])
  expect(entries('ADMIN', school(['feesModule']))).toEqual(['/users', '/fees', '/expenses', '/promotions'])
  expect(entries('ADMIN', school([]))).toEqual(['/users', '/promotions'])
  expect(entries('FEES', school(['feesModule']))).toEqual(['/fees'])
  expect(entries('TEACHER', school(['feesModule']))).toEqual([])
})

test('an ADMIN limited to classes does not see screens about the whole school', () => {
  const limited = menuFor(routes, { role: 'ADMIN', schoolId: '1', classIds: ['7'] }, school(['feesModule']))
  expect(limited.map((route) => route.path)).toEqual(['/users', '/fees'])
})

test('one of several flags is enough', () => {
  expect(entries('ATTENDANT', school([]))).toEqual([])
  expect(entries('ATTENDANT', school(['rfid']))).toEqual(['/gate'])
  expect(entries('ATTENDANT', school(['qrcode', 'rfid']))).toEqual(['/gate'])
})

import { expect, test } from 'vitest'
import { landingPath } from './landingPath.ts'

test.each([
  ['SUPERADMIN', '0', '/schools'],
  ['SUPERADMIN', '1', '/dashboard'],
  ['ADMIN', '1', '/dashboard'],
  ['FEES', '1', '/dashboard'],
  ['ATTENDANT', '1', '/dashboard'],
  ['TEACHER', '1', '/teacher'],
  ['STUDENT', '1', '/studentLectures'],
  ['TEACHER', '0', '/schools'],
] as const)('%s of school %s lands on %s', (role, schoolId, path) => {
  expect(landingPath(role, schoolId)).toBe(path)
})

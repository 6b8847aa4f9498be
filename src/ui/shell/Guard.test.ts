import { expect, test } from 'vitest'
import { canSee } from './Guard.tsx'

test.each([
  ['SUPERADMIN', '0', [], true],
  ['ADMIN', '3', ['ADMIN'], true],
  ['ADMIN', '0', ['ADMIN'], false],
  ['ADMIN', '', ['ADMIN'], false],
  ['FEES', '3', ['ADMIN'], false],
] as const)('%s of school %s in an area of %j: %s', (role, schoolId, allow, expected) => {
  expect(canSee(role, schoolId, allow)).toBe(expected)
})

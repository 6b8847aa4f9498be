import type { Role } from '#shared/roles.ts'

/** Returns where / leads after sign-in: the four steps of section 2, in order. */
export function landingPath(role: Role, schoolId: string): string {
  if (schoolId === '0') return '/schools'
  if (role === 'TEACHER') return '/teacher'
  if (role === 'STUDENT') return '/studentLectures'
  return '/dashboard'
}

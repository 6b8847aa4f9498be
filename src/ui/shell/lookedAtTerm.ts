import type { Role } from '#shared/roles.ts'

/** What the term selection changes on the screens of each role; null for those whose screens always show the current term. */
const followers: Readonly<Record<Role, string | null>> = {
  SUPERADMIN: 'Students, classes, reports and fees',
  ADMIN: 'Students, classes, reports and fees',
  FEES: 'Fees and expenses',
  TEACHER: 'Attendance',
  ATTENDANT: 'Attendance',
  STUDENT: null,
}

/** The words under the term selection that say what follows it; null where a role has no selection. */
export function termFollowers(role: Role): string | null {
  return followers[role]
}

/**
 * The term that the screens show: the chosen one where the role has a selection, else the current one, else the first.
 * null while a school has no term.
 */
export function lookedAtTerm<Term extends { id: string; current: boolean }>(
  role: Role,
  terms: readonly Term[],
  chosenId: string | null,
): Term | null {
  const chosen = termFollowers(role) === null ? undefined : terms.find((term) => term.id === chosenId)
  return chosen ?? terms.find((term) => term.current) ?? terms[0] ?? null
}

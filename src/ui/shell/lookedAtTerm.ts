import { t } from '@lingui/core/macro'
import type { Role } from '#shared/roles.ts'

/** What depends on the term selection, by role; null for roles whose screens always show the current term. */
const termDependents: Readonly<Record<Role, string | null>> = {
  SUPERADMIN: t`Students, classes, reports and fees`,
  ADMIN: t`Students, classes, reports and fees`,
  FEES: t`Fees and expenses`,
  TEACHER: t`Attendance`,
  ATTENDANT: t`Attendance`,
  STUDENT: null,
}

/** Returns the text under the term selection that names what depends on it; null for roles without a selection. */
export function termDependentsText(role: Role): string | null {
  return termDependents[role]
}

/**
 * Returns the looked-at term: the chosen one if the role has a selection, else the current one, else the first. null
 * for a school without terms.
 */
export function lookedAtTerm<Term extends { id: string; current: boolean }>(
  role: Role,
  terms: readonly Term[],
  chosenId: string | null,
): Term | null {
  const chosen = termDependentsText(role) === null ? undefined : terms.find((term) => term.id === chosenId)
  return chosen ?? terms.find((term) => term.current) ?? terms[0] ?? null
}

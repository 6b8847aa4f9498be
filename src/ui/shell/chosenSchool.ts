/**
 * Storage key of the school that a SUPERADMIN has chosen. It is stored per tab, so that two tabs can show two schools
 * without one acting on the other's. A new tab or visit starts with this browser's last choice.
 */
const storageKey = (subject: string) => `school:${subject}`

export function readChosenSchool(subject: string): string {
  const stored = sessionStorage.getItem(storageKey(subject)) ?? localStorage.getItem(storageKey(subject)) ?? '0'
  return /^[1-9]\d*$/.test(stored) ? stored : '0'
}

export function storeChosenSchool(subject: string, schoolId: string): void {
  sessionStorage.setItem(storageKey(subject), schoolId)
  localStorage.setItem(storageKey(subject), schoolId)
}

/** Returns the term chosen in this tab's top bar; null for the school's current one. */
export function readChosenTerm(schoolId: string): string | null {
  return sessionStorage.getItem(`term:${schoolId}`)
}

export function storeChosenTerm(schoolId: string, termId: string | null): void {
  if (termId === null) sessionStorage.removeItem(`term:${schoolId}`)
  else sessionStorage.setItem(`term:${schoolId}`, termId)
}

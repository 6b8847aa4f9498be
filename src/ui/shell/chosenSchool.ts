/**
 * The school a SUPERADMIN has chosen, per tab: two tabs may hold two schools without one acting on the other's.
 * A new tab, or the next visit, starts with the last choice made in this browser.
 */
const place = (subject: string) => `school:${subject}`

export function readChosenSchool(subject: string): string {
  const kept = sessionStorage.getItem(place(subject)) ?? localStorage.getItem(place(subject)) ?? '0'
  return /^[1-9]\d*$/.test(kept) ? kept : '0'
}

export function keepChosenSchool(subject: string, schoolId: string): void {
  sessionStorage.setItem(place(subject), schoolId)
  localStorage.setItem(place(subject), schoolId)
}

/** The term chosen in the top bar of this tab; null when it is the school's current one. */
export function readChosenTerm(schoolId: string): string | null {
  return sessionStorage.getItem(`term:${schoolId}`)
}

export function keepChosenTerm(schoolId: string, termId: string | null): void {
  if (termId === null) sessionStorage.removeItem(`term:${schoolId}`)
  else sessionStorage.setItem(`term:${schoolId}`, termId)
}

/**
 * The school a SUPERADMIN has chosen, per tab: two tabs may hold two schools without one acting on the other's.
 * A new tab, or the next visit, starts with the last choice made in this browser.
 */
const place = (viewerId: string) => `school:${viewerId}`

export function readChosenSchool(viewerId: string): string {
  const kept = sessionStorage.getItem(place(viewerId)) ?? localStorage.getItem(place(viewerId)) ?? '0'
  return /^[1-9]\d*$/.test(kept) ? kept : '0'
}

export function keepChosenSchool(viewerId: string, schoolId: string): void {
  sessionStorage.setItem(place(viewerId), schoolId)
  localStorage.setItem(place(viewerId), schoolId)
}

/** The term chosen in the top bar of this tab; null when it is the school's current one. */
export function readChosenTerm(schoolId: string): string | null {
  return sessionStorage.getItem(`term:${schoolId}`)
}

export function keepChosenTerm(schoolId: string, termId: string | null): void {
  if (termId === null) sessionStorage.removeItem(`term:${schoolId}`)
  else sessionStorage.setItem(`term:${schoolId}`, termId)
}

import type { ComponentType } from 'react'
import type { FlagName } from '#ui/activeSchool.ts'

/** A button that another domain adds beside a student's phone at the counter, and to the dues of the student's page. */
export interface AccountAction {
  /** Hidden when the school has this flag off. */
  flag: FlagName
  Button: ComponentType<{ studentId: string; termId: string; label?: string }>
}

const registered: AccountAction[] = []

/** Adds a button to every account at the counter. `src/app/signedIn.tsx` calls it once, before anything is shown. */
export function registerAccountAction(action: AccountAction): void {
  registered.push(action)
}

/** Returns the registered buttons. */
export function accountActions(): readonly AccountAction[] {
  return registered
}

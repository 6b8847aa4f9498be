import type { CommandContext } from '#platform/command.ts'

/** A section that came to another class of its term, with its students. */
export interface MovedSection {
  sectionId: number
  termId: number
  fromClassId: number
}

/**
 * What another domain does in the transaction in which a section comes to another class. The domain is above this one
 * and cannot be imported here; `src/app/domainLinks.ts` registers it.
 */
export type AfterClassChange = (
  running: Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId' | 'school' | 'viewer'>,
  section: MovedSection,
) => Promise<void>

let registered: AfterClassChange | undefined

/** Registers what follows when a section comes to another class, once at start. */
export function registerAfterClassChange(hook: AfterClassChange): void {
  registered = hook
}

export async function afterClassChange(...changed: Parameters<AfterClassChange>): Promise<void> {
  if (!registered) throw new Error('Nothing is registered for sections: import src/app/domainLinks.ts first.')
  await registered(...changed)
}

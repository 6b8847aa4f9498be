/** The address of the fees entries of the shown term. */
export const termEntriesAddress = '/fees?tab=entries&f.days=term'

/** The address of the refunds of the shown term. */
export const refundsAddress = '/fees?tab=refunds'

/** The address of the concessions of the shown term. */
export const concessionsAddress = '/fees?tab=concessions'

/**
 * Returns the address of the pending fees of the shown term.
 * @param due a value of the list's filter by due date or month; '' for what is overdue
 */
export function pendingAddress({ due, classId }: { due: string; classId?: string | undefined }): string {
  const address = new URLSearchParams({ tab: 'pending', 'f.terms': 'this' })
  if (due) address.set('f.due', due)
  if (classId) address.set('f.class', classId)
  return `/fees?${address}`
}

/** Address of what is pending of the years before the shown term. */
export const earlierPendingAddress = `/fees?${new URLSearchParams({ tab: 'pending', 'f.terms': 'earlier', 'f.due': 'any' })}`

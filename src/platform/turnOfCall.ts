import type { Role } from '#shared/roles.ts'
import type { Call } from './command.ts'
import type { Turn } from './fairQueue.ts'
import { networkOf } from './http/network.ts'

/** Roles of people at the counter and in the office, who print while others stand before them. */
const counterRoles: readonly Role[] = ['SUPERADMIN', 'ADMIN', 'FEES']

/**
 * Returns the turn of a call in a queue. Its person is the account; a guardian's session without one; the network of
 * anybody else.
 */
export function turnOfCall({ viewer, guardianToken, address, background }: Call): Turn {
  const person = viewer?.subject ?? guardianToken ?? networkOf(address)
  if (background) return { person, urgency: 'BACKGROUND' }
  return { person, urgency: viewer && counterRoles.includes(viewer.role) ? 'COUNTER' : 'PERSON' }
}

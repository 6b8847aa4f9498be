import { createContext, useContext } from 'react'
import type { SignInClaims } from '#shared/signIn.ts'

/** Session data for the signed-in part, from any sign-in service. */
export interface ShellSession {
  /** Claims of the sign-in; the server's record of the viewer has precedence. */
  claims: SignInClaims
  /** Returns the access token, renewed when it is about to expire; null when the session has ended. */
  accessToken: () => Promise<string | null>
  /** Called when the server said that nobody is signed in: renews the session or ends it. */
  check: () => Promise<void>
  /** Signs out here and at the service, and deletes the person's data in this browser. */
  signOut: () => Promise<void>
  /** Signs out after the server said that the person has no record. Another person's session goes on. */
  signOutWithoutRecord: () => Promise<void>
}

export const ShellSessionContext = createContext<ShellSession | null>(null)

export function useShellSession(): ShellSession {
  const session = useContext(ShellSessionContext)
  if (!session) throw new Error('useShellSession belongs inside the signed-in part.')
  return session
}

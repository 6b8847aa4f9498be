import { createContext, useContext } from 'react'
import type { SignInClaims } from '#shared/signIn.ts'

/** What the signed-in part needs of a session, whichever service keeps it. */
export interface ShellSession {
  /** What the sign-in said; the server's record of the viewer decides. */
  claims: SignInClaims
  /** The access token, renewed when it is about to expire; null when the session is over. */
  accessToken: () => Promise<string | null>
  /** The server said that nobody is signed in: renews, or ends the session. */
  check: () => Promise<void>
  /** Signs out here and at the service; forgets what this browser keeps of the person. */
  signOut: () => Promise<void>
}

export const ShellSessionContext = createContext<ShellSession | null>(null)

export function useShellSession(): ShellSession {
  const session = useContext(ShellSessionContext)
  if (!session) throw new Error('useShellSession belongs inside the signed-in part.')
  return session
}

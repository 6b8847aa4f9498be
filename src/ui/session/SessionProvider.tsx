import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { Session, type SessionState } from './session.ts'

type Actions = Pick<
  Session,
  'signIn' | 'signInElsewhere' | 'signOut' | 'signOutWithoutRecord' | 'accessToken' | 'check' | 'choosePassword'
>

const SessionContext = createContext<(SessionState & Actions) | null>(null)

// One session per page, started before React's first render.
const session = new Session()
const started = session.start()
started.catch((error: unknown) => console.error(error))

/** Provides the session to the whole page. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const current = useSyncExternalStore(session.subscribe, session.current)
  const value = useMemo(() => {
    const { signIn, signInElsewhere, signOut, signOutWithoutRecord, accessToken, check, choosePassword } = session
    return { ...current, signIn, signInElsewhere, signOut, signOutWithoutRecord, accessToken, check, choosePassword }
  }, [current])
  return <SessionContext value={value}>{children}</SessionContext>
}

/**
 * Returns the session: `state` is 'loading', 'signedIn' (then `claims` holds subject, role and school) or 'signedOut'.
 * `accessToken()` and `check()` are for the GraphQL client.
 */
export function useSession(): SessionState & Actions {
  const value = useContext(SessionContext)
  if (!value) throw new Error('useSession belongs inside SessionProvider.')
  return value
}

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { Session, type SessionState } from './session.ts'

type Actions = Pick<Session, 'signIn' | 'signInElsewhere' | 'signOut' | 'accessToken' | 'check' | 'choosePassword'>

const SessionContext = createContext<(SessionState & Actions) | null>(null)

// One for the page, begun before React draws for the first time.
const session = new Session()
const started = session.start()
started.catch((error: unknown) => console.error(error))

/** Holds who is signed in; the whole page stands inside. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const current = useSyncExternalStore(session.subscribe, session.current)
  const value = useMemo(() => {
    const { signIn, signInElsewhere, signOut, accessToken, check, choosePassword } = session
    return { ...current, signIn, signInElsewhere, signOut, accessToken, check, choosePassword }
  }, [current])
  return <SessionContext value={value}>{children}</SessionContext>
}

/**
 * Who is signed in, and what can be done about it: `state` is 'loading', 'signedIn' (then `claims` holds subject, role and
 * school) or 'signedOut'. `accessToken()` and `check()` are for the data client.
 */
export function useSession(): SessionState & Actions {
  const value = useContext(SessionContext)
  if (!value) throw new Error('useSession belongs inside SessionProvider.')
  return value
}

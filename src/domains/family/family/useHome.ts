import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf, languageIsOf, request } from '#domains/onlinefees/family/home.exports.tsx'
import type { Home } from './home.ts'
import { FamilyHomeDocument } from './home.graphql.ts'
import { takePrefetched } from './prefetch.ts'
import { forgetHome, readStoredHome, storeHome } from './storedHome.ts'

/** A page that is looked at longer is read again when somebody comes back to it. */
const staleMs = 30_000

export interface HomeState {
  home: Home | null
  /** When it was read, in milliseconds. */
  at: number
  /** Why the last request failed; null when it succeeded. */
  failure: Failure | null
  isSignedOut: boolean
  /** Reads again in the background. */
  reload: () => Promise<Home | null>
  /** Forgets everything that this device knows of the family. */
  forget: () => void
}

/** Shows what this device knows at once and reads it anew, also when somebody comes back to the page. */
export function useHome(): HomeState {
  const [stored] = useState(readStoredHome)
  const [home, setHome] = useState<Home | null>(stored?.home ?? null)
  const [at, setAt] = useState(stored?.at ?? 0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSignedOut, setSignedOut] = useState(false)
  const readAt = useRef(0)

  const forget = useCallback(() => {
    forgetHome()
    setHome(null)
    setSignedOut(true)
  }, [])

  const reload = useCallback(async () => {
    try {
      const { familyHome } = await (takePrefetched() ?? request(FamilyHomeDocument, {}))
      readAt.current = Date.now()
      storeHome(familyHome, readAt.current)
      languageIsOf(familyHome.schools.map(({ place }) => place))
      setHome(familyHome)
      setAt(readAt.current)
      setFailure(null)
      setSignedOut(false)
      return familyHome
    } catch (error) {
      const failed = failureOf(error)
      if (failed.code === 'SIGNED_OUT') forget()
      else setFailure(failed)
      return null
    }
  }, [forget])

  useEffect(() => {
    void reload()
    const onReturn = () => {
      if (!document.hidden && Date.now() - readAt.current > staleMs) void reload()
    }
    // On the way back from the gateway, a browser may show this page from its cache with old data.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && void reload()
    const onOnline = () => void reload()
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('pageshow', onPageShow)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('pageshow', onPageShow)
      window.removeEventListener('online', onOnline)
    }
  }, [reload])

  return { home, at, failure, isSignedOut, reload, forget }
}

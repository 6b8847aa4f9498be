import { useCallback, useEffect, useState } from 'react'
import { applyAccent } from './accent.ts'
import { takePrefetched } from './prefetch.ts'
import { FamilyDocument } from './family.graphql.ts'
import type { Family } from './selection.ts'
import { request, type Failure, failureOf } from './request.ts'

export interface FamilyState {
  family: Family | null
  /** Why the last load failed; null when it succeeded. */
  failure: Failure | null
  /** Reloads in the background. Returns the loaded family, or null after a failure. */
  reload: () => Promise<Family | null>
}

/** Loads the family of a link, and again when the page comes back into view or the connection returns. */
export function useFamily(hash: string): FamilyState {
  const [family, setFamily] = useState<Family | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  const reload = useCallback(async () => {
    try {
      const answer = await (takePrefetched(hash) ?? request(FamilyDocument, { hash }))
      applyAccent(answer.family.school.accent)
      setFamily(answer.family)
      setFailure(null)
      return answer.family
    } catch (error) {
      setFailure(failureOf(error))
      return null
    }
  }, [hash])

  useEffect(() => {
    void reload()
    // On the way back from the gateway, a browser may show this page from its cache with old data.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && void reload()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [reload])

  useEffect(() => {
    if (failure === null || failure.isFinal) return
    const onOnline = () => void reload()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [failure, reload])

  return { family, failure, reload }
}

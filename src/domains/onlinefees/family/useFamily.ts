import { useCallback, useEffect, useState } from 'react'
import { showAccent } from './accent.ts'
import { takeEarly } from './early.ts'
import { FamilyDocument } from './family.graphql.ts'
import type { Family } from './selection.ts'
import { ask, type Failure, failureOf } from './server.ts'

export interface FamilyState {
  family: Family | null
  /** Why there is no family, or none that is new. */
  failure: Failure | null
  /** Reads it again; what is shown stays until then. Answers what came, or null. */
  reload: () => Promise<Family | null>
}

/** The children of a link with what is due. */
export function useFamily(hash: string): FamilyState {
  const [family, setFamily] = useState<Family | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  const reload = useCallback(async () => {
    try {
      const answer = await (takeEarly(hash) ?? ask(FamilyDocument, { hash }))
      showAccent(answer.family.school.accent)
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
    // Back from the gateway's page a browser may show this one as it was left.
    const shown = (event: PageTransitionEvent) => event.persisted && void reload()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [reload])

  useEffect(() => {
    if (failure === null || failure.isFinal) return
    const again = () => void reload()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [failure, reload])

  return { family, failure, reload }
}

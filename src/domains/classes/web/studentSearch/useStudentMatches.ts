import { t } from '@lingui/core/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useEffect, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import type { StudentSearch } from './parseStudentSearch.ts'
import { FindStudentsDocument, type FindStudentsQuery } from './studentSearch.graphql.ts'

export type StudentMatch = FindStudentsQuery['students']['rows'][number]

export interface StudentMatches {
  /** The text that these are the results of. */
  text: string
  rows: readonly StudentMatch[]
  total: number
  failure: string | null
}

/** Returns a student with the place: `Asha Patil · 7-B · roll 12`. */
export function studentTitle({ student, className, sectionName, roll }: StudentMatch): string {
  return t`${student.name} · ${className}-${sectionName} · roll ${roll}`
}

const maxShown = 10
/** Milliseconds without typing before the server is queried. */
const debounceMs = 120

const noMatches: StudentMatches = { text: '', rows: [], total: 0, failure: null }

/**
 * Searches students while the user types. The previous results stay until the new ones arrive; an outdated request is
 * aborted.
 * @param search the parsed text, null for nothing to search
 */
export function useStudentMatches(typed: string, parsed: StudentSearch | null): StudentMatches {
  const client = useDataClient()
  const { schoolId, termId } = useActiveSchool()
  const [matches, setMatches] = useState(noMatches)
  const text = typed.trim()
  const { search = null, sectionId = null } = parsed ?? {}
  useEffect(() => {
    if (search === null) {
      setMatches({ ...noMatches, text })
      return
    }
    const request = new AbortController()
    const timer = setTimeout(() => {
      const input = { termId, search, pageSize: maxShown, ...(sectionId === null ? {} : { sectionId }) }
      client
        .request(FindStudentsDocument, { schoolId, input }, { signal: request.signal })
        .then(({ students }) => {
          if (!request.signal.aborted) setMatches({ ...noMatches, text, ...students })
        })
        .catch((error: unknown) => {
          if (!request.signal.aborted) setMatches({ ...noMatches, text, failure: genericMessage(failureOf(error)) })
        })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [client, schoolId, termId, text, search, sectionId])
  return matches
}

import { useEffect } from 'react'
import { useShell } from './activeSchool.ts'
import { lastPeoplePrefix, storedRememberMe, tokenStorage } from './session/storage.ts'
import { useShellSession } from './shell/shellSession.ts'

/** Somebody whose page was opened. */
export interface SeenPerson {
  id: string
  name: string
  /** Such as `7-B · roll 12`. */
  hint: string
  /** Address of the page. */
  to: string
}

const most = 5

/** Returns the people whose pages were opened last in a school, the latest first, of this browser's session. */
export function lastPeople(subject: string, schoolId: string): readonly SeenPerson[] {
  try {
    return JSON.parse(tokenStorage(storedRememberMe() === true).getItem(keyOf(subject, schoolId)) ?? '[]') as SeenPerson[]
  } catch {
    return []
  }
}

/** Puts a person before the others, once. */
export function withPerson(people: readonly SeenPerson[], person: SeenPerson): SeenPerson[] {
  return [person, ...people.filter(({ to }) => to !== person.to)].slice(0, most)
}

/** Remembers that a person's page is open, for the palette. */
export function useSeenPerson({ id, name, hint, to }: SeenPerson): void {
  const { claims } = useShellSession()
  const schoolId = useShell().school?.id ?? '0'
  useEffect(() => {
    const people = withPerson(lastPeople(claims.sub, schoolId), { id, name, hint, to })
    try {
      tokenStorage(storedRememberMe() === true).setItem(keyOf(claims.sub, schoolId), JSON.stringify(people))
    } catch (error) {
      // A full storage only leaves the palette without them.
      console.warn(error)
    }
  }, [claims.sub, schoolId, id, name, hint, to])
}

const keyOf = (subject: string, schoolId: string) => `${lastPeoplePrefix}${subject} ${schoolId}`

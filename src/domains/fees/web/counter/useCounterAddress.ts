import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'

/** Returns the address of a student's account at the counter. */
export function accountAddress(studentId: string, termId: string): string {
  return `/fees?${new URLSearchParams({ student: studentId, term: termId })}`
}

export interface CounterAddress {
  /** null while no student is chosen. */
  studentId: string | null
  /** Opens an account, by default in the shown term. */
  open: (studentId: string, termId?: string) => void
  leave: () => void
}

/**
 * Returns the open account, which is in the address with its term, so that links, the command palette and the back
 * button work. An address with another term switches the shown term; switching the term changes the address.
 */
export function useCounterAddress(): CounterAddress {
  const { terms, termId, chooseTerm } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const studentId = address.get('student')
  const addressTermId = address.get('term')
  const isKnown = terms.some((term) => term.id === addressTermId)
  const lastTermId = useRef(termId)

  useEffect(() => {
    const selectorMoved = lastTermId.current !== termId
    lastTermId.current = termId
    if (studentId === null || addressTermId === termId) return
    if (isKnown && addressTermId !== null && !selectorMoved) chooseTerm(addressTermId)
    else setAddress({ student: studentId, term: termId }, { replace: true })
  }, [studentId, addressTermId, isKnown, termId, chooseTerm, setAddress])

  const open = useCallback((id: string, ofTerm = termId) => setAddress({ student: id, term: ofTerm }), [setAddress, termId])
  const leave = useCallback(() => setAddress({}), [setAddress])
  // Shows no account until the address and the shown term agree.
  return { studentId: addressTermId === termId ? studentId : null, open, leave }
}

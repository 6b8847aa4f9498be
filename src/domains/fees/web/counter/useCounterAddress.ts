import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'

/** The address of a student's account at the counter. */
export function accountAddress(studentId: string, termId: string): string {
  return `/fees?${new URLSearchParams({ student: studentId, term: termId })}`
}

export interface CounterAddress {
  /** null while no student is chosen. */
  studentId: string | null
  open: (studentId: string) => void
  leave: () => void
}

/**
 * Whose account is open, kept in the address together with its term, so that links, the palette and the back button work. An
 * address that names another term makes that one the active term; the selector at the top changes the address.
 */
export function useCounterAddress(): CounterAddress {
  const { terms, termId, chooseTerm } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const studentId = address.get('student')
  const asked = address.get('term')
  const known = terms.some((term) => term.id === asked)
  const lastTermId = useRef(termId)

  useEffect(() => {
    const selectorMoved = lastTermId.current !== termId
    lastTermId.current = termId
    if (studentId === null || asked === termId) return
    if (known && asked !== null && !selectorMoved) chooseTerm(asked)
    else setAddress({ student: studentId, term: termId }, { replace: true })
  }, [studentId, asked, known, termId, chooseTerm, setAddress])

  const open = useCallback((id: string) => setAddress({ student: id, term: termId }), [setAddress, termId])
  const leave = useCallback(() => setAddress({}), [setAddress])
  // Until the two agree, the account of neither is shown.
  return { studentId: asked === termId ? studentId : null, open, leave }
}

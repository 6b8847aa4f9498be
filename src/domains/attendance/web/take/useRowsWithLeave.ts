import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LeaveNotesDocument } from './take.graphql.ts'
import type { RegisterData } from './useRegister.ts'

/** Milliseconds between two requests for what guardians have just told. */
const pollMs = 15_000

/** Returns the students of an open register with what their guardians have told, also while it is open. */
export function useRowsWithLeave(register: RegisterData): RegisterData['rows'] {
  const { schoolId } = useActiveSchool()
  const { sectionId, day, rows } = register
  // The register's own answer has them at the start.
  const [isOpenLong, setOpenLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOpenLong(true), pollMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery(LeaveNotesDocument, {
    variables: { schoolId, input: { sectionId, day } },
    pollInterval: pollMs,
    skip: !isOpenLong,
  })
  return useMemo(() => {
    if (!data) return rows
    const notes = new Map(data.leaveNotes.map((note) => [note.studentId, note]))
    return rows.map((row) => {
      const note = notes.get(row.studentId)
      const leaveReason = note?.reason ?? null
      return leaveReason === row.leaveReason ? row : { ...row, leaveReason, leaveToldAt: note?.createdAt ?? null }
    })
  }, [data, rows])
}

import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { ImportRow, RowProblem } from '#ui/import/importTable.ts'
import type { SeatedStudent } from './fileColumns.ts'
import { TermRollsDocument } from './students.graphql.ts'

/**
 * Returns a check for Import Studio that compares the rolls of a file with those of the looked-at term. Until the rolls
 * are loaded, and while offline, only the server refuses taken rolls.
 */
export function useRollCheck(
  check: (rows: readonly ImportRow[], seated?: readonly SeatedStudent[], term?: string) => RowProblem[],
): (rows: readonly ImportRow[]) => RowProblem[] {
  const { schoolId, termId, term } = useActiveSchool()
  const { data } = useQuery(TermRollsDocument, {
    variables: { schoolId, termId },
    skip: !term,
    // Other users may add students meanwhile.
  })
  return useMemo(() => (rows) => check(rows, data?.termRolls, term?.name), [check, data, term])
}

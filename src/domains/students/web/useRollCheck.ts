import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import type { ImportRow, RowProblem } from '../../../ui/import/importTable.ts'
import type { SeatedStudent } from './fileColumns.ts'
import { TermRollsDocument } from './students.graphql.ts'

/**
 * Returns a check of a file's lines beside each other, for ImportStudio, that knows the rolls of the term looked at.
 * Until they are there, and where they cannot be had, it goes without them: the server refuses a taken roll all the same.
 */
export function useRollCheck(
  check: (rows: readonly ImportRow[], seated?: readonly SeatedStudent[], term?: string) => RowProblem[],
): (rows: readonly ImportRow[]) => RowProblem[] {
  const { schoolId, termId, term } = useActiveSchool()
  const { data } = useQuery(TermRollsDocument, {
    variables: { schoolId, termId },
    skip: !term,
    // Others add students meanwhile.
    fetchPolicy: 'cache-and-network',
  })
  return useMemo(() => (rows) => check(rows, data?.termRolls, term?.name), [check, data, term])
}

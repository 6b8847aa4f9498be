import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { ImportRow, RowProblem } from '#ui/import/importTable.ts'
import type { SeatedStudent } from './fileColumns.ts'
import { TermRollsDocument } from './students.graphql.ts'

/**
 * Returns a check of a file's lines for ImportStudio that compares their rolls with those of the term looked at. Until the rolls are
 * loaded, and while there is no connection, taken rolls are refused by the server alone.
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

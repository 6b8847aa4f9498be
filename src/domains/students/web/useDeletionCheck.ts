import { t } from '@lingui/core/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useCallback, useRef, useState } from 'react'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { isDeletion, studentIdOf } from './fileColumns.ts'
import { maxStudentIds } from '../students.schema.ts'
import { KeptStudentsDocument } from './students.graphql.ts'

/**
 * Returns a check of a Bulk Edit file's deletions: a problem for every student who cannot be deleted. The check asks
 * the server about new ids. Its identity changes with the answer, so that Import Studio checks the rows again.
 */
export function useDeletionCheck(): (rows: readonly ImportRow[]) => RowProblem[] {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const requested = useRef(new Set<string>())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())

  const request = useCallback(
    async (ids: readonly string[]) => {
      for (const id of ids) requested.current.add(id)
      try {
        const data = await client.request(KeptStudentsDocument, { schoolId, ids: [...ids] })
        const kept = (data?.keptStudents ?? []).map(({ id, name, keptBy }): [string, string] => [id, keptMessage(name, keptBy)])
        if (kept.length > 0) setProblems((before) => new Map([...before, ...kept]))
      } catch {
        // Ignored: the server refuses these rows when the file is sent.
        for (const id of ids) requested.current.delete(id)
      }
    },
    [client, schoolId],
  )

  return useCallback(
    (rows: readonly ImportRow[]) => {
      const deletions = rows.map((row) => (isDeletion(row) ? (studentIdOf(row) ?? '') : ''))
      const unknown = [...new Set(deletions)].filter((id) => id !== '' && !requested.current.has(id))
      for (let start = 0; start < unknown.length; start += maxStudentIds)
        void request(unknown.slice(start, start + maxStudentIds))
      return deletions.flatMap((id, index): RowProblem[] => {
        const message = problems.get(id)
        return message === undefined ? [] : [{ index, key: 'action', message }]
      })
    },
    [request, problems],
  )
}

/** Returns the reason why a student cannot be deleted. */
function keptMessage(name: string, keptBy: readonly string[]): string {
  return t`${name} has ${joinWithAnd(keptBy)}, which must be kept`
}

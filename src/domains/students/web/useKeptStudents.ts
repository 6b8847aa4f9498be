import { useApolloClient } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { deletes, studentIdOf } from './fileColumns.ts'
import { mostStudentsAsked } from '../students.schema.ts'
import { KeptStudentsDocument } from './students.graphql.ts'

/**
 * Returns a check of a Bulk Edit file's deletions: a problem for every student who cannot be deleted. The check asks the server
 * about ids that it has not seen, and changes its identity with the answer, so that Import Studio checks the rows again.
 */
export function useKeptStudents(): (rows: readonly ImportRow[]) => RowProblem[] {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const asked = useRef(new Set<string>())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())

  const ask = useCallback(
    async (ids: readonly string[]) => {
      for (const id of ids) asked.current.add(id)
      try {
        const { data } = await client.query({
          query: KeptStudentsDocument,
          variables: { schoolId, ids: [...ids] },
          fetchPolicy: 'no-cache',
        })
        const kept = (data?.keptStudents ?? []).map(({ id, name, keptBy }): [string, string] => [id, keptMessage(name, keptBy)])
        if (kept.length > 0) setProblems((before) => new Map([...before, ...kept]))
      } catch {
        // The server refuses these rows when the file is sent.
        for (const id of ids) asked.current.delete(id)
      }
    },
    [client, schoolId],
  )

  return useCallback(
    (rows: readonly ImportRow[]) => {
      const deletions = rows.map((row) => (deletes(row) ? (studentIdOf(row) ?? '') : ''))
      const unknown = [...new Set(deletions)].filter((id) => id !== '' && !asked.current.has(id))
      for (let start = 0; start < unknown.length; start += mostStudentsAsked)
        void ask(unknown.slice(start, start + mostStudentsAsked))
      return deletions.flatMap((id, index): RowProblem[] => {
        const message = problems.get(id)
        return message === undefined ? [] : [{ index, key: 'action', message }]
      })
    },
    [ask, problems],
  )
}

const lists = new Intl.ListFormat('en-IN')

/** Says why a student cannot be deleted. */
export function keptMessage(name: string, keptBy: readonly string[]): string {
  return `${name} has ${lists.format(keptBy)}, which must be kept`
}

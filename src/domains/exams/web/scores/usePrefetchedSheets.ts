import { useEffect, useRef } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import type { BoardSheet } from './boardGroups.ts'
import { ScoreSheetDocument } from './scores.graphql.ts'
import { sheetKey, sheetRef } from './sheetRef.ts'

/** More sheets are not prefetched: they would only use up mobile data. */
const maxPrefetched = 12

/**
 * Prefetches the sheets that a teacher has still to fill, one by one, so that they can be opened without a connection
 * once the board was. They are kept for the next visit as other answers are.
 */
export function usePrefetchedSheets(sheets: readonly BoardSheet[]): void {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const read = useRef(new Set<string>())
  useEffect(() => {
    const missing = sheets
      .filter((sheet) => !sheet.locked && sheet.entered < sheet.needed && !read.current.has(sheetKey(sheet)))
      .slice(0, maxPrefetched)
    void (async () => {
      for (const sheet of missing) {
        read.current.add(sheetKey(sheet))
        await client.knownOrFetched(ScoreSheetDocument, { schoolId, ...sheetRef(sheet) })
      }
    })().catch(() => undefined)
  }, [client, schoolId, sheets])
}

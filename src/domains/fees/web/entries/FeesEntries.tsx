import { useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import { useCallback, useMemo } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { TableFilter } from '#ui/DataTable/columns.ts'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { type TableControl, useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { paymentModes, paymentStates } from '../../payments.schema.ts'
import { modeLabels } from '../../receiptSheet.ts'
import { DayRange } from './DayRange.tsx'
import { ClerksDocument, FeeEntriesDocument, type FeeEntriesQueryVariables } from './entries.graphql.ts'
import { askedEntries, daysOf, shownEntries } from './entriesQuery.ts'
import type { EntryRow } from './entryColumns.tsx'
import { EntryList, pagedView } from './EntryList.tsx'
import { PrintAll } from './PrintAll.tsx'

type View = FeeEntriesQueryVariables['input']

function viewOf(termId: string, query: TableQuery): View {
  const { section: sectionId, clerk, terms, ...filters } = query.filters
  const mode = paymentModes.find((known) => known === filters.mode)
  const state = paymentStates.find((known) => known === filters.state)
  return {
    ...pagedView(query),
    ...daysOf(filters),
    ...(terms === 'every' ? {} : { termId }),
    ...(mode ? { mode } : {}),
    ...(state ? { state } : {}),
    ...(clerk ? { clerk } : {}),
    ...(sectionId ? { sectionId } : {}),
  }
}

/** The tab Fees Entries: what was taken, by day, newest first. */
export default function FeesEntries() {
  const { termId } = useActiveSchool()
  const control = useEntries()
  const filters = useFilters()
  const asked = useCallback((query: TableQuery) => viewOf(termId, query), [termId])
  return (
    <EntryList
      title="FEES ENTRIES"
      fileName="fees-entries"
      document={FeeEntriesDocument}
      viewOf={asked}
      control={control}
      filters={filters}
      head={(data) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
            <DayRange control={control} />
          </Box>
          <PrintAll view={asked(control.query)} count={data?.feeEntries.total ?? 0} lastId={data?.feeEntries.lastId ?? null} />
        </Box>
      )}
      empty={{ text: 'No data found for this term', hint: 'What is collected at the fee counter is listed here.' }}
    />
  )
}

/** The view in the address, where nothing means today. */
function useEntries(): TableControl {
  const { query: asked, changeFrom } = useTableQuery()
  return useMemo(() => {
    const shown = (query: TableQuery) => shownEntries(query, schoolDay(new Date()))
    return { query: shown(asked), change: (patch) => changeFrom((now) => askedEntries(shown(now), patch)) }
  }, [asked, changeFrom])
}

function useFilters(): TableFilter<EntryRow>[] {
  const { schoolId, termId } = useActiveSchool()
  const { sections } = useSectionChoices()
  const { data } = useQuery(ClerksDocument, { variables: { schoolId, input: { termId } } })
  return useMemo(
    () => [
      { key: 'terms', label: 'Term', options: [{ value: 'every', label: 'Every term' }] },
      { key: 'mode', label: 'Mode', options: paymentModes.map((value) => ({ value, label: modeLabels[value] })) },
      { key: 'state', label: 'State', options: paymentStates.map((value) => ({ value, label: value })) },
      { key: 'section', label: 'Section', options: (sections ?? []).map(({ id, title }) => ({ value: id, label: title })) },
      { key: 'clerk', label: 'Clerk', options: (data?.clerks ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    ],
    [sections, data],
  )
}

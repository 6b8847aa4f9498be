import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useCallback, useMemo } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { TableFilter } from '#ui/DataTable/columns.ts'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { type TableControl, useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DayRange } from '#ui/DataTable/DayRange.tsx'
import { parseDays } from '#ui/DataTable/days.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { paymentStates } from '../../payments.schema.ts'
import { stateLabels } from '../stateLabels.ts'
import { ClerksDocument, FeeEntriesDocument, type FeeEntriesQueryVariables } from './entries.graphql.ts'
import { toAddress, withDefaultDay } from './entriesQuery.ts'
import type { EntryRow } from './entryColumns.tsx'
import { EntryList, toPagedView } from './EntryList.tsx'
import { PrintAll } from './PrintAll.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './FeesEntries.module.css'

type View = FeeEntriesQueryVariables['input']

function viewOf(termId: string, query: TableQuery): View {
  const { section: sectionId, clerk, terms, ...filters } = query.filters
  const mode = paymentModeNames.find((known) => known === filters.mode)
  const state = paymentStates.find((known) => known === filters.state)
  return {
    ...toPagedView(query),
    ...parseDays(filters),
    ...(terms === 'every' ? {} : { termId }),
    ...(mode ? { mode } : {}),
    ...(state ? { state } : {}),
    ...(clerk ? { clerk } : {}),
    ...(sectionId ? { sectionId } : {}),
  }
}

/** The Fees Entries tab: payments by day, newest first. */
export default function FeesEntries() {
  const { termId } = useActiveSchool()
  const control = useEntriesControl()
  const filters = useFilters()
  const viewOfTerm = useCallback((query: TableQuery) => viewOf(termId, query), [termId])
  return (
    <EntryList
      title={t`FEES ENTRIES`}
      fileName="fees-entries"
      document={FeeEntriesDocument}
      viewOf={viewOfTerm}
      control={control}
      filters={filters}
      head={(data) => (
        <Row gap={2} align="center" wrap>
          <div className={styles.box}>
            <DayRange control={control} />
          </div>
          <PrintAll
            view={viewOfTerm(control.query)}
            count={data?.feeEntries.total ?? 0}
            lastId={data?.feeEntries.lastId ?? null}
          />
        </Row>
      )}
      empty={{ text: t`No data found for this term`, hint: t`What is collected at the fee counter is listed here.` }}
    />
  )
}

/** Returns the table control with the view in the address. An empty address means today. */
function useEntriesControl(): TableControl {
  const { query: addressQuery, changeFrom } = useTableQuery()
  return useMemo(() => {
    const shown = (query: TableQuery) => withDefaultDay(query, schoolDay(new Date()))
    return { query: shown(addressQuery), change: (patch) => changeFrom((current) => toAddress(shown(current), patch)) }
  }, [addressQuery, changeFrom])
}

function useFilters(): TableFilter<EntryRow>[] {
  const { schoolId, termId } = useActiveSchool()
  const { sections } = useSectionChoices()
  const { data } = useQuery(ClerksDocument, { variables: { schoolId, input: { termId } } })
  return useMemo(
    () => [
      { key: 'terms', label: t`Term`, options: [{ value: 'every', label: t`Every term` }] },
      { key: 'mode', label: t`Mode`, options: paymentModeNames.map((value) => ({ value, label: paymentModes[value].label })) },
      { key: 'state', label: t`State`, options: paymentStates.map((value) => ({ value, label: stateLabels[value] })) },
      { key: 'section', label: t`Section`, options: (sections ?? []).map(({ id, title }) => ({ value: id, label: title })) },
      { key: 'clerk', label: t`Clerk`, options: (data?.clerks ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    ],
    [sections, data],
  )
}

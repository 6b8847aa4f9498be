import { plural, t } from '@lingui/core/macro'
import { useCallback, useMemo } from 'react'
import { schoolTime } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { showMoney } from '#shared/money.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { fetchAllPages, maxPageSize } from '#ui/DataTable/fetchAllPages.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { usePhone } from '#ui/kit/useMedia.ts'
import { Text } from '#ui/kit/Text.tsx'
import { CompareSchoolsDocument, type CompareSchoolsQuery, type CompareSchoolsQueryVariables } from './compare.graphql.ts'
import { presentPercent, type School, schoolFigures } from './figures.ts'
import { SchoolCards } from './SchoolCards.tsx'
import styles from './CompareSchools.module.css'
import { useOpenSchool } from './useOpenSchool.ts'

type Input = CompareSchoolsQueryVariables['input']

const tableDefaults = { name: 'c' } as const
const pollMs = 30_000

function toInput({ search, sort, descending, page, pageSize }: TableQuery): Input {
  const known = sort === 'NAME' ? 'NAME' : schoolFigures.find((figure) => figure.sort === sort)?.sort
  return { search, page, pageSize, ...(known ? { sort: known, descending } : {}) }
}

/** All schools side by side. Each figure leads into the school, to the screen that shows what is behind it. */
export default function CompareSchools() {
  const control = useTableQuery(tableDefaults)
  const client = useDataClient()
  const phone = usePhone()
  const [open, opening] = useOpenSchool()
  const variables = useMemo(() => ({ input: toInput(control.query) }), [control.query])
  const result = useQuery(CompareSchoolsDocument, { variables, pollInterval: pollMs })
  const page = (result.data ?? result.previousData)?.compareSchools
  const all = useCallback(
    (query: TableQuery) =>
      fetchAllPages(async (pageIndex) => {
        const input = { ...toInput(query), page: pageIndex, pageSize: maxPageSize }
        return (await client.request(CompareSchoolsDocument, { input })).compareSchools
      }, rowId),
    [client],
  )
  const columns = useMemo(() => columnsOf(open, opening), [open, opening])
  const footer = page && <Sums page={page} />
  const common = { rows: page?.rows, error: page ? undefined : result.error, onRetry: () => void result.refetch() }
  if (phone)
    return <SchoolCards {...common} total={page?.total ?? 0} control={control} open={open} opening={opening} footer={footer} />
  return (
    <DataTable
      title={t`Compare schools`}
      fileName="schools-compared"
      columns={columns}
      rowId={rowId}
      rowName={({ name }) => name}
      {...common}
      control={control}
      server={{ total: page?.total ?? 0, all, loading: result.loading && !result.data }}
      searchLabel={t`Search schools`}
      empty={{ text: t`No schools yet`, hint: t`Schools are compared here once there are some.` }}
      footer={footer}
    />
  )
}

const rowId = ({ id }: School) => id

function columnsOf(open: (id: string, to: string) => Promise<void>, opening: string | null): Column<School>[] {
  return [
    {
      key: 'NAME',
      header: t`School`,
      flex: 2,
      value: ({ name }) => name,
      render: ({ id, name, description }) => (
        <button
          type="button"
          className={styles.name}
          disabled={opening !== null}
          title={description}
          onClick={() => void open(id, '/dashboard')}
        >
          {name}
        </button>
      ),
    },
    ...schoolFigures.map(
      ({ sort, label, value, text, money, to }): Column<School> => ({
        key: sort,
        header: label,
        numeric: true,
        money,
        value,
        render: (school) => (
          <button
            type="button"
            className={styles.figure}
            disabled={opening !== null}
            aria-label={t`${label} of ${school.name}: ${text(school)}`}
            onClick={() => void open(school.id, to())}
          >
            {text(school)}
          </button>
        ),
      }),
    ),
  ]
}

function Sums({ page: { sums, total, rows } }: { page: CompareSchoolsQuery['compareSchools'] }) {
  const percent = presentPercent(sums)
  const oldest = rows
    .map(({ countedAt }) => countedAt ?? '')
    .filter(Boolean)
    .sort()[0]
  const time = oldest ? schoolTime(new Date(oldest)).slice(0, 5) : ''
  return (
    <div>
      <TableSums
        sums={[
          { label: t`Students`, value: showCount(sums.students) },
          ...(percent === null ? [] : [{ label: t`Present today`, value: `${percent.toFixed(1)}%` }]),
          { label: t`Collected today`, value: showMoney(sums.collectedToday), strong: true },
          { label: t`Collected this term`, value: showMoney(sums.collectedTerm) },
          { label: t`Overdue`, value: showMoney(sums.overdue) },
          { label: t`Days not closed`, value: showCount(sums.openDays) },
        ]}
        count={plural(total, { one: '# school', other: '# schools' })}
      />
      {time && (
        <Text tone="quiet" size="tiny">
          {t`Counted at ${time}. The figures of the schools on this page are at most a minute old, the sums ten minutes.`}
        </Text>
      )}
    </div>
  )
}

import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { usePhone } from '#ui/kit/useMedia.ts'
import { useIsNamedByPage } from '../pageNames.ts'
import type { TableFilter } from './columns.ts'
import { ExportButton } from './ExportButton.tsx'
import { toExportTable } from './exportRows.ts'
import { Filters, type FiltersProps } from './Filters.tsx'
import type { TableQuery } from './tableQuery.ts'
import type { ColumnChoice } from './useColumnChoice.ts'
import styles from './TableToolbar.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { HeardText } from '#ui/kit/HeardText.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ClearIcon, ColumnsIcon, SearchIcon } from '#ui/kit/icons.ts'
import { classes } from '#ui/kit/classes.ts'
import { TextField } from '#ui/kit/TextField.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { Menu } from '#ui/kit/Menu.tsx'

const FiltersButton = lazy(() => import('./FiltersButton.tsx'))

export interface TableToolbarProps<Row> {
  title: string
  fileName: string
  query: TableQuery
  change: (patch: Partial<TableQuery>) => void
  filters: readonly TableFilter<Row>[]
  choice: ColumnChoice<Row>
  total: number
  /** True while a search or a filter is active. */
  narrowed: boolean
  rowsToExport: (all: boolean) => Promise<readonly Row[]>
  /** Whether the first column is Sr.No. */
  serialNumber: boolean
  searchLabel: string
  /** True for an empty list, which has nothing to search, filter or export. */
  quiet: boolean
}

/** Title, search, filters, choice of columns and export of a table, in one line. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { title, query, change, filters, choice, quiet, searchLabel } = props
  const isNamed = useIsNamedByPage(title)
  // The titles of the specification are in capitals, which nobody needs to read on the screen.
  const look = classes(styles.title, isInCapitals(title) && styles.lower)
  return (
    <>
      {isNamed ? (
        <HeardText as="h2">{title}</HeardText>
      ) : (
        <Heading level={2} className={look}>
          {title}
        </Heading>
      )}
      {!quiet && (
        <div className={styles.line}>
          <SearchField label={searchLabel} value={query.search} onChange={(search) => change({ search })} />
          {filters.length > 0 && <FiltersPlace query={query} change={change} filters={filters} />}
          <div className={styles.tools}>
            <ColumnsButton choice={choice} />
            <RowsExport {...props} />
          </div>
        </div>
      )}
    </>
  )
}

/** Returns whether a title is written in capitals. Scripts without them, such as Devanagari, are not. */
const isInCapitals = (title: string) => title === title.toUpperCase() && title !== title.toLowerCase()

/** A phone has the filters behind one button. */
function FiltersPlace<Row>(props: FiltersProps<Row>) {
  if (!usePhone()) return <Filters {...props} compact />
  return (
    <Suspense>
      <FiltersButton {...(props as FiltersProps<unknown>)} />
    </Suspense>
  )
}

/** Search field. Waits for a pause in typing, because each search is a URL change and, in server mode, a request. */
export function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (search: string) => void }) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // The URL changed by a link or the back button. What was typed since the last search stays, and is searched for
    // next.
    if (value === sent.current) return
    const before = sent.current
    sent.current = value
    setTyped((now) => (now.trim() === before ? value : now))
  }, [value])
  useEffect(() => {
    const search = typed.trim()
    if (search === sent.current) return
    const timer = setTimeout(() => {
      sent.current = search
      onChange(search)
    }, 250)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className={styles.search}
      start={<SearchIcon size={18} />}
      end={
        typed && (
          <IconButton size="small" aria-label={t`Clear search`} onClick={() => setTyped('')}>
            <ClearIcon size={18} />
          </IconButton>
        )
      }
      hideLabel
    />
  )
}

function ColumnsButton<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip text={t`Columns`}>
        <IconButton
          aria-label={t`Columns`}
          onClick={(event) => setAnchor(event.currentTarget)}
          aria-haspopup="menu"
          className={styles.columns}
        >
          <ColumnsIcon size={20} />
        </IconButton>
      </Tooltip>
      <Menu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t`Columns`}
        choices={choice.all.map((column) => ({
          label: column.header,
          checked: choice.isShown(column.key),
          disabled: choice.shown.length === 1 && choice.isShown(column.key),
          onChoose: () => choice.toggle(column.key),
        }))}
      />
    </>
  )
}

function RowsExport<Row>(props: TableToolbarProps<Row>) {
  const { fileName, title, choice, total, narrowed, rowsToExport, serialNumber } = props
  const allRowsLabel = narrowed || total === 1 ? t`All rows` : t`All ${showCount(total)} rows`
  const matchingRowsLabel = total === 1 ? t`The row found` : t`The ${showCount(total)} rows found`
  const tables = (all: boolean) => async () => [toExportTable(title, await rowsToExport(all), choice.shown, serialNumber)]
  return (
    <ExportButton
      fileName={fileName}
      choices={[
        ...(narrowed && total > 0 ? [{ label: matchingRowsLabel, tables: tables(false) }] : []),
        { label: allRowsLabel, tables: tables(true) },
      ]}
    />
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef } from 'react'
import { CellInput, ImportCell } from './ImportCell.tsx'
import type { ImportColumn } from '#shared/importColumns.ts'
import { type CellProblem, problemsOfRow, type TableRow } from './importTable.ts'
import styles from './ImportGrid.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'
import { classes } from '#ui/kit/classes.ts'

export interface ImportGridProps {
  rows: readonly TableRow[]
  columns: readonly ImportColumn[]
  /** Columns of the file, by key. The others are shown only when required or when they have a problem. */
  matched: ReadonlyMap<string, number>
  onEdit: (row: TableRow, column: number, value: string) => void
  label: string
}

const numberWidth = 72
const columnWidth = 150

/**
 * Rows of an import; only visible ones are in the page. A cell with a problem is a field with its message below; any
 * other becomes a field on click or Enter. On a phone a row shows only the fields with problems.
 */
export function ImportGrid({ rows, columns, matched, onEdit, label }: ImportGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 8,
    getItemKey: (index) => rows[index]?.number ?? index,
  })
  const shown = useMemo(() => {
    const wrong = new Set(rows.flatMap((row) => problemsOfRow(row).map((problem) => problem.key)))
    return columns
      .map((column, index) => ({ ...column, index }))
      .filter(({ key, required }) => required || matched.has(key) || wrong.has(key))
  }, [rows, columns, matched])
  const gridTemplateColumns = `${numberWidth}px repeat(${shown.length}, minmax(${columnWidth}px, 1fr))`
  const width = phone ? 0 : numberWidth + shown.length * columnWidth
  return (
    <div
      ref={scroller}
      role={phone ? 'list' : 'table'}
      aria-label={label}
      aria-rowcount={phone ? undefined : rows.length + 1}
      tabIndex={0}
      className={styles.scroll}
    >
      {!phone && <HeaderRow columns={shown} template={gridTemplateColumns} width={width} />}
      <div
        role={phone ? 'presentation' : 'rowgroup'}
        className={styles.rows}
        style={{ height: virtual.getTotalSize(), minWidth: width }}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const place: RowPlace = {
            index: item.index,
            start: item.start,
            measure: virtual.measureElement,
            leftOut: row.leftOut,
          }
          const rowProps = { row, columns: shown, problems: problemsOfRow(row), onEdit }
          return phone ? (
            <PlacedRow key={item.key} {...place} role="listitem">
              <PhoneRow {...rowProps} />
            </PlacedRow>
          ) : (
            <PlacedRow key={item.key} {...place} role="row">
              <WideRow {...rowProps} template={gridTemplateColumns} />
            </PlacedRow>
          )
        })}
      </div>
    </div>
  )
}

function HeaderRow({ columns, template, width }: { columns: readonly ImportColumn[]; template: string; width: number }) {
  return (
    <div role="rowgroup" className={styles.head} style={{ minWidth: width }}>
      <div role="row" aria-rowindex={1} className={styles.headRow} style={{ gridTemplateColumns: template }}>
        <div role="columnheader" className={styles.box}>
          <Trans>Row</Trans>
        </div>
        {columns.map((column) => (
          <div key={column.key} role="columnheader" className={styles.box}>
            {column.label}
          </div>
        ))}
      </div>
    </div>
  )
}

interface RowPlace {
  index: number
  start: number
  measure: (element: HTMLElement | null) => void
  leftOut: boolean
}

function PlacedRow({ index, start, measure, leftOut, role, children }: RowPlace & { role: string; children: ReactNode }) {
  return (
    <div
      role={role}
      aria-rowindex={role === 'row' ? index + 2 : undefined}
      data-index={index}
      ref={measure}
      className={classes(styles.row, leftOut && styles.leftOut)}
      style={{ transform: `translateY(${start}px)` }}
    >
      {children}
    </div>
  )
}

/** A column with its index in a row's values. */
type ShownColumn = ImportColumn & { index: number }

interface RowProps {
  row: TableRow
  columns: readonly ShownColumn[]
  problems: readonly CellProblem[]
  onEdit: ImportGridProps['onEdit']
}

const messagesFor = (problems: readonly CellProblem[], key: string | null) =>
  problems.filter((problem) => problem.key === key).map((problem) => problem.message)

function WideRow({ row, columns, problems, onEdit, template }: RowProps & { template: string }) {
  const rowMessages = messagesFor(problems, null)
  return (
    <>
      <div role="presentation" className={styles.cells} style={{ gridTemplateColumns: template }}>
        <div role="rowheader" className={styles.hint}>
          {row.number}
        </div>
        {columns.map((column) => (
          <ImportCell
            key={column.key}
            value={row.values[column.index] ?? ''}
            label={t`${column.label}, row ${row.number}`}
            problems={messagesFor(problems, column.key)}
            fixed={row.leftOut}
            onChange={(value) => onEdit(row, column.index, value)}
          />
        ))}
      </div>
      {rowMessages.length > 0 && (
        <div role="cell" className={styles.message} style={{ paddingLeft: numberWidth + 8 }}>
          {rowMessages.join(' ')}
        </div>
      )}
    </>
  )
}

function PhoneRow({ row, columns, problems, onEdit }: RowProps) {
  const shown = row.values.filter(Boolean).slice(0, 3).join(' · ')
  return (
    <div className={styles.phoneRowBox}>
      <Text size="small" clip>
        <span className={styles.muted}>{t`Row ${row.number}`} </span>
        {shown.slice(0, 200)}
      </Text>
      {columns.map((column) => {
        const messages = messagesFor(problems, column.key)
        if (messages.length === 0) return null
        return (
          <div key={column.key} className={styles.spaced}>
            <Text tone="quiet" size="tiny" as="div">
              {column.label}
            </Text>
            <CellInput
              value={row.values[column.index] ?? ''}
              label={t`${column.label}, row ${row.number}`}
              messages={messages}
              focus={false}
              onDone={(value) => onEdit(row, column.index, value)}
            />
          </div>
        )
      })}
      {messagesFor(problems, null).map((message) => (
        <Text key={message} size="tiny" as="div" className={styles.problem}>
          {message}
        </Text>
      ))}
    </div>
  )
}

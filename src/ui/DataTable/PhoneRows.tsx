import { t } from '@lingui/core/macro'
import { Fragment, type ReactNode } from 'react'
import type { Column, RowAction } from './columns.ts'
import { RowActions } from './RowActions.tsx'
import styles from './PhoneRows.module.css'
import { List, ListButton, ListRow, ListText } from '#ui/kit/List.tsx'

export interface TableRowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  actions: readonly RowAction<Row>[]
  isDisabled: ((row: Row) => boolean) | undefined
  onOpen: ((row: Row) => void) | undefined
  /** Sr.No. of the first row; null without that column. */
  firstNumber: number | null
}

/** Returns a cell's content: its rendering, else its value as text. */
export function cellContent<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row)
  const value = column.value(row)
  return typeof value === 'boolean' ? (value ? t`Yes` : t`No`) : (value ?? '')
}

/** Rows of a table on a phone: a title and up to two lines, with the same actions. */
export function PhoneRows<Row>({ columns, rows, rowId, rowName, actions, isDisabled, onOpen, firstNumber }: TableRowsProps<Row>) {
  const title = columns.find((column) => column.phone === 'title') ?? columns.find((column) => column.phone !== 'none')
  const ends = columns.filter((column) => column.phone === 'end')
  const others = columns.filter((column) => column !== title && column.phone !== 'none' && column.phone !== 'end')
  const chosenLineColumns = others.filter((column) => column.phone === 'line')
  const lineColumns = chosenLineColumns.length > 0 ? chosenLineColumns : others.slice(0, 2)
  return (
    <List>
      {rows.map((row, index) => {
        const text = (
          <ListText
            title={
              <>
                {firstNumber !== null && <span className={styles.number}>{firstNumber + index}.</span>}
                {title && cellContent(title, row)}
              </>
            }
            detail={lineColumns
              .filter((column) => column.render || (column.value(row) ?? '') !== '')
              .map((column) => ({ key: column.key, content: column.phoneText?.(row) ?? cellContent(column, row) }))
              .filter(({ content }) => content !== null && content !== false && content !== '')
              .map(({ key, content }, place) => (
                <Fragment key={key}>
                  {place > 0 && ' · '}
                  {content}
                </Fragment>
              ))}
            className={styles.lines}
          />
        )
        const end = ends.length > 0 && (
          <div className={styles.end}>
            {ends.map((column) => (
              <div key={column.key}>{cellContent(column, row)}</div>
            ))}
          </div>
        )
        return (
          <ListRow
            key={rowId(row)}
            divided
            className={isDisabled?.(row) ? styles.disabled : undefined}
            end={actions.length > 0 && <RowActions row={row} rowName={rowName(row)} actions={actions} asMenu />}
          >
            {onOpen ? (
              <ListButton onClick={() => onOpen(row)} className={styles.open}>
                {text}
                {end}
              </ListButton>
            ) : (
              <>
                <div className={styles.row}>{text}</div>
                {end}
              </>
            )}
          </ListRow>
        )
      })}
    </List>
  )
}

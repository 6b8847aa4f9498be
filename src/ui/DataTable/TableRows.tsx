import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { classes } from '#ui/kit/classes.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#ui/kit/icons.ts'
import { Cell, HeadCell, Table, LongTableScroll } from '#ui/kit/Table.tsx'
import { type Column, serialHeader } from './columns.ts'
import { cellContent, type TableRowsProps } from './PhoneRows.tsx'
import { RowActions } from './RowActions.tsx'
import type { TableQuery } from './tableQuery.ts'
import styles from './TableRows.module.css'

export interface WideRowsProps<Row> extends TableRowsProps<Row> {
  title: string
  query: TableQuery
  change: (patch: Partial<TableQuery>) => void
}

/** From this many on, the actions of a row are in a menu. */
const maxButtons = 3

/**
 * Rows of a table on a wide screen. They are paged, sorted and searched already.
 *
 * A grid by the ARIA Authoring Practices, with the focus on rows: all rows are one stop of the Tab key, the arrow keys
 * go to another row, Enter opens it, and Tab goes on to its buttons.
 */
export function TableRows<Row>(props: WideRowsProps<Row>) {
  const { title, columns, rows, rowId, rowName, actions, isDisabled, onOpen, firstNumber, query, change } = props
  const asMenu = actions.length > maxButtons
  const [body, stopAt, keys] = useRowKeys(rows.map(rowId))
  return (
    <LongTableScroll>
      <Table role="grid" aria-label={title} className={styles.table}>
        <thead>
          <tr>
            {firstNumber !== null && (
              <HeadCell end narrow>
                {serialHeader}
              </HeadCell>
            )}
            {columns.map((column) => (
              <SortableHead key={column.key} column={column} query={query} change={change} />
            ))}
            {actions.length > 0 && (
              <HeadCell narrow>
                <Trans>Actions</Trans>
              </HeadCell>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <tr
              key={rowId(row)}
              data-row={rowId(row)}
              tabIndex={rowId(row) === stopAt ? 0 : -1}
              onKeyDown={(event) => keys(event, () => onOpen?.(row))}
              onClick={onOpen && ((event) => !isControl(event) && onOpen(row))}
              className={classes(styles.row, onOpen && styles.opens, isDisabled?.(row) && styles.disabled)}
            >
              {firstNumber !== null && (
                <Cell end narrow>
                  {firstNumber + index}
                </Cell>
              )}
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  end={column.numeric ?? false}
                  className={column.render ? undefined : styles.text}
                  style={{ '--share': column.flex ?? 1 }}
                >
                  {column.render ? (
                    cellContent(column, row)
                  ) : (
                    // What is cut is shown whole under a resting pointer.
                    <span title={String(cellContent(column, row))}>{cellContent(column, row)}</span>
                  )}
                </Cell>
              ))}
              {actions.length > 0 && (
                <Cell narrow>
                  <div className={styles.actions}>
                    <RowActions row={row} rowName={rowName(row)} actions={actions} asMenu={asMenu} />
                  </div>
                </Cell>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </LongTableScroll>
  )
}

/** Whether a press was on a control inside the row, which does something else than opening it. */
function isControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('button, a, input, select, label') !== null
}

/**
 * The keys of rows. Only the row that had the focus last, at first the first one, and its controls are in the tab
 * order: with a hundred rows of three buttons nobody would come past the table.
 */
function useRowKeys(ids: readonly string[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const stopAt = focused !== null && ids.includes(focused) ? focused : ids[0]

  // Controls come from the columns of each screen, so their place in the tab order is set here and not where they are
  // rendered.
  useEffect(() => {
    for (const row of body.current?.rows ?? [])
      for (const control of row.querySelectorAll<HTMLElement>('button, a, input, select'))
        control.tabIndex = row.dataset.row === stopAt ? 0 : -1
  })

  useEffect(() => {
    const element = body.current
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr') : null
      if (row?.dataset.row !== undefined) setFocused(row.dataset.row)
    }
    element?.addEventListener('focusin', onFocus)
    return () => element?.removeEventListener('focusin', onFocus)
  }, [])

  function keys(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
    const row = event.currentTarget
    if (event.target !== row) return
    const [first, last] = [row.parentElement?.firstElementChild, row.parentElement?.lastElementChild]
    const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling, Home: first, End: last }[event.key]
    if (event.key === 'Enter') open()
    else if (next instanceof HTMLElement) {
      event.preventDefault()
      next.focus()
    }
  }
  return [body, stopAt, keys] as const
}

function SortableHead<Row>({ column, query, change }: { column: Column<Row> } & Pick<WideRowsProps<Row>, 'query' | 'change'>) {
  const { key, header, numeric = false, sortable = true, minWidth } = column
  const sorted = query.sort === key ? (query.descending ? 'descending' : 'ascending') : undefined
  const width = minWidth === undefined ? {} : { style: { minInlineSize: minWidth } }
  if (!sortable) {
    return (
      <HeadCell end={numeric} {...width}>
        {header}
      </HeadCell>
    )
  }
  // The third press gives back the order that the list had.
  const next = sorted === 'descending' ? unsorted : { sort: key, descending: sorted === 'ascending' }
  return (
    <HeadCell end={numeric} aria-sort={sorted} className={styles.sortable} {...width}>
      <button type="button" onClick={() => change(next)} className={classes(styles.sort, numeric && styles.endSort)}>
        {header}
        {sorted === 'ascending' && <ArrowUpIcon size={14} aria-hidden />}
        {sorted === 'descending' && <ArrowDownIcon size={14} aria-hidden />}
      </button>
    </HeadCell>
  )
}

const unsorted = { sort: null, descending: false }

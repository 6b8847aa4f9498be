import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import { Fragment, type ReactNode } from 'react'
import type { Column, RowAction } from './columns.ts'
import { RowActions } from './RowActions.tsx'
import styles from './PhoneRows.module.css'

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
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (value ?? '')
}

/** Cuts after the second line, because the most specific part of the text is often its end. */
const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const

/** Rows of a table on a phone: a title and up to two lines, with the same actions. */
export function PhoneRows<Row>({ columns, rows, rowId, rowName, actions, isDisabled, onOpen, firstNumber }: TableRowsProps<Row>) {
  const title = columns.find((column) => column.phone === 'title') ?? columns.find((column) => column.phone !== 'none')
  const others = columns.filter((column) => column !== title && column.phone !== 'none')
  const chosenLineColumns = others.filter((column) => column.phone === 'line')
  const lineColumns = chosenLineColumns.length > 0 ? chosenLineColumns : others.slice(0, 2)
  return (
    <List disablePadding>
      {rows.map((row, index) => {
        const text = (
          <ListItemText
            primary={
              <>
                {firstNumber !== null && <span className={styles.hint}>{firstNumber + index}.</span>}
                {title && cellContent(title, row)}
              </>
            }
            secondary={lineColumns
              .filter((column) => column.render || (column.value(row) ?? '') !== '')
              .map((column, place) => (
                <Fragment key={column.key}>
                  {place > 0 && ' · '}
                  {cellContent(column, row)}
                </Fragment>
              ))}
            slotProps={{ primary: { noWrap: true }, secondary: { component: 'div', sx: twoLines } }}
          />
        )
        const tint = isDisabled?.(row) ? { bgcolor: 'action.selected', color: 'text.secondary' } : {}
        return (
          <ListItem
            key={rowId(row)}
            divider
            disablePadding
            sx={tint}
            {...(actions.length > 0
              ? { secondaryAction: <RowActions row={row} rowName={rowName(row)} actions={actions} asMenu /> }
              : {})}
          >
            {onOpen ? (
              <ListItemButton onClick={() => onOpen(row)} className={styles.box}>
                {text}
              </ListItemButton>
            ) : (
              <Box sx={{ px: 2, py: 1, minHeight: 64, minWidth: 0, flex: 1, pr: actions.length > 0 ? 6 : 2 }}>{text}</Box>
            )}
          </ListItem>
        )
      })}
    </List>
  )
}

import type { SvgIconComponent } from '@mui/icons-material'
import type { ReactNode } from 'react'

export type CellValue = string | number | boolean | null | undefined

/** One column: `value` is what is sorted, searched and exported, `render` what is shown when that is not the value itself. */
export interface Column<Row> {
  /** Its word in the address and in the remembered choice of columns. */
  key: string
  header: string
  value: (row: Row) => CellValue
  render?: (row: Row) => ReactNode
  /** Figures: right-aligned and tabular. */
  numeric?: boolean
  /** `value` is an amount in paise: sorted as it is, searched and exported in rupees. */
  money?: boolean
  /** Share of the free width; 1 by default. */
  flex?: number
  minWidth?: number
  /** Not shown until chosen. */
  hidden?: boolean
  sortable?: boolean
  searchable?: boolean
  /** False keeps it out of exports even when it is shown: caste, religion and health do not leave the product by default. */
  exported?: boolean
  /** On a phone: the first line of a row, the second, or not at all. By default the first column is the title, the next two the line. */
  phone?: 'title' | 'line' | 'none'
}

/** What can be done with a row; drawn as a named button, or in a menu when there are many. */
export interface RowAction<Row> {
  label: string | ((row: Row) => string)
  icon: SvgIconComponent
  onClick: (row: Row) => void
  /** Why it cannot be done to this row; the action stays visible and says so. */
  refused?: (row: Row) => string | null
  hidden?: (row: Row) => boolean
  destructive?: boolean
}

/** A choice above the table, kept in the address. */
export interface TableFilter<Row> {
  key: string
  label: string
  options: readonly { value: string; label: string }[]
  /** What choosing none of them is called; All by default. */
  none?: string
  /** In client mode, whether a row belongs to the chosen value. */
  matches?: (row: Row, value: string) => boolean
}

export function actionLabel<Row>(action: RowAction<Row>, row: Row): string {
  return typeof action.label === 'string' ? action.label : action.label(row)
}

/** The heading of the column that counts the rows through all pages. */
export const serialHeader = 'Sr.No.'

import { t } from '@lingui/core/macro'
import type { Icon } from '#ui/kit/icons.ts'
import type { ReactNode } from 'react'

export type CellValue = string | number | boolean | null | undefined

/** A column. `value` is sorted, searched and exported; `render` is shown instead of it. */
export interface Column<Row> {
  /** Name in the URL and in the stored choice of columns. */
  key: string
  header: string
  value: (row: Row) => CellValue
  render?: (row: Row) => ReactNode
  /** Numbers: right-aligned, with tabular figures. */
  numeric?: boolean
  /** `value` is an amount in paise: sorted as it is, searched and exported in rupees. */
  money?: boolean
  /** Share of the width: a longer text is cut later in a column with a larger one. 1 by default. */
  flex?: number
  minWidth?: number
  /** Hidden until the user chooses it. */
  hidden?: boolean
  sortable?: boolean
  searchable?: boolean
  /**
   * False keeps the column out of exports even when it is shown. Caste, religion and health are not exported by
   * default.
   */
  exported?: boolean
  /**
   * Place on a phone: the first line of a row, the second, at its end, or none. By default the first column is the
   * title and the next two are the line.
   */
  phone?: 'title' | 'line' | 'end' | 'none'
  /** In the second line on a phone, where no header says what a value is: `roll 12`. */
  phoneText?: (row: Row) => string
}

/** An action on a row: a named button, or a menu item when there are many. */
export interface RowAction<Row> {
  label: string | ((row: Row) => string)
  icon: Icon
  onClick: (row: Row) => void
  /** Returns why the action is refused for this row. It stays visible, disabled, with this reason. */
  refusalReason?: (row: Row) => string | null
  hidden?: (row: Row) => boolean
  destructive?: boolean
}

/** A filter above the table, kept in the URL. */
export interface TableFilter<Row> {
  key: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Label for "no filter"; All by default. */
  none?: string
  /** Returns whether a row matches the chosen value, in client mode. */
  matches?: (row: Row, value: string) => boolean
}

export function actionLabel<Row>(action: RowAction<Row>, row: Row): string {
  return typeof action.label === 'string' ? action.label : action.label(row)
}

/** Header of the column that numbers the rows through all pages. */
export const serialHeader = t`Sr.No.`

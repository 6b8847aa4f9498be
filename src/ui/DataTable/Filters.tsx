import { t } from '@lingui/core/macro'
import { Select } from '#ui/kit/Select.tsx'
import type { TableFilter } from './columns.ts'
import type { TableQuery } from './tableQuery.ts'
import styles from './TableToolbar.module.css'

export interface FiltersProps<Row> {
  query: TableQuery
  change: (patch: Partial<TableQuery>) => void
  filters: readonly TableFilter<Row>[]
  /** In a line above the table, with the label inside. */
  compact?: boolean
}

/** The filters of a table, each a choice. */
export function Filters<Row>({ query, change, filters, compact = false }: FiltersProps<Row>) {
  return filters.map((filter) => (
    <Select
      key={filter.key}
      label={filter.label}
      value={query.filters[filter.key] ?? ''}
      onChange={(event) => change({ filters: { ...query.filters, [filter.key]: event.target.value } })}
      className={compact ? styles.filter : undefined}
      compact={compact}
      narrows={compact && Boolean(query.filters[filter.key])}
    >
      <option value="">{filter.none ?? t`All`}</option>
      {filter.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  ))
}

import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { clampPage } from '#ui/DataTable/tableQuery.ts'
import { SearchField } from '#ui/DataTable/TableToolbar.tsx'
import { TablePages } from '#ui/DataTable/TablePages.tsx'
import type { TableControl } from '#ui/DataTable/useTableQuery.ts'
import { Select } from '#ui/kit/Select.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import styles from './CompareSchools.module.css'
import { type School, schoolFigures } from './figures.ts'

interface SchoolCardsProps {
  rows: readonly School[] | undefined
  error: unknown
  onRetry: () => void
  total: number
  control: TableControl
  open: (id: string, to: string) => Promise<void>
  opening: string | null
  footer: ReactNode
}

/** The schools on a phone: a card each, with its figures as buttons. */
export function SchoolCards({ rows, error, onRetry, total, control, open, opening, footer }: SchoolCardsProps) {
  const { query, change } = control
  return (
    <div className={styles.cards}>
      <SearchField label={t`Search schools`} value={query.search} onChange={(search) => change({ search })} />
      <Select
        label={t`Sort by`}
        value={query.sort ?? 'NAME'}
        onChange={(event) => change({ sort: event.target.value, descending: event.target.value !== 'NAME' })}
      >
        <option value="NAME">{t`Name`}</option>
        {schoolFigures.map(({ sort, label }) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
      {error ? <ErrorState error={error} onRetry={onRetry} /> : !rows && <LoadingState lines={8} />}
      {rows?.length === 0 && (
        <EmptyState text={t`Nothing found`} hint={t`No school has all of these words in its name or description.`} />
      )}
      <ul aria-label={t`Schools`} className={styles.list}>
        {rows?.map((school) => (
          <li key={school.id} className={styles.card}>
            <button
              type="button"
              className={styles.name}
              disabled={opening !== null}
              onClick={() => void open(school.id, '/dashboard')}
            >
              {school.name}
            </button>
            <div className={styles.figures}>
              {schoolFigures.map(({ sort, label, text, to }) => (
                <button
                  key={sort}
                  type="button"
                  className={styles.cardFigure}
                  disabled={opening !== null}
                  onClick={() => void open(school.id, to())}
                >
                  <span className={styles.label}>{label}</span> <span className={styles.value}>{text(school)}</span>
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {footer}
      {rows && rows.length > 0 && (
        <TablePages total={total} page={clampPage(query, total)} pageSize={query.pageSize} change={change} />
      )}
    </div>
  )
}

import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'
import { type PageSize, pageSizes, type TableQuery } from './tableQuery.ts'
import styles from './TablePages.module.css'

interface TablePagesProps {
  total: number
  page: number
  pageSize: PageSize
  change: (patch: Partial<TableQuery>) => void
}

/** Below the rows: how many are on a page, which are shown, and the pages beside. */
export function TablePages({ total, page, pageSize, change }: TablePagesProps) {
  const first = total === 0 ? 0 : page * pageSize + 1
  const last = Math.min(total, (page + 1) * pageSize)
  const count = (rows: number) => showCount(rows)
  return (
    <div className={styles.pages}>
      <Select
        compact
        // A phone has room for the number alone.
        hideLabel={usePhone()}
        label={t`Rows per page`}
        value={pageSize}
        onChange={(event) => change({ pageSize: Number(event.target.value) as PageSize })}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </Select>
      <Text size="small" className={styles.shown}>{t`${count(first)}–${count(last)} of ${count(total)}`}</Text>
      <IconButton aria-label={t`Go to previous page`} disabled={page === 0} onClick={() => change({ page: page - 1 })}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton aria-label={t`Go to next page`} disabled={last >= total} onClick={() => change({ page: page + 1 })}>
        <ChevronRightIcon />
      </IconButton>
    </div>
  )
}

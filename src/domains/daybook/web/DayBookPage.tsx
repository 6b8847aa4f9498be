import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { MoneyStrip } from '#domains/fees/web/moneyStrip.exports.tsx'
import {
  type Book,
  type BookTable,
  daySums,
  memoLines,
  memoTables,
  moneyTables,
  showCell,
  type BookCell,
} from './dayBookTables.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './DayBookPage.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'

// The library that spells amounts out is larger than the page.
const AmountsInWords = lazy(() => import('./AmountsInWords.tsx'))

/** The day book page on screen. */
export function DayBookPage({ book }: { book: Book }) {
  return (
    <Stack gap={4}>
      <Sums book={book} />
      <div className={styles.grid}>
        {moneyTables(book).map((table) => (
          <TableSection key={table.title} table={table} />
        ))}
        <Memo book={book} />
        {memoTables(book).map((table) => (
          <TableSection key={table.title} table={table} />
        ))}
      </div>
    </Stack>
  )
}

/** Opening, collected, given back, spent and closing amounts of the day. */
function Sums({ book }: { book: Book }) {
  return (
    <section aria-label={t`The day`}>
      <MoneyStrip sums={daySums(book).map((sum) => ({ ...sum, leads: sum.sign === '+' }))} />
      <div className={styles.words}>
        <Suspense>
          <AmountsInWords book={book} />
        </Suspense>
      </div>
    </section>
  )
}

function Memo({ book }: { book: Book }) {
  return (
    <section aria-label={t`Receipts and memo`} className={styles.part}>
      <SectionTitle text={t`Receipts and memo`} />
      <dl className={styles.memoFacts}>
        {memoLines(book).map(({ label, value }) => (
          <div key={label} className={styles.contents}>
            <Text tone="quiet" as="dt" size="small">
              {label}
            </Text>
            <Text as="dd" size="small" className={styles.memoValue}>
              {value}
            </Text>
          </div>
        ))}
      </dl>
    </section>
  )
}

function SectionTitle({ text }: { text: string }) {
  return (
    <Heading level={2} className={styles.text}>
      {text}
    </Heading>
  )
}

/** A table of the page. On a phone each row takes two lines. */
function TableSection({ table }: { table: BookTable }) {
  const phone = usePhone()
  const { title, head, rows, emptyText } = table
  // A table with more than three columns takes the full width.
  const wide = head.length > 3
  return (
    <section aria-label={title} className={wide ? styles.wide : styles.part}>
      <SectionTitle text={title} />
      {rows.length === 0 ? (
        <Text size="small" className={styles.tableSectionHint}>
          {emptyText}
        </Text>
      ) : phone ? (
        <TableAsList table={table} />
      ) : (
        <TableAsGrid table={table} />
      )}
    </section>
  )
}

function TableAsGrid({ table: { title, head, right, rows, keys, sum } }: { table: BookTable }) {
  const align = (index: number) => (right.includes(index) ? 'right' : 'left')
  return (
    <TableScroll>
      <Table aria-label={title}>
        <thead>
          <tr>
            {head.map((word, index) => (
              <HeadCell key={word} end={align(index) === 'right'} className={styles.cell}>
                {word}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={keys?.[rowIndex] ?? row.join('\n')}>
              {row.map((cell, index) => (
                <Cell
                  key={head[index]}
                  end={align(index) === 'right'}
                  className={align(index) === 'right' ? styles.cell : undefined}
                >
                  {showCell(cell)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {sum && (
          <tfoot>
            <tr className={styles.tableRow}>
              {sum.map((cell, index) => (
                <Cell key={head[index]} end={align(index) === 'right'} className={styles.cell}>
                  {showCell(cell)}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
    </TableScroll>
  )
}

function TableAsList({ table: { title, head, right, rows, keys, sum } }: { table: BookTable }) {
  const last = right.at(-1) ?? 0
  const line = (row: readonly BookCell[]) =>
    row
      .flatMap((cell, index) => (index === 0 || index === last || cell === '' ? [] : [`${head[index]} ${showCell(cell)}`]))
      .join(' · ')
  return (
    <List aria-label={title}>
      {[...rows, ...(sum ? [sum] : [])].map((row, rowIndex) => (
        <ListRow key={keys?.[rowIndex] ?? row.join('\n')} divided={row !== sum} className={styles.tableAsListBox}>
          <ListText title={showCell(row[0] ?? '')} detail={line(row)} />
          <span className={row === sum ? styles.strong : undefined}>{showCell(row[last] ?? '')}</span>
        </ListRow>
      ))}
    </List>
  )
}

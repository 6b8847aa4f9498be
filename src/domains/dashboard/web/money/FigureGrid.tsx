import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { type Paise, showMoney } from '#shared/money.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { classes } from '#ui/kit/classes.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { beforeTitle, type FigureRow, type FigureTable } from '../../moneyTables.ts'
import { figureSheet } from './figureSheet.ts'
import styles from './FigureGrid.module.css'
import type { MoneyQuery } from './money.graphql.ts'

export interface FigureGridProps {
  table: FigureTable
  /** Of the exported file, without date and extension. */
  fileName: string
  before: MoneyQuery['money']['before']
  /** Returns the address of the list behind a figure. The row after the last is the sum. */
  addressOf: (row: number, column: number) => string | undefined
  /** Buttons beside the heading. */
  action?: ReactNode
  /** Shown between the heading and the table. */
  children?: ReactNode
}

/** A table of figures, each a link to its list, with the figure of the term before below it. */
export function FigureGrid({ table, fileName, before, addressOf, action, children }: FigureGridProps) {
  const { title, what, columns, rows, sum } = table
  return (
    <section>
      <Row gap={2} align="center" wrap className={styles.head}>
        <Heading level={2} className={styles.title}>
          {title}
        </Heading>
        <ExportButton
          size="small"
          fileName={fileName}
          choices={[{ label: t`All rows`, tables: () => [figureSheet(table, before)] }]}
        />
        {action}
      </Row>
      {children}
      <TableScroll tabIndex={0} role="region" aria-label={title}>
        <Table className={styles.table}>
          <thead>
            <tr>
              <HeadCell>{what}</HeadCell>
              {columns.map((column) => (
                <HeadCell key={column} end>
                  {column}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Figures key={row.key} row={row} before={before} addressOf={(column) => addressOf(index, column)} />
            ))}
          </tbody>
          <tfoot>
            <Figures row={sum} before={before} addressOf={(column) => addressOf(rows.length, column)} isSum />
          </tfoot>
        </Table>
        {before && <Text size="small" tone="quiet" className={styles.note}>{t`Small figures: ${beforeTitle(before)}`}</Text>}
      </TableScroll>
    </section>
  )
}

interface RowProps {
  row: FigureRow
  before: MoneyQuery['money']['before']
  addressOf: (column: number) => string | undefined
  isSum?: boolean
}

function Figures({ row, before, addressOf, isSum = false }: RowProps) {
  return (
    <tr className={classes(isSum && styles.sum)}>
      <Cell as="th" scope="row" className={styles.name}>
        {row.label}
      </Cell>
      {row.now.map((amount, column) => (
        <Cell key={column} end>
          <FigureLink amount={amount} to={addressOf(column)} />
          {before && <span className={styles.before}>{shown(row.before[column] ?? 0)}</span>}
        </Cell>
      ))}
    </tr>
  )
}

function FigureLink({ amount, to }: { amount: Paise; to: string | undefined }) {
  if (amount === 0 || to === undefined) return shown(amount)
  return (
    <Link as={RouterLink} to={to} bare>
      {showMoney(amount)}
    </Link>
  )
}

const shown = (amount: Paise) => (amount === 0 ? '–' : showMoney(amount))

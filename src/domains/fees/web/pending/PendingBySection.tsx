import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type Month, schoolYearMonths, showMonth } from '../../months.ts'
import { PendingBySectionDocument, type PendingBySectionQuery, type PendingBySectionQueryVariables } from './pending.graphql.ts'
import styles from './PendingBySection.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Link } from '#ui/kit/Link.tsx'

type Section = PendingBySectionQuery['pendingBySection'][number]

export interface PendingBySectionProps {
  filter: PendingBySectionQueryVariables['input']
  /** Filters the list below by a section. */
  onSection: (sectionId: string) => void
}

/** The pending fees of each section by month, for the students listed below. */
export function PendingBySection({ filter, onSection }: PendingBySectionProps) {
  const { schoolId } = useActiveSchool()
  const { data, previousData, error, refetch } = useQuery(PendingBySectionDocument, { variables: { schoolId, input: filter } })
  const sections = (data ?? previousData)?.pendingBySection
  if (!sections) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={6} />
  return (
    <div className={data ? styles.card : styles.loading}>
      <div className={styles.row}>
        <Heading level={2} className={styles.fill}>
          <Trans>PENDING BY SECTION AND MONTH</Trans>
        </Heading>
        {sections.length > 0 && (
          <ExportButton
            fileName="pending-by-section"
            choices={[{ label: t`All sections`, tables: () => [sectionTable(sections)] }]}
          />
        )}
      </div>
      {sections.length === 0 ? (
        <EmptyState text={t`Nothing is pending`} />
      ) : (
        <SectionTable sections={sections} onSection={onSection} />
      )}
    </div>
  )
}

type MonthSum = Section['months'][number]

/** Returns the months with something pending in their order, one-time fees last. */
function monthsOf(cells: readonly MonthSum[]): (Month | null)[] {
  return [...schoolYearMonths, null].filter((month) => cells.some((cell) => cell.month === month))
}

const monthTitle = (month: Month | null) => (month ? showMonth(month) : t`One time`)

function sumOf(cells: readonly MonthSum[], month?: Month | null): number {
  return sumMoney(cells.filter((cell) => month === undefined || cell.month === month).map((cell) => cell.pending))
}

/** Returns the table for the export. */
function sectionTable(sections: readonly Section[]): SheetTable {
  const cells = sections.flatMap(({ months }) => months)
  const columns = monthsOf(cells)
  const row = (name: string, rowCells: readonly MonthSum[]) => [
    name,
    sumOf(rowCells),
    ...columns.map((month) => sumOf(rowCells, month)),
  ]
  return {
    name: t`Pending by section`,
    columns: [
      { header: t`Section` },
      ...[t`Total`, ...columns.map(monthTitle)].map((header) => ({ header, kind: 'money' as const })),
    ],
    rows: [
      ...sections.map(({ sectionName, months }) => ({ cells: row(sectionName, months) })),
      { cells: row(t`All`, cells), strong: true },
    ],
  }
}

function SectionTable({ sections, onSection }: { sections: readonly Section[]; onSection: (sectionId: string) => void }) {
  const cells = sections.flatMap(({ months }) => months)
  const columns = monthsOf(cells)
  const amount = (paise: number) => (paise === 0 ? '' : showMoney(paise))
  return (
    <TableScroll tabIndex={0} role="region" aria-label={t`Pending by section and month`} className={styles.box}>
      <Table stickyHead className={styles.table}>
        <thead>
          <tr>
            <HeadCell className={styles.corner}>
              <Trans>Section</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Total</Trans>
            </HeadCell>
            {columns.map((month) => (
              <HeadCell key={month} end>
                {monthTitle(month)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {sections.map(({ sectionId, sectionName, months }) => (
            <tr key={sectionId}>
              <Cell as="th" scope="row" className={styles.section}>
                <Link as="button" onClick={() => onSection(sectionId)}>
                  {sectionName}
                </Link>
              </Cell>
              <Cell end>
                <strong>{amount(sumOf(months))}</strong>
              </Cell>
              {columns.map((month) => (
                <Cell key={month} end>
                  {amount(sumOf(months, month))}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={styles.sums}>
            <Cell as="th" scope="row" className={styles.section}>
              <Trans>All</Trans>
            </Cell>
            <Cell end>{amount(sumOf(cells))}</Cell>
            {columns.map((month) => (
              <Cell key={month} end>
                {amount(sumOf(cells, month))}
              </Cell>
            ))}
          </tr>
        </tfoot>
      </Table>
    </TableScroll>
  )
}

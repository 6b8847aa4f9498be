import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useQuery } from '#ui/data/useQuery.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type Month, showMonth } from '../../months.ts'
import { useTermMonths } from '../useTermMonths.ts'
import { ageingGroups } from '../../pending.rules.ts'
import { ageLabels } from './Ageing.tsx'
import { PendingBySectionDocument, type PendingBySectionQuery, type PendingBySectionQueryVariables } from './pending.graphql.ts'
import styles from './PendingBySection.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

type Section = PendingBySectionQuery['pendingBySection'][number]

export interface PendingBySectionProps {
  filter: PendingBySectionQueryVariables['input']
  /** Filters the list below by a section. */
  onSection: (sectionId: string) => void
}

/** The pending fees of each section by month or by age, for the students listed below. */
export function PendingBySection({ filter, onSection }: PendingBySectionProps) {
  const { schoolId } = useActiveSchool()
  const ofTerm = useTermMonths()
  const [by, setBy] = useState<By>('age')
  const { data, previousData, error, refetch } = useQuery(PendingBySectionDocument, { variables: { schoolId, input: filter } })
  const sections = (data ?? previousData)?.pendingBySection
  if (!sections) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={6} />
  const columns = columnsOf(sections, by, ofTerm)
  return (
    <div className={data ? styles.card : styles.loading}>
      <div className={styles.row}>
        <Heading level={2} className={styles.fill}>
          <Trans>PENDING BY SECTION</Trans>
        </Heading>
        <ToggleGroup value={by} onChange={(chosen: By) => setBy(chosen)} aria-label={t`Columns`}>
          <Toggle value="age">
            <Trans>By age</Trans>
          </Toggle>
          <Toggle value="month">
            <Trans>By month</Trans>
          </Toggle>
        </ToggleGroup>
        {sections.length > 0 && (
          <ExportButton
            fileName="pending-by-section"
            choices={[{ label: t`All sections`, tables: () => [sectionTable(sections, columns)] }]}
          />
        )}
      </div>
      {sections.length === 0 ? (
        <EmptyState text={t`Nothing is pending`} />
      ) : (
        <SectionTable sections={sections} columns={columns} onSection={onSection} />
      )}
    </div>
  )
}

type By = 'age' | 'month'
type PendingCell = Section['cells'][number]

/** A column of the table, with the cells that it sums. */
interface CellColumn {
  title: string
  includes: (cell: PendingCell) => boolean
}

/** Returns the columns with something pending: months, one-time fees last; or ages, fees that are not overdue last. */
function columnsOf(sections: readonly Section[], by: By, ofTerm: readonly Month[]): CellColumn[] {
  const all: CellColumn[] =
    by === 'month'
      ? [...ofTerm, null].map((month) => ({
          title: month ? showMonth(month) : t`One time`,
          includes: (cell) => cell.month === month,
        }))
      : [...ageingGroups, null].map((group) => ({
          title: group ? ageLabels[group] : t`Not overdue`,
          includes: (cell) => cell.ageing === group,
        }))
  return all.filter(({ includes }) => sections.some(({ cells }) => cells.some(includes)))
}

function sumOf(cells: readonly PendingCell[], column?: CellColumn): number {
  return sumMoney(cells.filter((cell) => !column || column.includes(cell)).map((cell) => cell.pending))
}

/** Returns the table for the export. */
function sectionTable(sections: readonly Section[], columns: readonly CellColumn[]): SheetTable {
  const row = (name: string, cells: readonly PendingCell[]) => [
    name,
    sumOf(cells),
    ...columns.map((column) => sumOf(cells, column)),
  ]
  return {
    name: t`Pending by section`,
    columns: [
      { header: t`Section` },
      ...[t`Total`, ...columns.map(({ title }) => title)].map((header) => ({ header, kind: 'money' as const })),
    ],
    rows: [
      ...sections.map(({ sectionName, cells }) => ({ cells: row(sectionName, cells) })),
      {
        cells: row(
          t`All`,
          sections.flatMap(({ cells }) => cells),
        ),
        strong: true,
      },
    ],
  }
}

interface SectionTableProps {
  sections: readonly Section[]
  columns: readonly CellColumn[]
  onSection: (sectionId: string) => void
}

function SectionTable({ sections, columns, onSection }: SectionTableProps) {
  const all = sections.flatMap(({ cells }) => cells)
  const amount = (paise: number) => (paise === 0 ? '' : showMoney(paise))
  return (
    <TableScroll tabIndex={0} role="region" aria-label={t`Pending by section`} className={styles.box}>
      <Table stickyHead className={styles.table}>
        <thead>
          <tr>
            <HeadCell className={styles.corner}>
              <Trans>Section</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Total</Trans>
            </HeadCell>
            {columns.map(({ title }) => (
              <HeadCell key={title} end>
                {title}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {sections.map(({ sectionId, sectionName, cells }) => (
            <tr key={sectionId}>
              <Cell as="th" scope="row" className={styles.section}>
                <Link as="button" onClick={() => onSection(sectionId)}>
                  {sectionName}
                </Link>
              </Cell>
              <Cell end>
                <strong>{amount(sumOf(cells))}</strong>
              </Cell>
              {columns.map((column) => (
                <Cell key={column.title} end>
                  {amount(sumOf(cells, column))}
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
            <Cell end>{amount(sumOf(all))}</Cell>
            {columns.map((column) => (
              <Cell key={column.title} end>
                {amount(sumOf(all, column))}
              </Cell>
            ))}
          </tr>
        </tfoot>
      </Table>
    </TableScroll>
  )
}

import { useQuery } from '#ui/data/useQuery.ts'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { showMoney, sumMoney } from '#shared/money.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type Month, schoolYearMonths } from '../../months.ts'
import { PendingBySectionDocument, type PendingBySectionQuery, type PendingBySectionQueryVariables } from './pending.graphql.ts'
import styles from './PendingBySection.module.css'
import { Heading } from '#ui/kit/Text.tsx'

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
    <Paper variant="outlined" sx={{ minWidth: 0, opacity: data ? 1 : 0.6 }}>
      <div className={styles.row}>
        <Heading level={2} className={styles.fill}>
          PENDING BY SECTION AND MONTH
        </Heading>
        {sections.length > 0 && (
          <ExportButton
            fileName="pending-by-section"
            choices={[{ label: 'All sections', tables: () => [sectionTable(sections)] }]}
          />
        )}
      </div>
      {sections.length === 0 ? (
        <EmptyState text="Nothing is pending" />
      ) : (
        <SectionTable sections={sections} onSection={onSection} />
      )}
    </Paper>
  )
}

type Cell = Section['months'][number]

/** Returns the months with something pending in their order, one-time fees last. */
function monthsOf(cells: readonly Cell[]): (Month | null)[] {
  return [...schoolYearMonths, null].filter((month) => cells.some((cell) => cell.month === month))
}

function sumOf(cells: readonly Cell[], month?: Month | null): number {
  return sumMoney(cells.filter((cell) => month === undefined || cell.month === month).map((cell) => cell.pending))
}

/** Returns the table for the export. */
function sectionTable(sections: readonly Section[]): SheetTable {
  const cells = sections.flatMap(({ months }) => months)
  const columns = monthsOf(cells)
  const row = (name: string, rowCells: readonly Cell[]) => [
    name,
    sumOf(rowCells),
    ...columns.map((month) => sumOf(rowCells, month)),
  ]
  return {
    name: 'Pending by section',
    columns: [
      { header: 'Section' },
      ...['Total', ...columns.map((month) => month ?? 'One time')].map((header) => ({ header, kind: 'money' as const })),
    ],
    rows: [
      ...sections.map(({ sectionName, months }) => ({ cells: row(sectionName, months) })),
      { cells: row('All', cells), strong: true },
    ],
  }
}

/** The footer stays at the bottom and the section column at the left. */
const stickyFooter = {
  position: 'sticky',
  bottom: 0,
  bgcolor: 'background.paper',
  color: 'text.primary',
  fontWeight: 600,
} as const
const stickyColumn = { position: 'sticky', left: 0, bgcolor: 'background.paper', zIndex: 1 } as const

function SectionTable({ sections, onSection }: { sections: readonly Section[]; onSection: (sectionId: string) => void }) {
  const cells = sections.flatMap(({ months }) => months)
  const columns = monthsOf(cells)
  const amount = (paise: number) => (paise === 0 ? '' : showMoney(paise))
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Pending by section and month" className={styles.box}>
      <Table size="small" stickyHeader className={styles.table}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ ...stickyColumn, zIndex: 3 }}>Section</TableCell>
            <TableCell align="right">Total</TableCell>
            {columns.map((month) => (
              <TableCell key={month} align="right">
                {month ?? 'One time'}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {sections.map(({ sectionId, sectionName, months }) => (
            <TableRow key={sectionId} hover>
              <TableCell component="th" scope="row" sx={stickyColumn}>
                <Link component="button" variant="body2" onClick={() => onSection(sectionId)}>
                  {sectionName}
                </Link>
              </TableCell>
              <TableCell align="right">
                <strong>{amount(sumOf(months))}</strong>
              </TableCell>
              {columns.map((month) => (
                <TableCell key={month} align="right">
                  {amount(sumOf(months, month))}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow sx={{ '& .MuiTableCell-root': stickyFooter }}>
            <TableCell component="th" scope="row" sx={{ ...stickyColumn, zIndex: 2 }}>
              All
            </TableCell>
            <TableCell align="right">{amount(sumOf(cells))}</TableCell>
            {columns.map((month) => (
              <TableCell key={month} align="right">
                {amount(sumOf(cells, month))}
              </TableCell>
            ))}
          </TableRow>
        </TableFooter>
      </Table>
    </TableContainer>
  )
}

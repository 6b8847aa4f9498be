import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '#ui/navigation.tsx'
import { exportFile, saveFile } from '#ui/DataTable/exportRows.ts'
import { showError } from '#ui/snackbars.ts'
import { type LegacyImport, repairedPhonesText, type Report, reportLines, reportTables } from './importTexts.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './LegacyReport.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { DownloadIcon } from '#ui/kit/icons.ts'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'

/** The result of an import, with a download as a spreadsheet. */
export function LegacyReport({ legacyImport, report }: { legacyImport: LegacyImport; report: Report }) {
  async function download() {
    const file = await exportFile(reportTables(legacyImport, report), 'xlsx').catch(() => null)
    if (file) saveFile(file, `import-${legacyImport.id}.xlsx`)
    else showError(t`The file could not be made. Please try again.`)
  }

  const repairedPhones = repairedPhonesText(report)
  return (
    <div className={styles.column}>
      <dl className={styles.facts}>
        {reportLines(report).map(([label, count]) => (
          <div key={label} className={styles.row}>
            <Text tone="quiet" as="dt" size="small">
              {label}
            </Text>
            <Text as="dd" className={styles.value}>
              {showCount(count)}
            </Text>
          </div>
        ))}
      </dl>
      <TableScroll>
        <Table aria-label={t`Imported by term`}>
          <thead>
            <tr>
              <HeadCell>
                <Trans>Term</Trans>
              </HeadCell>
              {[t`Classes`, t`Sections`, t`Enrolments`].map((header) => (
                <HeadCell key={header} end>
                  {header}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.byTerm.map((row) => (
              <tr key={row.term}>
                <Cell as="th" scope="row">
                  {row.added ? t`${row.term} (new)` : row.term}
                </Cell>
                {[row.classes, row.sections, row.places].map((count, place) => (
                  // The index is a stable key, because the columns never change their order.
                  // oxlint-disable-next-line react/no-array-index-key
                  <Cell key={place} end className={styles.cell}>
                    {showCount(count)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
      {report.unread.length > 0 && <Alert kind="info">{t`These columns were ignored: ${report.unread.join(', ')}`}</Alert>}
      {repairedPhones !== null && <Alert kind="info">{repairedPhones}</Alert>}
      <Row gap={2} wrap>
        <Button icon={<DownloadIcon />} onClick={() => void download()}>
          <Trans>Download Report</Trans>
        </Button>
        <Button variant="quiet" as={Link} to="/students">
          <Trans>View Students</Trans>
        </Button>
      </Row>
    </div>
  )
}

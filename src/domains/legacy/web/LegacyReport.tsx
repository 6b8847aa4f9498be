import DownloadIcon from '@mui/icons-material/Download'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { exportFile, saveFile } from '#ui/DataTable/exportRows.ts'
import { sayError } from '#ui/snackbars.tsx'
import { type LegacyImport, repairedPhonesText, type Report, reportLines, reportTables } from './legacyWords.ts'

/** What came in with a file, and the same as a spreadsheet. */
export function LegacyReport({ one, report }: { one: LegacyImport; report: Report }) {
  async function download() {
    const file = await exportFile(reportTables(one, report), 'xlsx').catch(() => null)
    if (file) saveFile(file, `import-${one.id}.xlsx`)
    else sayError('The file could not be made. Please try again.')
  }

  const repairedPhones = repairedPhonesText(report)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, mt: 2 }}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(260px, 1fr))' },
          columnGap: 3,
        }}
      >
        {reportLines(report).map(([label, count]) => (
          <Box
            key={label}
            sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.75, borderBottom: 1, borderColor: 'divider' }}
          >
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
              {count.toLocaleString('en-IN')}
            </Typography>
          </Box>
        ))}
      </Box>
      <TableContainer>
        <Table size="small" aria-label="What came in by term">
          <TableHead>
            <TableRow>
              <TableCell>Term</TableCell>
              {['Classes', 'Sections', 'Places'].map((header) => (
                <TableCell key={header} align="right">
                  {header}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {report.byTerm.map((one) => (
              <TableRow key={one.term}>
                <TableCell component="th" scope="row">
                  {one.added ? `${one.term} (new)` : one.term}
                </TableCell>
                {[one.classes, one.sections, one.places].map((count, place) => (
                  // The columns never change their order.
                  // oxlint-disable-next-line react/no-array-index-key
                  <TableCell key={place} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    {count.toLocaleString('en-IN')}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {report.unread.length > 0 && (
        <Alert severity="info">{`Nothing was read from these columns: ${report.unread.join(', ')}`}</Alert>
      )}
      {repairedPhones !== null && <Alert severity="info">{repairedPhones}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" startIcon={<DownloadIcon />} onClick={() => void download()}>
          Download Report
        </Button>
        <Button component={Link} to="/students">
          View Students
        </Button>
      </Box>
    </Box>
  )
}

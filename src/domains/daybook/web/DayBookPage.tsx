import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { showMoney } from '#shared/money.ts'
import {
  type Book,
  type BookTable,
  signedAmountInWords,
  memoLines,
  memoTables,
  moneyTables,
  showCell,
  type BookCell,
} from './dayBookTables.ts'

/** The day book page on screen. */
export function DayBookPage({ book }: { book: Book }) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Sums book={book} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {moneyTables(book).map((table) => (
          <TableSection key={table.title} table={table} />
        ))}
        <Memo book={book} />
        {memoTables(book).map((table) => (
          <TableSection key={table.title} table={table} />
        ))}
      </Box>
    </Box>
  )
}

/** Opening, collected, spent and closing amounts of the day. */
function Sums({ book }: { book: Book }) {
  const sums = [
    { label: 'Opening', sign: '', amount: book.opening },
    { label: 'Collected', sign: '+', amount: book.collected },
    { label: 'Expenses', sign: '−', amount: book.spent },
    { label: 'Closing', sign: '=', amount: book.closing },
  ]
  return (
    <Paper component="section" variant="outlined" aria-label="The day" sx={{ p: 2 }}>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {sums.map(({ label, sign, amount }) => (
          <Box key={label} sx={{ containerType: 'inline-size' }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {sign ? `${sign} ${label}` : label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontSize: 'clamp(0.95rem, 10cqi, 1.5rem)', fontWeight: 600 }}>
              {showMoney(amount)}
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {`Collected: ${signedAmountInWords(book.collected)}`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {`Closing: ${signedAmountInWords(book.closing)}`}
      </Typography>
    </Paper>
  )
}

function Memo({ book }: { book: Book }) {
  return (
    <Paper component="section" variant="outlined" aria-label="Receipts and memo" sx={{ minWidth: 0 }}>
      <SectionTitle text="Receipts and memo" />
      <Box
        component="dl"
        sx={{
          m: 0,
          px: 2,
          pb: 1.5,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
          rowGap: { xs: 0, sm: 0.75 },
          columnGap: 2,
        }}
      >
        {memoLines(book).map(({ label, value }) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, mb: { xs: 1, sm: 0 }, textAlign: { sm: 'right' } }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Paper>
  )
}

function SectionTitle({ text }: { text: string }) {
  return (
    <Typography variant="h2" sx={{ px: 2, py: 1.5 }}>
      {text}
    </Typography>
  )
}

/** A table of the page. On a phone each row takes two lines. */
function TableSection({ table }: { table: BookTable }) {
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const { title, head, rows, emptyText } = table
  // A table with more than three columns takes the full width.
  const wide = head.length > 3
  return (
    <Paper component="section" variant="outlined" aria-label={title} sx={{ minWidth: 0, gridColumn: wide ? '1 / -1' : 'auto' }}>
      <SectionTitle text={title} />
      {rows.length === 0 ? (
        <Typography variant="body2" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
          {emptyText}
        </Typography>
      ) : phone ? (
        <TableAsList table={table} />
      ) : (
        <TableAsGrid table={table} />
      )}
    </Paper>
  )
}

function TableAsGrid({ table: { title, head, right, rows, keys, sum } }: { table: BookTable }) {
  const align = (index: number) => (right.includes(index) ? 'right' : 'left')
  return (
    <TableContainer>
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow>
            {head.map((word, index) => (
              <TableCell key={word} align={align(index)} sx={{ whiteSpace: 'nowrap' }}>
                {word}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, rowIndex) => (
            <TableRow key={keys?.[rowIndex] ?? row.join('\n')}>
              {row.map((cell, index) => (
                <TableCell key={head[index]} align={align(index)} sx={align(index) === 'right' ? { whiteSpace: 'nowrap' } : {}}>
                  {showCell(cell)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {sum && (
          <TableFooter>
            <TableRow sx={{ '& .MuiTableCell-root': { color: 'text.primary', fontWeight: 600, borderBottom: 0 } }}>
              {sum.map((cell, index) => (
                <TableCell key={head[index]} align={align(index)} sx={{ whiteSpace: 'nowrap' }}>
                  {showCell(cell)}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </TableContainer>
  )
}

function TableAsList({ table: { title, head, right, rows, keys, sum } }: { table: BookTable }) {
  const last = right.at(-1) ?? 0
  const line = (row: readonly BookCell[]) =>
    row
      .flatMap((cell, index) => (index === 0 || index === last || cell === '' ? [] : [`${head[index]} ${showCell(cell)}`]))
      .join(' · ')
  return (
    <List disablePadding aria-label={title}>
      {[...rows, ...(sum ? [sum] : [])].map((row, rowIndex) => (
        <ListItem key={keys?.[rowIndex] ?? row.join('\n')} divider={row !== sum} sx={{ gap: 2, alignItems: 'flex-start' }}>
          <ListItemText
            primary={showCell(row[0] ?? '')}
            secondary={line(row)}
            slotProps={row === sum ? { primary: { sx: { fontWeight: 600 } } } : {}}
          />
          <Typography sx={{ py: 0.5, fontWeight: row === sum ? 600 : 400 }}>{showCell(row[last] ?? '')}</Typography>
        </ListItem>
      ))}
    </List>
  )
}

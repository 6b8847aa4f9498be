import Box from '@mui/material/Box'
import { showMoney } from '../../../../shared/money.ts'
import type { CounterDayFactsFragment } from './collectFees.graphql.ts'
import { count } from './counterWords.ts'

/** What the counter has taken today; cheques the bank has not answered yet are said apart. */
export function CounterDay({ day }: { day: CounterDayFactsFragment }) {
  return (
    <Box component="section" aria-label="Today" sx={{ textAlign: { sm: 'right' }, whiteSpace: 'nowrap' }}>
      <Box>
        Day total{' '}
        <Box component="strong" sx={{ fontSize: '1.125rem' }}>
          {showMoney(day.collected)}
        </Box>
        {` · ${count(day.receipts, 'receipt')}`}
      </Box>
      {day.clearing > 0 && (
        <Box sx={{ color: 'text.secondary', fontSize: 14 }}>and {showMoney(day.clearing)} in cheques still clearing</Box>
      )}
    </Box>
  )
}

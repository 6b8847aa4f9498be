import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { countWithNoun } from '#shared/plural.ts'
import { showMoney } from '#shared/money.ts'
import { chequesAddress, ownReceiptsAddress } from '../fees.exports.tsx'
import type { CounterDayFactsFragment } from './collectFees.graphql.ts'

/** What the counter took today. Cheques that the bank has not cleared yet are shown separately. */
export function CounterDay({ day }: { day: CounterDayFactsFragment }) {
  return (
    <Box component="section" aria-label="Today" sx={{ textAlign: { sm: 'right' }, whiteSpace: { sm: 'nowrap' } }}>
      <Box>
        Day total{' '}
        <Box component="strong" sx={{ fontSize: '1.125rem' }}>
          {showMoney(day.collected)}
        </Box>
        {` · ${countWithNoun(day.receipts, 'receipt')}`}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: 14 }}>
        {day.clearing > 0 && (
          <>
            and{' '}
            <Link component={RouterLink} to={chequesAddress}>
              {showMoney(day.clearing)} in cheques still clearing
            </Link>
            {' · '}
          </>
        )}
        <Link component={RouterLink} to={ownReceiptsAddress}>
          My receipts of today
        </Link>
      </Box>
    </Box>
  )
}

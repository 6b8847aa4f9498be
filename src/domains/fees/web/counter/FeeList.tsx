import ExpandLessIcon from '@mui/icons-material/ExpandLess'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { showMoney } from '#shared/money.ts'
import { feeWords } from './counterWords.ts'
import { FeeLinesOnPhone } from './FeeLines.tsx'
import type { CounterFee, RowsProps } from './feeRow.ts'
import { SettledButton } from './SettledButton.tsx'
import { isSelectable } from './feeSelection.ts'
import { FeeState } from './FeeTable.tsx'

/** A student's fees on a phone: two lines each. */
export function FeeList(props: RowsProps) {
  return (
    <Box component="ul" aria-label="Fees" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {props.settled > 0 && (
        <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider', py: 0.5 }}>
          <SettledButton {...props} />
        </Box>
      )}
      {props.fees.map((fee) => (
        <FeeItem key={fee.feeId} fee={fee} {...props} />
      ))}
    </Box>
  )
}

/** What came of a fee so far, where anything did. */
function soFar({ amount, fixedAmount, collected, clearing, discount, pending }: CounterFee): string {
  const parts = [
    fixedAmount ? pending > 0 && showMoney(amount) : 'not fixed',
    collected > 0 && `${showMoney(collected)} collected`,
    clearing > 0 && `${showMoney(clearing)} clearing`,
    discount > 0 && `${showMoney(discount)} discount`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function FeeItem({ fee, selected, onToggle, expanded, onExpand, rowTarget, onReceipt }: RowsProps & { fee: CounterFee }) {
  const selectable = isSelectable(fee)
  const unfolded = expanded.has(fee.feeId)
  const words = feeWords(fee)
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 60 }}>
        <Box
          component="label"
          sx={{
            display: 'flex',
            alignItems: 'center',
            flex: 1,
            minWidth: 0,
            py: 0.5,
            ...(selectable ? {} : { color: 'text.secondary' }),
          }}
        >
          <Box sx={{ width: 42, flexShrink: 0 }}>
            {selectable && (
              <Checkbox
                checked={selected.has(fee.feeId)}
                onChange={() => onToggle(fee.feeId)}
                slotProps={{ input: { 'aria-label': words, ...rowTarget(fee) } }}
              />
            )}
          </Box>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {words}
            <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{soFar(fee)}</Box>
          </Box>
          <Box sx={{ flexShrink: 0, textAlign: 'right', ml: 1 }}>
            {fee.pending > 0 && <Box sx={{ fontWeight: 600 }}>{showMoney(fee.pending)}</Box>}
            <FeeState fee={fee} />
          </Box>
        </Box>
        <Box sx={{ width: 40, flexShrink: 0 }}>
          {fee.lines.length > 0 && (
            <IconButton
              aria-label={`${unfolded ? 'Hide' : 'Show'} the lines of ${words}`}
              aria-expanded={unfolded}
              onClick={() => onExpand(fee.feeId)}
              {...(selectable ? {} : rowTarget(fee))}
            >
              {unfolded ? <ExpandLessIcon fontSize="small" /> : <ExpandMoreIcon fontSize="small" />}
            </IconButton>
          )}
        </Box>
      </Box>
      {unfolded && fee.lines.length > 0 && (
        <Box sx={{ pl: '42px', pb: 1 }}>
          <FeeLinesOnPhone label={`Lines of ${words}`} lines={fee.lines} onReceipt={onReceipt} />
        </Box>
      )}
    </Box>
  )
}

import ExpandLessIcon from '@mui/icons-material/ExpandLess'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { showMoney } from '#shared/money.ts'
import { feeTitle } from '../../fees.rules.ts'
import { FeeLinesOnPhone } from './FeeLines.tsx'
import type { CounterFee, FeeRowsViewProps } from './feeRowsProps.ts'
import { SettledFeesButton } from './SettledFeesButton.tsx'
import { isSelectable } from './feeSelection.ts'
import { FeeState } from './FeeTable.tsx'

/** A student's fees on a phone: two lines each. */
export function FeeList(props: FeeRowsViewProps) {
  return (
    <Box component="ul" aria-label="Fees" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {props.settled > 0 && (
        <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider', py: 0.5 }}>
          <SettledFeesButton {...props} />
        </Box>
      )}
      {props.fees.map((fee) => (
        <FeeItem key={fee.feeId} fee={fee} {...props} />
      ))}
    </Box>
  )
}

/** Returns what was collected, is clearing or was discounted on a fee. */
function balanceText({ amount, fixedAmount, collected, clearing, discount, pending }: CounterFee): string {
  const parts = [
    fixedAmount ? pending > 0 && showMoney(amount) : 'not fixed',
    collected > 0 && `${showMoney(collected)} collected`,
    clearing > 0 && `${showMoney(clearing)} clearing`,
    discount > 0 && `${showMoney(discount)} discount`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function FeeItem({ fee, selected, onToggle, expanded, onExpand, rowTarget, onReceipt }: FeeRowsViewProps & { fee: CounterFee }) {
  const selectable = isSelectable(fee)
  const isExpanded = expanded.has(fee.feeId)
  const title = feeTitle(fee)
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
                slotProps={{ input: { 'aria-label': title, ...rowTarget(fee) } }}
              />
            )}
          </Box>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {title}
            <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{balanceText(fee)}</Box>
          </Box>
          <Box sx={{ flexShrink: 0, textAlign: 'right', ml: 1 }}>
            {fee.pending > 0 && <Box sx={{ fontWeight: 600 }}>{showMoney(fee.pending)}</Box>}
            <FeeState fee={fee} />
          </Box>
        </Box>
        <Box sx={{ width: 40, flexShrink: 0 }}>
          {fee.lines.length > 0 && (
            <IconButton
              aria-label={`${isExpanded ? 'Hide' : 'Show'} the lines of ${title}`}
              aria-expanded={isExpanded}
              onClick={() => onExpand(fee.feeId)}
              {...(selectable ? {} : rowTarget(fee))}
            >
              {isExpanded ? <ExpandLessIcon fontSize="small" /> : <ExpandMoreIcon fontSize="small" />}
            </IconButton>
          )}
        </Box>
      </Box>
      {isExpanded && fee.lines.length > 0 && (
        <Box sx={{ pl: '42px', pb: 1 }}>
          <FeeLinesOnPhone label={`Lines of ${title}`} lines={fee.lines} onReceipt={onReceipt} />
        </Box>
      )}
    </Box>
  )
}

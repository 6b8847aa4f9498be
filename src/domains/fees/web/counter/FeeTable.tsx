import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Fragment, type MouseEvent } from 'react'
import { type Paise, showMoney } from '#shared/money.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { feeTitle } from '../../fees.rules.ts'
import { stateLabels } from '../stateLabels.ts'
import { FeeLines } from './FeeLines.tsx'
import type { CounterFee, FeeRowsViewProps } from './feeRowsProps.ts'
import { SettledFeesButton } from './SettledFeesButton.tsx'
import { isSelectable } from './feeSelection.ts'
import styles from './FeeTable.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ExpandLessIcon, ExpandMoreIcon } from '#ui/kit/icons.ts'

const sums = ['collected', 'clearing', 'discount'] as const

/** A student's fees as a table, each with its collected lines below. */
export function FeeTable(props: FeeRowsViewProps) {
  const { fees, total, selected, onToggleAll } = props
  const open = fees.filter((fee) => isSelectable(fee) && fee.fixedAmount)
  const allSelected = open.length > 0 && open.every((fee) => selected.has(fee.feeId))
  const severalCategories = new Set(fees.map((fee) => fee.categoryName)).size > 1
  return (
    <TableContainer>
      <Table size="small" aria-label="Fees" className={styles.table}>
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <Checkbox
                size="small"
                checked={allSelected}
                indeterminate={!allSelected && selected.size > 0}
                disabled={open.length === 0}
                onChange={() => onToggleAll(!allSelected)}
                slotProps={{ input: { 'aria-label': 'All pending fees' } }}
              />
            </TableCell>
            <TableCell>Month</TableCell>
            <TableCell>Fee</TableCell>
            <TableCell align="right">Amount</TableCell>
            <TableCell align="right">Collected</TableCell>
            <TableCell align="right">Clearing</TableCell>
            <TableCell align="right">Discount</TableCell>
            <TableCell align="right">Pending</TableCell>
            <TableCell>State</TableCell>
            <TableCell padding="checkbox" aria-label="Lines" />
          </TableRow>
        </TableHead>
        <TableBody>
          {props.settled > 0 && (
            <TableRow>
              <TableCell colSpan={10} className={styles.cell}>
                <SettledFeesButton {...props} />
              </TableCell>
            </TableRow>
          )}
          {fees.map((fee) => (
            <FeeRow key={fee.feeId} fee={fee} severalCategories={severalCategories} {...props} />
          ))}
        </TableBody>
        <TableFooter>
          <TableRow className={styles.tableRow}>
            <TableCell colSpan={4}>Total</TableCell>
            {sums.map((sum) => (
              <Money key={sum} amount={total[sum]} />
            ))}
            <Money amount={total.pending} />
            <TableCell colSpan={2} />
          </TableRow>
        </TableFooter>
      </Table>
    </TableContainer>
  )
}

function FeeRow({ fee, severalCategories, ...props }: FeeRowsViewProps & { fee: CounterFee; severalCategories: boolean }) {
  const { selected, onToggle, expanded, onExpand, rowTarget, onReceipt } = props
  const selectable = isSelectable(fee)
  const isExpanded = expanded.has(fee.feeId)
  const title = feeTitle(fee)
  const toggleByRow = (event: MouseEvent) => {
    if (selectable && !(event.target as Element).closest('button, input, a')) onToggle(fee.feeId)
  }
  return (
    <Fragment>
      <TableRow
        hover={selectable}
        selected={selected.has(fee.feeId)}
        onClick={toggleByRow}
        sx={{
          cursor: selectable ? 'pointer' : 'default',
          '&:has([data-fee]:focus-visible)': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
          '& td': {
            height: 40,
            py: 0,
            ...(selectable ? {} : { color: 'text.secondary' }),
            ...(isExpanded ? { borderBottom: 0 } : {}),
          },
        }}
      >
        <TableCell padding="checkbox">
          {selectable && (
            <Checkbox
              size="small"
              checked={selected.has(fee.feeId)}
              onChange={() => onToggle(fee.feeId)}
              slotProps={{ input: { 'aria-label': title, ...rowTarget(fee) } }}
            />
          )}
        </TableCell>
        <TableCell>{fee.month ?? '—'}</TableCell>
        <TableCell>
          {fee.name}
          {severalCategories && (
            <Text as="span" size="tiny" className={styles.hint}>
              {fee.categoryName}
            </Text>
          )}
        </TableCell>
        <TableCell align="right">{fee.fixedAmount ? showMoney(fee.amount) : 'not fixed'}</TableCell>
        {sums.map((sum) => (
          <Money key={sum} amount={fee[sum]} />
        ))}
        {fee.fixedAmount ? <Money amount={fee.pending} strong /> : <TableCell />}
        <TableCell>
          <FeeState fee={fee} />
        </TableCell>
        <TableCell padding="checkbox">
          {fee.lines.length > 0 && (
            <IconButton
              size="small"
              aria-label={`${isExpanded ? 'Hide' : 'Show'} the lines of ${title}`}
              aria-expanded={isExpanded}
              onClick={() => onExpand(fee.feeId)}
              {...(selectable ? {} : rowTarget(fee))}
            >
              {isExpanded ? <ExpandLessIcon size={20} /> : <ExpandMoreIcon size={20} />}
            </IconButton>
          )}
        </TableCell>
      </TableRow>
      {isExpanded && fee.lines.length > 0 && (
        <TableRow>
          <TableCell colSpan={10} className={styles.feeRowCell}>
            <FeeLines label={`Lines of ${title}`} lines={fee.lines} onReceipt={onReceipt} />
          </TableCell>
        </TableRow>
      )}
    </Fragment>
  )
}

/** The state of a fee. A fee that is not fixed has none until money was collected. */
export function FeeState({ fee }: { fee: CounterFee }) {
  return fee.fixedAmount || fee.state !== 'PENDING' ? <StateChip state={fee.state} label={stateLabels[fee.state]} /> : null
}

function Money({ amount, strong = false }: { amount: Paise; strong?: boolean }) {
  return (
    <TableCell align="right" sx={{ whiteSpace: 'nowrap', ...(strong && amount > 0 ? { fontWeight: 600 } : {}) }}>
      {amount === 0 ? '—' : showMoney(amount)}
    </TableCell>
  )
}

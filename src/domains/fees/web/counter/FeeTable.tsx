import { Fragment, type MouseEvent } from 'react'
import { type Paise, showMoney } from '#shared/money.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { feeTitle } from '../../fees.rules.ts'
import { stateLabels } from '../stateLabels.ts'
import { FeeLines } from './FeeLines.tsx'
import type { CounterFee, FeeRowsViewProps } from './feeRowsProps.ts'
import { SettledFeesButton } from './SettledFeesButton.tsx'
import { isSelectable } from './feeSelection.ts'
import { classes } from '#ui/kit/classes.ts'
import styles from './FeeTable.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ExpandLessIcon, ExpandMoreIcon } from '#ui/kit/icons.ts'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

const sums = ['collected', 'clearing', 'discount'] as const

/** A student's fees as a table, each with its collected lines below. */
export function FeeTable(props: FeeRowsViewProps) {
  const { fees, total, selected, onToggleAll } = props
  const open = fees.filter((fee) => isSelectable(fee) && fee.fixedAmount)
  const allSelected = open.length > 0 && open.every((fee) => selected.has(fee.feeId))
  const severalCategories = new Set(fees.map((fee) => fee.categoryName)).size > 1
  return (
    <TableScroll>
      <Table aria-label="Fees" className={styles.table}>
        <thead>
          <tr>
            <HeadCell narrow>
              <Checkbox
                checked={allSelected}
                indeterminate={!allSelected && selected.size > 0}
                disabled={open.length === 0}
                onChange={() => onToggleAll(!allSelected)}
                aria-label="All pending fees"
              />
            </HeadCell>
            <HeadCell>Month</HeadCell>
            <HeadCell>Fee</HeadCell>
            <HeadCell end>Amount</HeadCell>
            <HeadCell end>Collected</HeadCell>
            <HeadCell end>Clearing</HeadCell>
            <HeadCell end>Discount</HeadCell>
            <HeadCell end>Pending</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell narrow aria-label="Lines" />
          </tr>
        </thead>
        <tbody>
          {props.settled > 0 && (
            <tr>
              <Cell colSpan={10} className={styles.cell}>
                <SettledFeesButton {...props} />
              </Cell>
            </tr>
          )}
          {fees.map((fee) => (
            <FeeRow key={fee.feeId} fee={fee} severalCategories={severalCategories} {...props} />
          ))}
        </tbody>
        <tfoot>
          <tr className={styles.tableRow}>
            <Cell colSpan={4}>Total</Cell>
            {sums.map((sum) => (
              <Money key={sum} amount={total[sum]} />
            ))}
            <Money amount={total.pending} />
            <Cell colSpan={2} />
          </tr>
        </tfoot>
      </Table>
    </TableScroll>
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
      <tr
        onClick={toggleByRow}
        className={classes(
          styles.fee,
          selectable ? styles.selectable : styles.settled,
          selected.has(fee.feeId) && styles.selected,
          isExpanded && styles.expanded,
        )}
      >
        <Cell narrow>
          {selectable && (
            <Checkbox
              checked={selected.has(fee.feeId)}
              onChange={() => onToggle(fee.feeId)}
              aria-label={title}
              {...rowTarget(fee)}
            />
          )}
        </Cell>
        <Cell>{fee.month ?? '—'}</Cell>
        <Cell>
          {fee.name}
          {severalCategories && (
            <Text as="span" size="tiny" className={styles.hint}>
              {fee.categoryName}
            </Text>
          )}
        </Cell>
        <Cell end>{fee.fixedAmount ? showMoney(fee.amount) : 'not fixed'}</Cell>
        {sums.map((sum) => (
          <Money key={sum} amount={fee[sum]} />
        ))}
        {fee.fixedAmount ? <Money amount={fee.pending} strong /> : <Cell />}
        <Cell>
          <FeeState fee={fee} />
        </Cell>
        <Cell narrow>
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
        </Cell>
      </tr>
      {isExpanded && fee.lines.length > 0 && (
        <tr>
          <Cell colSpan={10} className={styles.feeRowCell}>
            <FeeLines label={`Lines of ${title}`} lines={fee.lines} onReceipt={onReceipt} />
          </Cell>
        </tr>
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
    <Cell end className={classes(styles.money, strong && amount > 0 && styles.strong)}>
      {amount === 0 ? '—' : showMoney(amount)}
    </Cell>
  )
}

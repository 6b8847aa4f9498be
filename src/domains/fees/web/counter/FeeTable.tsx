import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { schoolDay, showDay } from '#shared/dates.ts'
import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { overdueText } from '../../due.rules.ts'
import { monthLabel } from '../../months.ts'
import { StateMark } from '../StateMark.tsx'
import { FeeLines } from './FeeLines.tsx'
import { type CounterFee, counterFeeTitle, type FeeRowsViewProps } from './feeRowsProps.ts'
import { LaterFeesButton, SettledFeesButton } from './SettledFeesButton.tsx'
import { type FeeSums, isSelectable } from './feeSelection.ts'
import { classes } from '#ui/kit/classes.ts'
import styles from './FeeTable.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ExpandLessIcon, ExpandMoreIcon } from '#ui/kit/icons.ts'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

type Sum = 'collected' | 'clearing' | 'discount' | 'concession' | 'writtenOff' | 'lateFee'

interface FeeRowProps extends FeeRowsViewProps {
  sums: readonly Sum[]
  severalCategories: boolean
}

/** A student's fees as a table, each with its collected lines below. */
export function FeeTable(props: FeeRowsViewProps) {
  const { earlier, fees, later, total, selected, allSelected, onToggleAll } = props
  // Few accounts have a cheque that is clearing, a concession, a due that is written off, or a late fee.
  const sums = (['lateFee', 'collected', 'clearing', 'discount', 'concession', 'writtenOff'] as const).filter(
    (sum) => sum === 'collected' || sum === 'discount' || sumOf(total, sum) > 0,
  )
  const headings = {
    collected: t`Collected`,
    clearing: t({ message: 'Clearing', context: 'money' }),
    discount: t`Discount`,
    concession: t`Concession`,
    writtenOff: t`Written off`,
    lateFee: t`Late fee`,
  }
  const columnCount = 7 + sums.length
  const rowProps = { ...props, sums, severalCategories: new Set([...fees, ...later].map((fee) => fee.categoryName)).size > 1 }
  return (
    <TableScroll>
      <Table aria-label={t`Fees`} className={styles.table}>
        <thead>
          <tr>
            <HeadCell narrow>
              <Checkbox
                checked={allSelected ?? false}
                indeterminate={allSelected !== true && selected.size > 0}
                disabled={allSelected === null}
                onChange={() => onToggleAll(!allSelected)}
                aria-label={t`All pending fees`}
              />
            </HeadCell>
            <HeadCell>
              <Trans>Month</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Fee</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Amount</Trans>
            </HeadCell>
            {sums.map((sum) => (
              <HeadCell key={sum} end>
                {headings[sum]}
              </HeadCell>
            ))}
            <HeadCell end>
              <Trans>Pending</Trans>
            </HeadCell>
            <HeadCell className={styles.state}>
              <Trans>State</Trans>
            </HeadCell>
            <HeadCell narrow aria-label={t`Lines`} />
          </tr>
        </thead>
        <tbody>
          {earlier.map(({ termName, fees: dues }) => (
            <Fragment key={termName}>
              <TermHeading columnCount={columnCount}>
                <Trans>Unpaid from {termName}</Trans>
              </TermHeading>
              {dues.map((fee) => (
                <FeeRow key={fee.feeId} fee={fee} {...rowProps} />
              ))}
            </Fragment>
          ))}
          {earlier.length > 0 && (
            <TermHeading columnCount={columnCount}>
              <Trans>This term</Trans>
            </TermHeading>
          )}
          {props.settled.length > 0 && (
            <tr className={styles.group}>
              <Cell colSpan={columnCount}>
                <SettledFeesButton {...props} />
              </Cell>
            </tr>
          )}
          {fees.map((fee) => (
            <FeeRow key={fee.feeId} fee={fee} {...rowProps} />
          ))}
          {later.length > 0 && (
            <tr className={styles.group}>
              <Cell colSpan={columnCount}>
                <LaterFeesButton {...props} />
              </Cell>
            </tr>
          )}
          {props.laterShown && later.map((fee) => <FeeRow key={fee.feeId} fee={fee} {...rowProps} />)}
        </tbody>
        <tfoot>
          <tr className={styles.total}>
            <Cell colSpan={4}>
              <Trans>Total</Trans>
            </Cell>
            {sums.map((sum) => (
              <Money key={sum} amount={sumOf(total, sum)} />
            ))}
            <Money amount={total.pending} />
            <Cell colSpan={2} />
          </tr>
        </tfoot>
      </Table>
    </TableScroll>
  )
}

/** Returns a sum of a fee or of all. The late fee is what was paid of it, with what is to be paid today. */
function sumOf(sums: Pick<FeeSums, Sum | 'lateFeeDue'>, sum: Sum): Paise {
  return sum === 'lateFee' ? sumMoney([sums.lateFee, sums.lateFeeDue]) : sums[sum]
}

function TermHeading({ columnCount, children }: { columnCount: number; children: ReactNode }) {
  return (
    <tr className={classes(styles.group, styles.term)}>
      <HeadCell colSpan={columnCount} scope="rowgroup">
        {children}
      </HeadCell>
    </tr>
  )
}

function FeeRow({ fee, sums, severalCategories, ...props }: FeeRowProps & { fee: CounterFee }) {
  const { selected, onToggle, expanded, onExpand, rowTarget, onReceipt } = props
  const selectable = isSelectable(fee)
  const isExpanded = expanded.has(fee.feeId)
  const title = counterFeeTitle(fee)
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
              aria-keyshortcuts="ArrowUp ArrowDown Space ArrowRight"
              data-keys={t`Go to a fee, select it, show its lines`}
              {...rowTarget(fee)}
            />
          )}
        </Cell>
        <Cell className={styles.month}>{fee.month ? monthLabel(fee.month) : t`One time`}</Cell>
        <Cell className={styles.name}>
          {fee.name}
          {severalCategories && fee.categoryName !== fee.name && (
            <>
              {' '}
              <span className={styles.category}>{fee.categoryName}</span>
            </>
          )}
        </Cell>
        <Cell end>{fee.fixedAmount ? showMoney(fee.amount) : t`not fixed`}</Cell>
        {sums.map((sum) => (
          <Money key={sum} amount={sumOf(fee, sum)} />
        ))}
        {fee.fixedAmount ? <Money amount={fee.pending} strong /> : <Cell />}
        <Cell className={styles.state}>
          <FeeState fee={fee} />
        </Cell>
        <Cell narrow>
          {fee.lines.length > 0 && (
            <IconButton
              size="small"
              aria-label={isExpanded ? t`Hide the lines of ${title}` : t`Show the lines of ${title}`}
              aria-expanded={isExpanded}
              onClick={(event) => {
                // The pressed icon is replaced before the row hears of the click and looks for the button around it.
                event.stopPropagation()
                onExpand(fee.feeId)
              }}
              {...(selectable ? {} : rowTarget(fee))}
            >
              {isExpanded ? <ExpandLessIcon size={18} /> : <ExpandMoreIcon size={18} />}
            </IconButton>
          )}
        </Cell>
      </tr>
      {isExpanded && fee.lines.length > 0 && (
        <tr>
          <Cell colSpan={7 + sums.length} className={styles.lines}>
            <FeeLines label={t`Lines of ${title}`} lines={fee.lines} onReceipt={onReceipt} />
          </Cell>
        </tr>
      )}
    </Fragment>
  )
}

/**
 * The state of a fee: what is pending says by when it is due. A fee that is not fixed has none until money was
 * collected.
 */
export function FeeState({ fee }: { fee: CounterFee }) {
  if (!fee.fixedAmount) return fee.state === 'PENDING' ? null : <StateMark state={fee.state} />
  if (fee.pending > 0 && fee.due === 'OVERDUE')
    return <StateMark state="OVERDUE" label={overdueText(fee.dueOn, schoolDay(new Date()))} />
  return fee.state === 'PENDING' ? (
    <StateMark state="PENDING" label={t`Due by ${showDay(fee.dueOn)}`} />
  ) : (
    <StateMark state={fee.state} />
  )
}

function Money({ amount, strong = false }: { amount: Paise; strong?: boolean }) {
  return (
    <Cell end className={classes(styles.money, amount === 0 && styles.none, strong && amount > 0 && styles.strong)}>
      {amount === 0 ? '–' : showMoney(amount)}
    </Cell>
  )
}

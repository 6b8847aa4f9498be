import { showMoney } from '#shared/money.ts'
import { feeTitle } from '../../fees.rules.ts'
import { FeeLinesOnPhone } from './FeeLines.tsx'
import type { CounterFee, FeeRowsViewProps } from './feeRowsProps.ts'
import { SettledFeesButton } from './SettledFeesButton.tsx'
import { isSelectable } from './feeSelection.ts'
import { FeeState } from './FeeTable.tsx'
import styles from './FeeList.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ExpandLessIcon, ExpandMoreIcon } from '#ui/kit/icons.ts'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

/** A student's fees on a phone: two lines each. */
export function FeeList(props: FeeRowsViewProps) {
  return (
    <ul aria-label="Fees" className={styles.list}>
      {props.settled > 0 && (
        <li className={styles.item}>
          <SettledFeesButton {...props} />
        </li>
      )}
      {props.fees.map((fee) => (
        <FeeItem key={fee.feeId} fee={fee} {...props} />
      ))}
    </ul>
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
  const content = (
    <span className={styles.content}>
      <span className={styles.fill}>
        {title}
        <span className={styles.hint}>{balanceText(fee)}</span>
      </span>
      <span className={styles.amount}>
        {fee.pending > 0 && <span className={styles.strong}>{showMoney(fee.pending)}</span>}
        <FeeState fee={fee} />
      </span>
    </span>
  )
  return (
    <li className={styles.feeItemItem}>
      <div className={styles.row}>
        {selectable ? (
          <Checkbox
            checked={selected.has(fee.feeId)}
            onChange={() => onToggle(fee.feeId)}
            aria-label={title}
            {...rowTarget(fee)}
            label={content}
            className={styles.fee}
          />
        ) : (
          <div className={styles.fixedFee}>{content}</div>
        )}
        <div className={styles.feeItemBox}>
          {fee.lines.length > 0 && (
            <IconButton
              aria-label={`${isExpanded ? 'Hide' : 'Show'} the lines of ${title}`}
              aria-expanded={isExpanded}
              onClick={() => onExpand(fee.feeId)}
              {...(selectable ? {} : rowTarget(fee))}
            >
              {isExpanded ? <ExpandLessIcon size={20} /> : <ExpandMoreIcon size={20} />}
            </IconButton>
          )}
        </div>
      </div>
      {isExpanded && fee.lines.length > 0 && (
        <div className={styles.lines}>
          <FeeLinesOnPhone label={`Lines of ${title}`} lines={fee.lines} onReceipt={onReceipt} />
        </div>
      )}
    </li>
  )
}

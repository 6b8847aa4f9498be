import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { showMoney } from '#shared/money.ts'
import { monthLabel } from '../../months.ts'
import { FeeLinesOnPhone } from './FeeLines.tsx'
import { type CounterFee, counterFeeTitle, type FeeRowsViewProps } from './feeRowsProps.ts'
import { LaterFeesButton, SettledFeesButton } from './SettledFeesButton.tsx'
import { isSelectable } from './feeSelection.ts'
import { FeeState } from './FeeTable.tsx'
import styles from './FeeList.module.css'
import { classes } from '#ui/kit/classes.ts'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ExpandLessIcon, ExpandMoreIcon } from '#ui/kit/icons.ts'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

/** A student's fees on a phone: two lines each. */
export function FeeList(props: FeeRowsViewProps) {
  return (
    <ul aria-label={t`Fees`} className={styles.list}>
      {props.earlier.map(({ termName, fees }) => (
        <Fragment key={termName}>
          <li className={styles.term}>
            <Trans>Unpaid from {termName}</Trans>
          </li>
          {fees.map((fee) => (
            <FeeItem key={fee.feeId} fee={fee} {...props} />
          ))}
        </Fragment>
      ))}
      {props.earlier.length > 0 && (
        <li className={styles.term}>
          <Trans>This term</Trans>
        </li>
      )}
      {props.settled.length > 0 && (
        <li className={styles.group}>
          <SettledFeesButton {...props} />
        </li>
      )}
      {props.fees.map((fee) => (
        <FeeItem key={fee.feeId} fee={fee} {...props} />
      ))}
      {props.later.length > 0 && (
        <li className={styles.group}>
          <LaterFeesButton {...props} />
        </li>
      )}
      {props.laterShown && props.later.map((fee) => <FeeItem key={fee.feeId} fee={fee} {...props} />)}
      {props.total.pending > 0 && (
        <li className={styles.total}>
          <span>
            <Trans>Total pending</Trans>
          </span>
          <span>{showMoney(props.total.pending)}</span>
        </li>
      )}
    </ul>
  )
}

/** Returns the month of a fee, and what was collected, is clearing or was taken off it. */
function secondLine({
  month,
  amount,
  fixedAmount,
  collected,
  clearing,
  discount,
  concession,
  writtenOff,
  lateFeeDue,
  pending,
}: CounterFee): string {
  const parts = [
    month ? monthLabel(month) : t`One time`,
    fixedAmount ? pending > 0 && pending < amount && showMoney(amount) : t`not fixed`,
    collected > 0 && t`${showMoney(collected)} collected`,
    clearing > 0 && t`${showMoney(clearing)} clearing`,
    discount > 0 && t`${showMoney(discount)} discount`,
    concession > 0 && t`${showMoney(concession)} concession`,
    writtenOff > 0 && t`${showMoney(writtenOff)} written off`,
    lateFeeDue > 0 && t`late fee ${showMoney(lateFeeDue)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function FeeItem({ fee, selected, onToggle, expanded, onExpand, rowTarget, onReceipt }: FeeRowsViewProps & { fee: CounterFee }) {
  const selectable = isSelectable(fee)
  const isExpanded = expanded.has(fee.feeId)
  const title = counterFeeTitle(fee)
  const content = (
    <span className={styles.content}>
      <span className={styles.fill}>
        <span className={styles.name}>{fee.name}</span>
        <span className={styles.hint}>{secondLine(fee)}</span>
      </span>
      <span className={styles.amount}>
        {fee.pending > 0 && <span className={styles.strong}>{showMoney(fee.pending)}</span>}
        <FeeState fee={fee} />
      </span>
    </span>
  )
  return (
    <li className={classes(styles.item, selected.has(fee.feeId) && styles.selected)}>
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
        {fee.lines.length > 0 && (
          <IconButton
            aria-label={isExpanded ? t`Hide the lines of ${title}` : t`Show the lines of ${title}`}
            aria-expanded={isExpanded}
            onClick={() => onExpand(fee.feeId)}
            className={styles.more}
            {...(selectable ? {} : rowTarget(fee))}
          >
            {isExpanded ? <ExpandLessIcon size={20} /> : <ExpandMoreIcon size={20} />}
          </IconButton>
        )}
      </div>
      {isExpanded && fee.lines.length > 0 && (
        <div className={styles.lines}>
          <FeeLinesOnPhone label={t`Lines of ${title}`} lines={fee.lines} onReceipt={onReceipt} />
        </div>
      )}
    </li>
  )
}

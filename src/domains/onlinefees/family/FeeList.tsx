import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { type Child, type Selection, type Fee, feeKey, notSelectableReason } from './selection.ts'
import { monthName } from './texts.ts'

interface Props {
  child: Child
  /** All children of the family, because the first ticked fee decides the bank account for all. */
  children: readonly Child[]
  chosen: Selection
  onToggle: (name: string) => void
  /** True when nothing can be paid now. */
  disabled: boolean
}

/** Lists a child's due fees, with the later ones collapsed below. */
export function FeeList({ child, ...rest }: Props) {
  const due = child.fees.filter((fee) => fee.due)
  const later = child.fees.filter((fee) => !fee.due)
  if (child.fees.length === 0)
    return (
      <p className="quiet">
        <Trans>There are no fees to pay for {child.name}.</Trans>
      </p>
    )
  return (
    <>
      {due.length === 0 ? (
        <p className="quiet">
          <Trans>Nothing is due now.</Trans>
        </p>
      ) : (
        <Rows child={child} fees={due} label={t`Due now, ${child.name}`} {...rest} />
      )}
      {later.length > 0 && (
        <details>
          <summary>
            <Trans>
              Later: <Plural value={later.length} one="# fee" other="# fees" />,{' '}
              <span className="money">{showMoney(sumMoney(later.map((fee) => fee.pending)))}</span>
            </Trans>
          </summary>
          <Rows child={child} fees={later} label={t`Later, ${child.name}`} {...rest} />
        </details>
      )}
    </>
  )
}

function Rows({ child, fees, label, ...rest }: Props & { fees: readonly Fee[]; label: string }) {
  return (
    <ul className="fees" aria-label={label}>
      {fees.map((fee) => (
        <li key={fee.feeId}>
          <Row child={child} fee={fee} {...rest} />
        </li>
      ))}
    </ul>
  )
}

function Row({ child, fee, children, chosen, onToggle, disabled }: Props & { fee: Fee }) {
  const name = feeKey(child, fee)
  const reason = notSelectableReason(fee, children, chosen)
  const ticked = chosen.has(name)
  const termName = fee.earlierTerm
  const details = [
    termName === null ? null : t`Unpaid from ${termName}`,
    monthName(fee.month),
    fee.due ? null : t`by ${showDay(fee.dueOn)}`,
    fee.pending > 0 && fee.pending < fee.amount ? t`of ${showMoney(fee.amount)}` : null,
    fee.lateFee > 0 ? t`with a late fee of ${showMoney(fee.lateFee)}` : null,
    ticked ? null : reason,
    fee.payable && fee.undecided ? t`a payment for it is still being checked` : null,
  ].filter((text) => text !== null)
  return (
    <label className="fee">
      <input
        type="checkbox"
        checked={ticked}
        disabled={disabled || (!ticked && reason !== null)}
        onChange={() => onToggle(name)}
      />
      <span className="who">
        {fee.name}
        {(fee.overdue || details.length > 0) && (
          <span className="quiet">
            {details.join(' · ')}
            {fee.overdue && (
              <>
                {details.length > 0 && ' · '}
                <span className="overdue">
                  <Trans>Overdue</Trans>
                </span>
              </>
            )}
          </span>
        )}
      </span>
      {fee.pending > 0 && <span className="money">{showMoney(sumMoney([fee.pending, fee.lateFee]))}</span>}
    </label>
  )
}

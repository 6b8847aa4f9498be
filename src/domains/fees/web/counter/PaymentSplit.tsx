import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { type CounterFee, counterFeeTitle } from './feeRowsProps.ts'
import { totalLateFees, totalPending, totalToPay } from './feeSelection.ts'
import { type EntryMode, isReduction } from './paymentEntry.ts'
import type { PreviewState } from './usePaymentPreview.ts'
import styles from './PaymentSplit.module.css'
import { CheckIcon } from '#ui/kit/icons.ts'
import { Text } from '#ui/kit/Text.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Cell, Table } from '#ui/kit/Table.tsx'

export interface PaymentSplitProps {
  /** The selected fees. */
  fees: readonly CounterFee[]
  split: PreviewState
  /** What is split: a payment, a discount or a write-off. */
  mode: EntryMode
}

/** How the server will split the amount over the selected fees, with its warnings. */
export function PaymentSplit({ fees, split: { preview, refused }, mode }: PaymentSplitProps) {
  const splitLines = new Map(preview?.lines.map((line) => [line.feeId, line]))
  const lines = fees.flatMap((fee) => {
    const line = splitLines.get(fee.feeId)
    return line ? [{ fee, line }] : []
  })
  const unpaid = fees.filter((fee) => !splitLines.has(fee.feeId) && (mode === 'WAIVER' ? fee.lateFeeDue : fee.pending) > 0)
  return (
    <section aria-label={t`Split`} className={styles.section}>
      {preview?.usedBy.map((used) => (
        <Alert key={used.receiptNumber} kind="warning" className={styles.alert}>
          <Trans>
            This transaction ID is on receipt {used.receiptNumber} of {used.studentName} ({showDay(used.collectedOn)}) already.
          </Trans>
        </Alert>
      ))}
      {refused !== null && <Alert kind="error">{refused}</Alert>}
      {refused === null && (
        <Text as="h3" size="small" tone="quiet" className={styles.heading}>
          {mode === 'DISCOUNT'
            ? t`This discount covers`
            : mode === 'WRITE_OFF'
              ? t`This write-off covers`
              : mode === 'WAIVER'
                ? t`Late fees that this waives`
                : t`This payment covers`}
        </Text>
      )}
      <Table aria-label={t`How the amount is split`} className={styles.split}>
        <tbody>
          {lines.map(({ fee, line }) => (
            <tr key={fee.feeId}>
              <Cell className={styles.fee}>
                {counterFeeTitle(fee)}
                {mode !== 'WAIVER' && line.lateFee > 0 && (
                  <Text as="span" size="small" tone="quiet">
                    {' '}
                    <Trans>with a late fee of {showMoney(line.lateFee)}</Trans>
                  </Text>
                )}
              </Cell>
              <Cell end className={styles.amount}>
                {showMoney(line.amount)}
              </Cell>
              <Cell className={styles.left}>
                {line.pending > 0 ? (
                  t`${showMoney(line.pending)} left`
                ) : (
                  <CheckIcon size={16} role="img" aria-label={t`in full`} />
                )}
              </Cell>
            </tr>
          ))}
          {preview && unpaid.length > 0 && (
            <tr>
              <Cell colSpan={3} className={styles.rest}>
                <Trans>
                  Nothing on <Plural value={unpaid.length} one="# other fee" other="# other fees" />:{' '}
                  {showMoney(
                    mode === 'WAIVER' ? totalLateFees(unpaid) : isReduction(mode) ? totalPending(unpaid) : totalToPay(unpaid),
                  )}{' '}
                  left
                </Trans>
              </Cell>
            </tr>
          )}
        </tbody>
      </Table>
    </section>
  )
}

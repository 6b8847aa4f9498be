import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { failureOf, endsSession } from '#ui/problems.ts'
import { onceFailedMessage, useRequestKey } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { feesFailure, feeTitle, isSelectable } from '#domains/fees/web/feeTables.exports.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { FeesForSurplusDocument, SettleSurplusDocument } from './look.graphql.ts'
import { selectionProblem } from './selectionProblem.ts'
import { type Surplus, surplusTitle } from './surplusTexts.ts'
import styles from './UseForFeesDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

/** The dialog for using surplus for other fees of the same student, as a payment with a receipt. */
export function UseForFeesDialog({ surplus, onDone, onClose }: { surplus: Surplus; onDone: () => void; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [saving, setSaving] = useState(false)
  const { data, error, refetch } = useQuery(FeesForSurplusDocument, {
    variables: { schoolId, account: { termId: surplus.termId, studentId: surplus.studentId } },
    // Not from the cache, because the pending amounts may have changed since the counter was open.
    fetchPolicy: 'read-once',
  })
  const fees = data?.feeAccount.fees.filter(isSelectable)
  const chosen = (fees ?? []).filter((fee) => ticked.has(fee.feeId))
  const missing = selectionProblem(surplus.amount, chosen)

  function tick(feeId: string) {
    const next = new Set(ticked)
    if (!next.delete(feeId)) next.add(feeId)
    setTicked(next)
  }

  async function settle() {
    setSaving(true)
    try {
      const data = await withKey((key) =>
        sendCommand(SettleSurplusDocument, {
          schoolId,
          input: {
            key,
            id: surplus.id,
            how: 'COLLECTED' as const,
            fees: chosen.map(({ feeId, version }) => ({ feeId, version })),
          },
        }),
      )
      await client.forget(['fees'])
      showSuccess(t`Receipt ${data.settleSurplus.settled?.reference ?? ''} made`)
      onDone()
    } catch (failed) {
      const failure = failureOf(failed)
      if (endsSession(failure)) return
      showError(onceFailedMessage(failure.message, failure))
      // Somebody else changed these fees: reload the pending amounts and keep the selection.
      if (failure.code === 'CONFLICT') void refetch().catch(() => undefined)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog title={t`Use for other fees`} onClose={saving ? undefined : onClose}>
      <DialogBody>
        <Text className={styles.strong}>{surplusTitle(surplus)}</Text>
        <Text size="small" className={styles.hint}>
          <Trans>All of it is used: a payment with a receipt is made on the fees chosen here. This cannot be undone.</Trans>
        </Text>
        {!fees ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} failure={feesFailure} />
          ) : (
            <LoadingState lines={4} />
          )
        ) : fees.length === 0 ? (
          <EmptyState
            text={t`No other fee is pending`}
            hint={t`Nothing of this student is left to pay in this term: refund the money.`}
          />
        ) : (
          <ul aria-label={t`Fees`} className={styles.list}>
            {fees.map((fee) => (
              <li key={fee.feeId} className={styles.item}>
                <label className={styles.label}>
                  <Checkbox checked={ticked.has(fee.feeId)} onChange={() => tick(fee.feeId)} aria-label={feeTitle(fee)} />
                  <div className={styles.box}>{feeTitle(fee)}</div>
                  <div className={fee.fixedAmount ? styles.part : styles.rest}>
                    {fee.fixedAmount ? showMoney(fee.pending) : t`takes the rest`}
                  </div>
                </label>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogActions className={styles.actions}>
        <div role="status" className={styles.missing}>
          {fees && fees.length > 0 && (missing ?? t`The chosen fees take all of it`)}
        </div>
        <Button variant="quiet" onClick={onClose} disabled={saving}>
          <Trans>Go Back</Trans>
        </Button>
        <Button variant="primary" loading={saving} disabled={missing !== null} onClick={() => void settle()}>
          <Trans>Use {showMoney(surplus.amount)}</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

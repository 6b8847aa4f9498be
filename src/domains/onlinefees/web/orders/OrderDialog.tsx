import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { OrderFacts, OrderFees, OrderReceipts } from './OrderFacts.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { isFinal, stateMeaning, type Order, stateLabels } from './orderTexts.ts'
import { type CheckAnswer, useGatewayCheck } from './useGatewayCheck.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './OrderDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'

const severities = { CREATED: 'info', SUCCESS: 'success', FAILURE: 'error', CANCEL: 'info', MISMATCH: 'warning' } as const

/** Shows the details of an order: fees, receipts, payer, gateway data and timeline. */
export function OrderDialog({ order: opened, onClose }: { order: Order; onClose: () => void }) {
  // Shown in place of the state's meaning, because on a phone a snackbar would cover the buttons.
  const [answer, setAnswer] = useState<CheckAnswer | null>(null)
  const { check, checking } = useGatewayCheck(setAnswer)
  // What a check has changed, also after the order has left the list it was opened from.
  const [checked, setChecked] = useState<Order | null>(null)
  const order = checked ?? opened
  const refused = order.viewerCan.check.allowed ? null : order.viewerCan.check.reason
  return (
    <Dialog
      title={
        <>
          <Trans>Order of {order.payerName}</Trans>
          <StateChip state={order.state} label={stateLabels[order.state]} />
        </>
      }
      onClose={onClose}
      size="large"
    >
      <DialogBody className={styles.content}>
        <div role="status" className={styles.box}>
          <Alert kind={answer?.severity ?? severities[order.state]}>{answer?.text ?? stateMeaning(order)}</Alert>
        </div>
        <div className={styles.grid}>
          <Stack gap={5}>
            <OrderFees order={order} />
            <OrderReceipts order={order} />
            <OrderFacts order={order} />
          </Stack>
          <OrderTimeline orderId={order.id} />
        </div>
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
        {!isFinal(order) && (
          <Tooltip text={refused ?? ''} describes>
            <Button
              variant="primary"
              loading={checking !== null}
              disabled={refused !== null}
              onClick={() => void check(order).then(setChecked)}
            >
              <Trans>Check with the gateway now</Trans>
            </Button>
          </Tooltip>
        )}
      </DialogActions>
    </Dialog>
  )
}

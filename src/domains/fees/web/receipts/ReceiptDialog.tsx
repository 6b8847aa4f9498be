import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import { useFeesCan } from '../useFeesCan.ts'
import type { MovePaymentProps } from './MovePayment.tsx'
import { PaperButtons } from './PaperButtons.tsx'
import { type ShownReceipt, useReceipt } from './useReceipt.tsx'
import styles from './ReceiptDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { SendIcon } from '#ui/kit/icons.ts'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { later } from '#ui/kit/later.tsx'

const MovePayment = later<MovePaymentProps>(async () => ({ default: (await import('./MovePayment.tsx')).MovePayment }))

export interface ReceiptDialogProps {
  paymentId: string
  onClose: () => void
}

/** The dialog that shows a receipt, prints it (P) and downloads it. */
export function ReceiptDialog({ paymentId, onClose }: ReceiptDialogProps) {
  const shown = useReceipt(paymentId)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
    event.preventDefault()
    if (shown.receipt) shown.print()
  }

  return (
    <Dialog
      title={shown.receipt ? t`Receipt ${shown.receipt.receiptNumber}` : t`Receipt`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      size="large"
    >
      {/* The paper is 700 px wide and stands out from the dialog in the dark theme too. */}
      <DialogBody className={styles.content} tabIndex={0} role="region" aria-label={t`Receipt`}>
        {shown.paper}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
        <ReceiptButtons shown={shown} withKey />
      </DialogActions>
    </Dialog>
  )
}

export interface ReceiptButtonsProps {
  shown: ShownReceipt
  /** Shows that the key P prints. */
  withKey?: boolean
}

/** The buttons to send, download and print a receipt, and the choice of its languages. */
export function ReceiptButtons({ shown, withKey = false }: ReceiptButtonsProps) {
  const { receipt, send, sending } = shown
  const [moving, setMoving] = useState(false)
  const mayMove = useFeesCan('movePayment')
  const isVoid = receipt?.deleted !== null || receipt.state === 'FAILED'
  return (
    <PaperButtons shown={shown} ready={receipt !== undefined} withKey={withKey}>
      {mayMove && !isVoid && receipt.mode !== 'ONLINE' && (
        <Button variant="quiet" onClick={() => setMoving(true)}>
          <Trans>Move to another student</Trans>
        </Button>
      )}
      <Button variant="quiet" icon={<SendIcon />} loading={sending} disabled={isVoid} onClick={send}>
        <Trans>Send receipt</Trans>
      </Button>
      {moving && receipt && <MovePayment receipt={receipt} onClose={() => setMoving(false)} />}
    </PaperButtons>
  )
}

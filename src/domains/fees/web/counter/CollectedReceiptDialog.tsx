import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent } from 'react'
import { showMoney } from '#shared/money.ts'
import type { CounterAccountFactsFragment, CounterPaymentFragment } from './collectFees.graphql.ts'
import { siblingKeyCount } from './AccountHeader.tsx'
import { KeyCap } from './KeyCap.tsx'
import { ReceiptButtons } from '../receipts/ReceiptDialog.tsx'
import { receivedText } from '../receipts/receivedText.ts'
import { useReceipt } from '../receipts/useReceipt.tsx'
import styles from './CollectedReceiptDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { DoneIcon } from '#ui/kit/icons.ts'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

export interface CollectedReceiptDialogProps {
  payment: CounterPaymentFragment
  siblings: CounterAccountFactsFragment['siblings']
  onSibling: (studentId: string) => void
  onNext: () => void
  onClose: () => void
}

/** The receipt of a payment just taken: print it, then go to the next parent or to a sibling who owes fees. */
export function CollectedReceiptDialog({ payment, siblings, onSibling, onNext, onClose }: CollectedReceiptDialogProps) {
  const shown = useReceipt(payment.id)
  const owing = siblings.map((sibling, index) => ({ ...sibling, index })).filter((sibling) => sibling.pending > 0)

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.repeat) {
      // Ignore the Enter key that stored the payment and is still held down.
      event.preventDefault()
      return
    }
    const sibling = owing.find(({ index }) => event.key === String(index + 1) && index < siblingKeyCount)
    const key = event.key.toLowerCase()
    if (key === 'n') onNext()
    else if (key === 'p') {
      if (shown.receipt) shown.print()
    } else if (sibling) onSibling(sibling.id)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      title={
        <>
          <Trans>Receipt {payment.receiptNumber}</Trans>{' '}
          <span className={styles.received}>
            <DoneIcon size={16} aria-hidden />
            {receivedText(payment)}
          </span>
        </>
      }
      onClose={onClose}
      closesBeside={false}
      restoreFocus={false}
      onKeyDown={onKeyDown}
      size="large"
    >
      <DialogBody className={styles.content} tabIndex={0} role="region" aria-label={t`Receipt`}>
        {shown.paper}
      </DialogBody>
      <DialogActions className={styles.box}>
        <div className={styles.row}>
          {/* The first button has the focus, not the paper, which is a stop only to scroll it. */}
          {owing.map(({ id, name, sectionName, pending, index }) => (
            <Button
              variant="quiet"
              key={id}
              autoFocus={id === owing[0]?.id}
              onClick={() => onSibling(id)}
              endIcon={<KeyCap>{String(index + 1)}</KeyCap>}
            >
              <Trans>
                {name} {sectionName}, {showMoney(pending)}
              </Trans>
            </Button>
          ))}
        </div>
        <Button variant="quiet" autoFocus={owing.length === 0} onClick={onClose} endIcon={<KeyCap>{t`Esc`}</KeyCap>}>
          <Trans>Stay here</Trans>
        </Button>
        <ReceiptButtons shown={shown} withKey />
        <Button onClick={onNext} endIcon={<KeyCap>N</KeyCap>}>
          <Trans>Next parent</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

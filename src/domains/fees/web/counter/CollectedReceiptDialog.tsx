import { type KeyboardEvent } from 'react'
import { showMoney } from '#shared/money.ts'
import type { CounterAccountFactsFragment, CounterPaymentFragment } from './collectFees.graphql.ts'
import { siblingKeyCount } from './AccountHeader.tsx'
import { KeyCap } from './KeyCap.tsx'
import { ReceiptButtons } from '../receipts/ReceiptDialog.tsx'
import { useReceipt } from '../receipts/useReceipt.tsx'
import styles from './CollectedReceiptDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
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
      title={<>Receipt {payment.receiptNumber}</>}
      onClose={onClose}
      closesBeside={false}
      restoreFocus={false}
      onKeyDown={onKeyDown}
      size="large"
    >
      <DialogBody className={styles.content}>{shown.paper}</DialogBody>
      <DialogActions className={styles.box}>
        <div className={styles.row}>
          {owing.map(({ id, name, sectionName, pending, index }) => (
            <Button variant="quiet" key={id} onClick={() => onSibling(id)} endIcon={<KeyCap>{String(index + 1)}</KeyCap>}>
              {name} {sectionName} ({showMoney(pending)} pending)
            </Button>
          ))}
        </div>
        <Button variant="quiet" onClick={onClose} endIcon={<KeyCap>Esc</KeyCap>}>
          Stay here
        </Button>
        <ReceiptButtons shown={shown} withKey />
        <Button variant="primary" onClick={onNext} endIcon={<KeyCap>N</KeyCap>}>
          Next parent
        </Button>
      </DialogActions>
    </Dialog>
  )
}

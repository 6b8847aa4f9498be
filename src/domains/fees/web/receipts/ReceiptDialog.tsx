import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type KeyboardEvent, useId } from 'react'
import { KeyCap } from '../counter/KeyCap.tsx'
import { type ShownReceipt, useReceipt } from './useReceipt.tsx'
import styles from './ReceiptDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon, PrintIcon } from '#ui/kit/icons.ts'

/** The dialog that shows a receipt, prints it (P) and downloads it. */
export function ReceiptDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const titleId = useId()
  const shown = useReceipt(paymentId)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
    event.preventDefault()
    if (shown.receipt) shown.print()
  }

  return (
    <Dialog open onClose={onClose} onKeyDown={onKeyDown} aria-labelledby={titleId} maxWidth="md">
      <DialogTitle id={titleId}>{shown.receipt ? `Receipt ${shown.receipt.receiptNumber}` : 'Receipt'}</DialogTitle>
      {/* The paper is 700 px wide and stands out from the dialog in the dark theme too. */}
      <DialogContent className={styles.content}>{shown.paper}</DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          Close
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

/** The buttons to download and print a receipt. */
export function ReceiptButtons({ shown: { receipt, busy, print, download }, withKey = false }: ReceiptButtonsProps) {
  return (
    <>
      <Button
        variant="quiet"
        icon={<DownloadIcon />}
        loading={busy === 'download'}
        disabled={!receipt || busy !== null}
        onClick={download}
      >
        Download PDF
      </Button>
      <Button
        variant="primary"
        icon={<PrintIcon />}
        endIcon={withKey && <KeyCap>P</KeyCap>}
        loading={busy === 'print'}
        disabled={!receipt || busy !== null}
        onClick={print}
      >
        Print
      </Button>
    </>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent } from 'react'
import { type ReceiptLanguages, receiptLanguageOptions } from '#shared/receiptLanguages.ts'
import { KeyCap } from '../counter/KeyCap.tsx'
import { type ShownReceipt, useReceipt } from './useReceipt.tsx'
import styles from './ReceiptDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon, PrintIcon, SendIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** The dialog that shows a receipt, prints it (P) and downloads it. */
export function ReceiptDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
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
  const { receipt, languages, setLanguages, busy, print, download, send, sending } = shown
  const isVoid = receipt?.deleted !== null || receipt.state === 'FAILED'
  return (
    <>
      <Select
        label={t`Print in`}
        compact
        value={languages ?? ''}
        disabled={!receipt || busy !== null}
        onChange={(event) => setLanguages(event.target.value as ReceiptLanguages)}
      >
        {receiptLanguageOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Button variant="quiet" icon={<SendIcon />} loading={sending} disabled={isVoid} onClick={send}>
        <Trans>Send receipt</Trans>
      </Button>
      <Button
        variant="quiet"
        icon={<DownloadIcon />}
        loading={busy === 'download'}
        disabled={!receipt || busy !== null}
        onClick={download}
      >
        <Trans>Download PDF</Trans>
      </Button>
      <Button
        variant="primary"
        icon={<PrintIcon />}
        endIcon={withKey && <KeyCap>P</KeyCap>}
        loading={busy === 'print'}
        disabled={!receipt || busy !== null}
        onClick={print}
      >
        <Trans>Print</Trans>
      </Button>
    </>
  )
}

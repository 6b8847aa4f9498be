import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { Fragment } from 'react'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { receiptCss, receiptPrintPage, receiptSheet } from '../../receiptSheet.ts'
import type { ReceiptPaperFragment } from './receipts.graphql.ts'

const styles = <GlobalStyle css={receiptCss} />

/** A receipt on screen, as it is printed. */
export function ReceiptPaper({ receipt }: { receipt: ReceiptPaperFragment }) {
  return (
    <>
      {styles}
      {receiptSheet(receipt)}
    </>
  )
}

export interface PrintedReceiptsProps {
  receipts: readonly ReceiptPaperFragment[]
  /** Milliseconds before the print dialog opens. */
  wait?: number
  onDone: () => void
}

/** Prints receipts on the printer's paper, two on a page where they fit. */
export function PrintedReceipts({ receipts, wait = 0, onDone }: PrintedReceiptsProps) {
  return (
    <PrintSheet page={receiptPrintPage} wait={wait} onDone={onDone}>
      {styles}
      {receipts.map((receipt) => (
        <Fragment key={receipt.id}>{receiptSheet(receipt)}</Fragment>
      ))}
    </PrintSheet>
  )
}

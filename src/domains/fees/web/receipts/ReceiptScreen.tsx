import { useParams } from 'react-router'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ReceiptButtons } from './ReceiptDialog.tsx'
import { useReceipt } from './useReceipt.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './ReceiptScreen.module.css'

/** /fees/receipts/:id: one receipt, opened by a link or the command palette. */
export default function ReceiptScreen() {
  const { id = '' } = useParams()
  const shown = useReceipt(id)
  const { receipt } = shown
  return (
    <PageLayout
      title={receipt ? `Receipt ${receipt.receiptNumber}` : 'Receipt'}
      context={receipt && `${receipt.studentName} · ${receipt.sectionName} · ${receipt.termName}`}
      action={
        <Row gap={2} wrap>
          <ReceiptButtons shown={shown} />
        </Row>
      }
    >
      <div className={styles.spaced}>{shown.paper}</div>
    </PageLayout>
  )
}

import { t } from '@lingui/core/macro'
import { useParams } from '#ui/navigation.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ReceiptButtons } from './ReceiptDialog.tsx'
import { receivedText } from './receivedText.ts'
import type { ReceiptPaperFragment } from './receipts.graphql.ts'
import { useReceipt } from './useReceipt.tsx'
import { DoneIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './ReceiptScreen.module.css'

/** /fees/receipts/:id: one receipt, opened by a link or the command palette. */
export default function ReceiptScreen() {
  const { id = '' } = useParams()
  const shown = useReceipt(id)
  const { receipt } = shown
  return (
    <PageLayout
      title={receipt ? t`Receipt ${receipt.receiptNumber}` : t`Receipt`}
      context={receipt && <ReceiptContext receipt={receipt} />}
      action={
        <Row gap={2} wrap>
          <ReceiptButtons shown={shown} />
        </Row>
      }
    >
      <div className={styles.wall}>{shown.paper}</div>
    </PageLayout>
  )
}

/** What came in, or why the receipt is void, and whose it is. */
function ReceiptContext({ receipt }: { receipt: ReceiptPaperFragment }) {
  const isGood = receipt.deleted === null && receipt.state === 'COLLECTED'
  return (
    <span className={styles.context}>
      <span className={isGood ? styles.received : undefined}>
        {isGood && <DoneIcon size={16} aria-hidden />}
        {receipt.deleted ? t`Deleted` : receipt.state === 'FAILED' ? t`Cheque failed` : receivedText(receipt)}
      </span>
      <span>
        {receipt.studentName} · {receipt.sectionName} · {receipt.termName}
      </span>
    </span>
  )
}

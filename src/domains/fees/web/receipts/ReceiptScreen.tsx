import Box from '@mui/material/Box'
import { useParams } from 'react-router'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ReceiptButtons } from './ReceiptDialog.tsx'
import { useReceipt } from './useReceipt.tsx'

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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <ReceiptButtons shown={shown} />
        </Box>
      }
    >
      <Box sx={{ mx: { xs: -2, sm: 0 } }}>{shown.paper}</Box>
    </PageLayout>
  )
}

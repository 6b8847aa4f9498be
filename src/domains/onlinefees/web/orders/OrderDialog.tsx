import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { useId, useState } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { OrderFacts, OrderFees, OrderReceipts } from './OrderFacts.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { isFinal, stateMeaning, type Order, stateLabels } from './orderTexts.ts'
import { type CheckAnswer, useGatewayCheck } from './useGatewayCheck.ts'

const severities = { CREATED: 'info', SUCCESS: 'success', FAILURE: 'error', CANCEL: 'info', MISMATCH: 'warning' } as const

/** Shows the details of an order: fees, receipts, payer, gateway data and timeline. */
export function OrderDialog({ order: opened, onClose }: { order: Order; onClose: () => void }) {
  const titleId = useId()
  // Shown in place of the state's meaning, because on a phone a snackbar would cover the buttons.
  const [answer, setAnswer] = useState<CheckAnswer | null>(null)
  const { check, checking } = useGatewayCheck(setAnswer)
  // What a check has changed, also after the order has left the list it was opened from.
  const [checked, setChecked] = useState<Order | null>(null)
  const order = checked ?? opened
  const refused = order.viewerCan.check.allowed ? null : order.viewerCan.check.reason
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md">
      <DialogTitle id={titleId} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        Order of {order.payerName}
        <StateChip state={order.state} label={stateLabels[order.state]} />
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2.5 }}>
        <Box role="status" sx={{ flexShrink: 0 }}>
          <Alert severity={answer?.severity ?? severities[order.state]}>{answer?.text ?? stateMeaning(order)}</Alert>
        </Box>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
            columnGap: 4,
            rowGap: 2.5,
            alignItems: 'start',
          }}
        >
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, minWidth: 0 }}>
            <OrderFees order={order} />
            <OrderReceipts order={order} />
            <OrderFacts order={order} />
          </Box>
          <OrderTimeline orderId={order.id} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
        {!isFinal(order) && (
          <Tooltip title={refused ?? ''} describeChild>
            <span>
              <Button
                variant="contained"
                loading={checking !== null}
                disabled={refused !== null}
                onClick={() => void check(order).then(setChecked)}
              >
                Check with the gateway now
              </Button>
            </span>
          </Tooltip>
        )}
      </DialogActions>
    </Dialog>
  )
}

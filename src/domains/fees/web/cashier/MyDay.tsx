import { t } from '@lingui/core/macro'
import { Stack } from '#ui/kit/Stack.tsx'
import OwnReceipts from '../entries/OwnReceipts.tsx'
import { DaySummary } from './DaySummary.tsx'

/** The My Day tab: what the viewer took today by mode, the closing of the drawer, and the receipts to reprint. */
export default function MyDay() {
  return (
    <Stack gap={4}>
      <section aria-label={t`My day`}>
        <DaySummary />
      </section>
      <OwnReceipts />
    </Stack>
  )
}

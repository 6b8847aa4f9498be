import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import { AccountSection } from './AccountSection.tsx'
import type { CounterPaymentFragment } from './collectFees.graphql.ts'

export interface StudentReceiptsProps {
  payments: readonly CounterPaymentFragment[]
  onReceipt: (paymentId: string) => void
  /** Shown beside the heading. */
  action?: ReactNode
}

/** The receipts of a student in the term, newest first, to view and reprint. */
export function StudentReceipts({ payments, onReceipt, action }: StudentReceiptsProps) {
  if (payments.length === 0) return null
  return (
    <AccountSection
      title={t`Receipts`}
      action={action}
      items={payments.map((payment) => ({
        key: payment.id,
        text: `${showMoney(payment.amount)} · ${paymentModes[payment.mode].label}`,
        hint: [showDay(payment.collectedOn), payment.createdByName, payment.reference].filter(Boolean).join(' · '),
        ...(payment.state === 'COLLECTED' ? {} : { state: payment.state }),
        receipt: { number: payment.receiptNumber, onOpen: () => onReceipt(payment.id) },
      }))}
    />
  )
}

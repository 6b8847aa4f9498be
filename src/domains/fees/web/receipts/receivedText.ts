import { t } from '@lingui/core/macro'
import { type Paise, showMoney } from '#shared/money.ts'
import type { PaymentMode } from '#shared/paymentModes.ts'

/** Returns how much was received, and how, in one sentence. */
export function receivedText({ amount, mode }: { amount: Paise; mode: PaymentMode }): string {
  const money = showMoney(amount)
  switch (mode) {
    case 'CASH':
      return t`${money} received in cash`
    case 'UPI':
      return t`${money} received by UPI`
    case 'CHEQUE':
      return t`${money} received by cheque`
    case 'DD':
      return t`${money} received by demand draft`
    case 'BANK':
      return t`${money} received by bank transfer`
    case 'CARD':
      return t`${money} received by card`
    case 'ONLINE':
      return t`${money} received online`
  }
}

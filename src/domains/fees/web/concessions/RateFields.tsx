import { t } from '@lingui/core/macro'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { PercentField } from '#ui/forms/PercentField.tsx'

/** How much a concession takes off: a per cent of each fee, or an amount. */
export function RateFields() {
  return (
    <>
      <PercentField name="share" label={t`Per cent of each fee`} hint={t`Such as 25 or 12.5`} />
      <MoneyField name="amount" label={t`Or an amount of each fee`} hint={t`Never more than the fee`} />
    </>
  )
}

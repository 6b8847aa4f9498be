import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { AccountSection } from './AccountSection.tsx'
import type { CollectedLineFactsFragment, CounterAccountFactsFragment } from './collectFees.graphql.ts'
import { feeTitle } from '../../fees.rules.ts'
import type { FeeAccountKey, ReductionMode } from './paymentEntry.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { later } from '#ui/kit/later.tsx'

const DeleteDiscounts = later(async () => ({ default: (await import('./DeleteDiscounts.tsx')).DeleteDiscounts }))

export interface GivenDiscountsProps {
  /** Which of the lines without a payment. */
  of: ReductionMode
  account: CounterAccountFactsFragment
  accountKey: FeeAccountKey
  reload: () => Promise<unknown>
}

/** The discounts or the write-offs of an account; selected ones can be deleted. */
export function GivenDiscounts({ of, account, accountKey, reload }: GivenDiscountsProps) {
  const isDiscount = of === 'DISCOUNT'
  const { viewerCan } = account
  const discounts = isDiscount ? account.discounts : account.writeOffs
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState(false)
  const chosen = discounts.filter((discount) => ticked.has(discount.id))
  const mayDelete = (isDiscount ? viewerCan.deleteDiscounts : viewerCan.deleteWriteOffs).allowed

  const tick = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return (
    <>
      {discounts.length > 0 && (
        <AccountSection
          title={isDiscount ? t`Discounts` : t`Written off`}
          action={
            mayDelete && (
              <Button variant="quiet" size="small" danger disabled={chosen.length === 0} onClick={() => setDeleting(true)}>
                {isDiscount ? t`Delete selected discounts` : t`Undo selected write-offs`}
              </Button>
            )
          }
          items={discounts.map((discount) => ({
            key: discount.id,
            before: mayDelete && (
              <Checkbox
                checked={ticked.has(discount.id)}
                onChange={() => tick(discount.id)}
                aria-label={
                  isDiscount
                    ? t`Discount of ${showMoney(discount.amount)} on ${feeOf(discount)}`
                    : t`Write-off of ${showMoney(discount.amount)} on ${feeOf(discount)}`
                }
              />
            ),
            text: `${feeOf(discount)} · ${showMoney(discount.amount)}`,
            hint: [showDay(discount.collectedOn), discount.collectedBy, discount.comment].filter(Boolean).join(' · '),
          }))}
        />
      )}
      {deleting && (
        <DeleteDiscounts of={of} discounts={chosen} accountKey={accountKey} reload={reload} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

function feeOf({ feeName, month }: CollectedLineFactsFragment): string {
  return feeTitle({ name: feeName, month })
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { AccountSection } from './AccountSection.tsx'
import type { CollectedLineFactsFragment, CounterAccountFactsFragment } from './collectFees.graphql.ts'
import { feeTitle } from '../../fees.rules.ts'
import type { FeeAccountKey } from './paymentEntry.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { later } from '#ui/kit/later.tsx'

const DeleteDiscounts = later(async () => ({ default: (await import('./DeleteDiscounts.tsx')).DeleteDiscounts }))

export interface GivenDiscountsProps {
  account: CounterAccountFactsFragment
  accountKey: FeeAccountKey
  reload: () => Promise<unknown>
}

/** The discounts of an account; selected ones can be deleted. */
export function GivenDiscounts({ account: { discounts, viewerCan }, accountKey, reload }: GivenDiscountsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState(false)
  const chosen = discounts.filter((discount) => ticked.has(discount.id))
  const mayDelete = viewerCan.deleteDiscounts.allowed

  const tick = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return (
    <>
      {discounts.length > 0 && (
        <AccountSection
          title={t`Discounts`}
          action={
            mayDelete && (
              <Button variant="quiet" size="small" danger disabled={chosen.length === 0} onClick={() => setDeleting(true)}>
                <Trans>Delete selected discounts</Trans>
              </Button>
            )
          }
          items={discounts.map((discount) => ({
            key: discount.id,
            before: mayDelete && (
              <Checkbox
                checked={ticked.has(discount.id)}
                onChange={() => tick(discount.id)}
                aria-label={t`Discount of ${showMoney(discount.amount)} on ${feeOf(discount)}`}
              />
            ),
            text: `${feeOf(discount)} · ${showMoney(discount.amount)}`,
            hint: [showDay(discount.collectedOn), discount.collectedBy, discount.comment].filter(Boolean).join(' · '),
          }))}
        />
      )}
      {deleting && (
        <DeleteDiscounts discounts={chosen} accountKey={accountKey} reload={reload} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

function feeOf({ feeName, month }: CollectedLineFactsFragment): string {
  return feeTitle({ name: feeName, month })
}

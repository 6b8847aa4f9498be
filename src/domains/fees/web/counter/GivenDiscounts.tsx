import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { AccountSection } from './AccountSection.tsx'
import type { CollectedLineFactsFragment, CounterAccountFactsFragment } from './collectFees.graphql.ts'
import { feeTitle } from '../../fees.rules.ts'
import { reducedAmount } from './feeSelection.ts'
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

const texts = {
  DISCOUNT: {
    title: t`Discounts`,
    remove: t`Delete selected discounts`,
    label: (amount: string, fee: string) => t`Discount of ${amount} on ${fee}`,
  },
  WRITE_OFF: {
    title: t`Written off`,
    remove: t`Undo selected write-offs`,
    label: (amount: string, fee: string) => t`Write-off of ${amount} on ${fee}`,
  },
  WAIVER: {
    title: t`Waived late fees`,
    remove: t`Undo selected waivers`,
    label: (amount: string, fee: string) => t`Waiver of ${amount} on ${fee}`,
  },
} as const satisfies Record<ReductionMode, unknown>

/** The discounts, the write-offs or the waivers of an account; selected ones can be deleted. */
export function GivenDiscounts({ of, account, accountKey, reload }: GivenDiscountsProps) {
  const { title, remove, label } = texts[of]
  const { viewerCan } = account
  const { lines: discounts, can } = {
    DISCOUNT: { lines: account.discounts, can: viewerCan.deleteDiscounts },
    WRITE_OFF: { lines: account.writeOffs, can: viewerCan.deleteWriteOffs },
    WAIVER: { lines: account.waivers, can: viewerCan.undoWaivers },
  }[of]
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState(false)
  const chosen = discounts.filter((discount) => ticked.has(discount.id))
  const mayDelete = can.allowed

  const tick = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return (
    <>
      {discounts.length > 0 && (
        <AccountSection
          title={title}
          action={
            mayDelete && (
              <Button variant="quiet" size="small" danger disabled={chosen.length === 0} onClick={() => setDeleting(true)}>
                {remove}
              </Button>
            )
          }
          items={discounts.map((discount) => ({
            key: discount.id,
            before: mayDelete && (
              <Checkbox
                checked={ticked.has(discount.id)}
                onChange={() => tick(discount.id)}
                aria-label={label(showMoney(reducedAmount(discount)), feeOf(discount))}
              />
            ),
            text: `${feeOf(discount)} · ${showMoney(reducedAmount(discount))}`,
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

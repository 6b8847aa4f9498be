import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { showDay } from '../../../../shared/dates.ts'
import { showMoney, sumMoney } from '../../../../shared/money.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { saySuccess } from '../../../../ui/snackbars.tsx'
import { AccountPart } from './AccountPart.tsx'
import {
  type CollectedLineFactsFragment,
  type CounterAccountFactsFragment,
  DeleteDiscountsDocument,
} from './collectFees.graphql.ts'
import { count, failedWords, feeWords, sureToContinue } from './counterWords.ts'
import type { EntryOf } from './paymentEntry.ts'
import { useBookChange } from './useBookChange.ts'

export interface GivenDiscountsProps {
  account: CounterAccountFactsFragment
  of: EntryOf
  reload: () => Promise<unknown>
}

/** The discounts that stand on an account; selected ones can be deleted. */
export function GivenDiscounts({ account: { discounts, viewerCan }, of, reload }: GivenDiscountsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
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
        <AccountPart
          title="Discounts"
          action={
            mayDelete && (
              <Button size="small" color="error" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
                Delete selected discounts
              </Button>
            )
          }
          items={discounts.map((discount) => ({
            key: discount.id,
            before: mayDelete && (
              <Checkbox
                size="small"
                checked={ticked.has(discount.id)}
                onChange={() => tick(discount.id)}
                slotProps={{ input: { 'aria-label': `Discount of ${showMoney(discount.amount)} on ${feeOf(discount)}` } }}
              />
            ),
            text: `${feeOf(discount)} · ${showMoney(discount.amount)}`,
            hint: [showDay(discount.collectedOn), discount.collectedBy, discount.comment].filter(Boolean).join(' · '),
          }))}
        />
      )}
      {asking && <DeletionQuestion discounts={chosen} of={of} reload={reload} onClose={() => setAsking(false)} />}
    </>
  )
}

function feeOf({ feeName, month }: CollectedLineFactsFragment): string {
  return feeWords({ name: feeName, month })
}

interface DeletionQuestionProps extends Pick<GivenDiscountsProps, 'of' | 'reload'> {
  discounts: readonly CollectedLineFactsFragment[]
  onClose: () => void
}

function DeletionQuestion({ discounts: given, of, reload, onClose }: DeletionQuestionProps) {
  const { schoolId } = useActiveSchool()
  const remove = useBookChange(DeleteDiscountsDocument, reload)
  // Those that were asked about, also once they are gone.
  const [discounts] = useState(given)

  async function confirm() {
    const ids = discounts.map((discount) => discount.id)
    const done = await remove((key) => ({ schoolId, input: { key, ...of, ids } }))
    if (done) saySuccess('Discount Successfully Deleted!')
  }

  return (
    <ConfirmDialog
      open
      title={sureToContinue}
      confirmLabel={discounts.length === 1 ? 'Delete discount' : 'Delete discounts'}
      failure={(_, failure) => failedWords(failure)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {count(discounts.length, 'discount')} of {showMoney(sumMoney(discounts.map((discount) => discount.amount)))} will be
        deleted: the amount is pending again.
      </Typography>
    </ConfirmDialog>
  )
}

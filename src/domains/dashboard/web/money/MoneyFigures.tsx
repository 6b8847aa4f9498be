import { t } from '@lingui/core/macro'
import { type Paise, showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { sumExpected } from '../../dashboard.rules.ts'
import { expensesAddress } from '#domains/expenses/web/expenses.exports.ts'
import {
  concessionsAddress,
  earlierPendingAddress,
  refundsAddress,
  termEntriesAddress,
} from '#domains/fees/web/termLists.exports.ts'
import { figureAddress, studentMoneyAddress } from './moneyAddresses.ts'
import type { MoneyQuery } from './money.graphql.ts'
import { SumFigure, SumFigures } from './SumFigure.tsx'

type Term = MoneyQuery['money']['now']

interface TermFiguresProps {
  now: Term
  before: Term | null
  /** The days of the list of expenses. */
  spentIn?: { from: string; to: string } | undefined
}

/** The money that came in with the receipts of the term and went out, and what is left. */
export function CashFigures({ now, before, spentIn }: TermFiguresProps) {
  const { termId } = useActiveSchool()
  const { collected, refunded, spent, net } = now
  return (
    <SumFigures label={t`Money of the term`}>
      <SumFigure
        label={t`Collected`}
        amount={collected}
        hint={hints(was(before, before?.collected), otherTermsText(now), clearingText(now))}
        to={termEntriesAddress}
      />
      <SumFigure label={t`Given back`} amount={refunded} hint={was(before, before?.refunded)} to={refundsAddress} />
      {spent !== null && spentIn && (
        <SumFigure
          label={t`Expenses`}
          amount={spent}
          hint={was(before, before?.spent)}
          to={expensesAddress({ termId, start: spentIn.from, end: spentIn.to })}
        />
      )}
      {net !== null && <SumFigure label={t`Net`} amount={net} hint={was(before, before?.net)} />}
    </SumFigures>
  )
}

/**
 * What the fees of the term ask, what was conceded and given up, and what is still to come. What is pending of earlier
 * years stands last, as on the paper.
 */
export function FeeSumFigures({ now, before, earlierPending }: TermFiguresProps & { earlierPending: Paise }) {
  const { fees } = now
  const earlier = before?.fees
  return (
    <SumFigures label={t`Fees of the term`}>
      <SumFigure
        label={t`Expected`}
        amount={sumExpected(fees)}
        hint={was(before, earlier && sumExpected(earlier))}
        to={figureAddress('expected')}
      />
      <SumFigure label={t`Overdue`} amount={fees.overdue} hint={was(before, earlier?.overdue)} to={figureAddress('overdue')} />
      <SumFigure label={t`Pending`} amount={fees.pending} hint={was(before, earlier?.pending)} to={figureAddress('pending')} />
      <SumFigure
        label={t`Concessions`}
        amount={fees.concession}
        hint={was(before, earlier?.concession)}
        to={concessionsAddress}
      />
      <SumFigure
        label={t`Discounts`}
        amount={fees.discount}
        hint={was(before, earlier?.discount)}
        to={studentMoneyAddress('conceded')}
      />
      <SumFigure
        label={t`Written off`}
        amount={fees.writtenOff}
        hint={was(before, earlier?.writtenOff)}
        to={studentMoneyAddress('writtenOff')}
      />
      {earlierPending > 0 && <SumFigure label={t`Pending of earlier years`} amount={earlierPending} to={earlierPendingAddress} />}
    </SumFigures>
  )
}

/** Says what a figure was in the term before; nothing without one. */
function was(before: Term | null, amount: Paise | null | undefined): string | undefined {
  return before && amount !== null && amount !== undefined ? t`${before.termName}: ${showMoney(amount)}` : undefined
}

function otherTermsText({ paidForOtherTerms }: Term): string | undefined {
  if (paidForOtherTerms === 0) return undefined
  const amount = showMoney(Math.abs(paidForOtherTerms))
  return paidForOtherTerms > 0
    ? t`${amount} of it for fees of other terms`
    : t`${amount} more was paid by receipts of other terms`
}

function clearingText({ clearing }: Term): string | undefined {
  return clearing === 0 ? undefined : t`${showMoney(clearing)} clearing, not in it`
}

function hints(...texts: (string | undefined)[]) {
  return texts.filter(Boolean).join(' · ') || undefined
}

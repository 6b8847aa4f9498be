import { t } from '@lingui/core/macro'
import { MoneyStrip } from '#domains/fees/web/moneyStrip.exports.tsx'
import { type Paise, subtractMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { AccountingDocument, type AccountingOverviewFactsFragment } from './accounting.graphql.ts'
import type { Days } from './accountingRanges.ts'
import { ExportForm } from './ExportForm.tsx'
import { ExportNotes } from './ExportNotes.tsx'
import styles from './Overview.module.css'
import { SumTable } from './SumTable.tsx'

export type Facts = AccountingOverviewFactsFragment

/** Asks again while an export is being made, which marks vouchers. */
const pollMs = 3000

/** The totals of the days, what earlier exports have of them, and the form that orders an export. */
export function Overview({ days }: { days: Days }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(AccountingDocument, {
    variables: { schoolId, input: days },
    pollInterval: (answer) => (answer && answer.accounting.openBy !== null ? pollMs : false),
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />
  const { accounting: facts } = data
  return (
    <Stack gap={5}>
      <Totals facts={facts} />
      <ExportNotes facts={facts} />
      {facts.vouchers + facts.toCancel === 0 ? (
        <EmptyState
          text={t`No vouchers`}
          hint={t`No money was collected, given back or spent on these days. Choose other days above.`}
        />
      ) : (
        <ExportForm key={facts.exported} facts={facts} days={days} />
      )}
      <div className={styles.grid}>
        <SumTable title={t`By payment mode`} sums={facts.modes} />
        <SumTable title={t`By cash and bank ledger`} sums={facts.ledgers} />
        <SumTable title={t`Fee income by category`} sums={facts.income} />
        <SumTable title={t`Expenses by category`} sums={facts.expenses} />
        <SumTable title={t`Given up`} sums={givenUp(facts)} />
      </div>
    </Stack>
  )
}

/** What students were not asked for; kinds without an amount are left out. */
function givenUp({ discounts, concessions, writeOffs }: Facts): { name: string; amount: Paise }[] {
  return [
    { name: t`Discounts`, amount: discounts },
    { name: t`Concessions`, amount: concessions },
    { name: t`Write-offs`, amount: writeOffs },
  ].filter(({ amount }) => amount !== 0)
}

function Totals({ facts: { collected, refunded, spent } }: { facts: Facts }) {
  const sums: readonly { label: string; sign: string; amount: Paise; leads?: boolean }[] = [
    { label: t`Collected`, sign: '', amount: collected, leads: true },
    ...(refunded === 0 ? [] : [{ label: t`Given back`, sign: '−', amount: refunded }]),
    { label: t`Expenses`, sign: '−', amount: spent },
    { label: t({ message: 'Net', context: 'an amount' }), sign: '=', amount: subtractMoney(collected, refunded, spent) },
  ]
  return (
    <section aria-label={t`Totals`}>
      <MoneyStrip sums={sums} />
    </section>
  )
}

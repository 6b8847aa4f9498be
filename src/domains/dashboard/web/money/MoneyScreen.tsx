import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { beforeTitle, classTable } from '../../moneyTables.ts'
import { CashFigures, FeeSumFigures } from './MoneyFigures.tsx'
import { ExpensesByCategory } from './ExpensesByCategory.tsx'
import { FeesByMonth } from './FeesByMonth.tsx'
import { FigureGrid } from './FigureGrid.tsx'
import { figureAddress } from './moneyAddresses.ts'
import { MoneyDocument, type MoneyQuery } from './money.graphql.ts'
import { MoneyButtons } from './MoneyButtons.tsx'
import { StudentMoney } from './StudentMoney.tsx'
import { figureKeys } from './figureKeys.ts'
import styles from './MoneyScreen.module.css'

type Page = MoneyQuery['money']

/** /money: what the shown term asked, got, gave up and spent, beside the term before on the same day of its year. */
export default function MoneyScreen() {
  const { term } = useActiveSchool()
  if (!term)
    return (
      <PageLayout title={t`Money`}>
        <EmptyState text={t`This school has no term yet`} />
      </PageLayout>
    )
  const tabs = [
    { key: 'term', label: t`The term`, content: <MoneyOfTerm /> },
    { key: 'students', label: t`Students’ fees`, content: <StudentMoney /> },
  ]
  return <PageLayout title={t`Money`} context={term.name} tabs={tabs} />
}

/** The page of the term: figures, months, classes and expenses. */
function MoneyOfTerm() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(MoneyDocument, { variables: { schoolId, input: { termId } } })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={10} />
  return <MoneyContent page={data.money} />
}

function dayText({ now, before }: Page): string {
  const day = showDay(now.day)
  return before ? t`${day}, compared with ${beforeTitle(before)}` : day
}

function MoneyContent({ page }: { page: Page }) {
  const { now, before } = page
  const classes = useMemo(() => classTable(page), [page])
  const classIds = page.classes.map(({ classId }) => classId)
  return (
    <Stack gap={6}>
      <Row gap={2} align="center" justify="end" wrap>
        <Text tone="quiet" className={styles.day}>
          {dayText(page)}
        </Text>
        <MoneyButtons page={page} />
      </Row>
      <CashFigures now={now} before={before} spentIn={page.expenses ?? undefined} />
      <FeeSumFigures now={now} before={before} earlierPending={page.earlierPending} />
      <FeesByMonth page={page} />
      <FigureGrid
        table={classes}
        fileName="fees-by-class"
        before={before}
        addressOf={(row, column) => {
          const [classId, figure] = [classIds[row], figureKeys[column]]
          return classId && figure && figureAddress(figure, { classId })
        }}
      />
      {page.expenses && <ExpensesByCategory expenses={page.expenses} before={before} />}
      <Text tone="quiet" size="small">
        {t`Collected is the money of the receipts of the term, whichever fees they paid. Paid is what the fees of the term have got, less what was given back.`}
      </Text>
    </Stack>
  )
}

import { useActiveSchool } from '#ui/activeSchool.ts'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { moneyCss, moneyPaperPage, moneySheet } from '../../moneySheet.ts'
import type { MoneyQuery } from './money.graphql.ts'

/** The page of money on paper. Prints as soon as it is rendered. */
export default function PrintedMoney({ page, onClose }: { page: MoneyQuery['money']; onClose: () => void }) {
  const { school, viewer } = useActiveSchool()
  return (
    <PrintSheet page={moneyPaperPage} onDone={onClose}>
      <GlobalStyle css={moneyCss} />
      {moneySheet({ ...page, schoolName: school.name, printedBy: viewer.name, printedAt: new Date() })}
    </PrintSheet>
  )
}

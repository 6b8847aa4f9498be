import Typography from '@mui/material/Typography'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { correctionHint } from './correction.ts'
import { OwnReceiptsDocument } from './entries.graphql.ts'
import { EntryList, pagedView } from './EntryList.tsx'
import { useFeesCan } from '../useFeesCan.ts'

/** The tab My Receipts: what the viewer has taken today, to look at and to print again, and who may correct it. */
export default function OwnReceipts() {
  const control = useTableQuery()
  const mayCorrect = useFeesCan('listPayments')
  return (
    <EntryList
      title="MY RECEIPTS OF TODAY"
      fileName="my-receipts"
      document={OwnReceiptsDocument}
      viewOf={pagedView}
      control={control}
      head={(data) => (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {data && correctionHint(mayCorrect, data.receiptCorrectors)}
        </Typography>
      )}
      empty={{
        text: 'You have taken no money today',
        hint: 'Each receipt that you write today is listed here, and can be printed again.',
      }}
    />
  )
}

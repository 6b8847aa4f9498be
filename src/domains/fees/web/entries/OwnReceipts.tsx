import { t } from '@lingui/core/macro'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { correctionHint } from './correctionHint.ts'
import { OwnReceiptsDocument } from './entries.graphql.ts'
import { EntryList, toPagedView } from './EntryList.tsx'
import { useFeesCan } from '../useFeesCan.ts'
import { Text } from '#ui/kit/Text.tsx'

/** What the viewer took today, to view and reprint, and who may correct it. */
export default function OwnReceipts() {
  const control = useTableQuery()
  const mayCorrect = useFeesCan('listPayments')
  return (
    <EntryList
      title={t`MY RECEIPTS OF TODAY`}
      fileName="my-receipts"
      document={OwnReceiptsDocument}
      viewOf={toPagedView}
      control={control}
      head={(data) => (
        <Text tone="quiet" size="small">
          {data && correctionHint(mayCorrect, data.receiptCorrectors)}
        </Text>
      )}
      empty={{
        text: t`You have taken no money today`,
        hint: t`Each receipt that you write today is listed here, and can be printed again.`,
      }}
    />
  )
}

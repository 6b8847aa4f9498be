import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { ChequesToClearDocument } from './entries.graphql.ts'
import { EntryList, pagedView } from './EntryList.tsx'

/** The tab Cheques to Clear: the cheques of every term that the bank has not answered yet, and its two answers. */
export default function ChequesToClear() {
  const control = useTableQuery({ sort: 'date' })
  return (
    <EntryList
      title="CHEQUES TO CLEAR"
      fileName="cheques-to-clear"
      document={ChequesToClearDocument}
      viewOf={pagedView}
      control={control}
      empty={{
        text: 'No cheque waits for the bank',
        hint: 'A cheque stands here from its receipt until it is marked as cleared or failed.',
      }}
    />
  )
}

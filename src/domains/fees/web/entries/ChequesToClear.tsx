import { t } from '@lingui/core/macro'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { ChequesToClearDocument } from './entries.graphql.ts'
import { EntryList, toPagedView } from './EntryList.tsx'

/**
 * The Cheques to Clear tab: cheques of every term that the bank has not cleared yet, to be marked as cleared or failed.
 */
export default function ChequesToClear() {
  const control = useTableQuery({ sort: 'date' })
  return (
    <EntryList
      title={t`CHEQUES TO CLEAR`}
      fileName="cheques-to-clear"
      document={ChequesToClearDocument}
      viewOf={toPagedView}
      control={control}
      empty={{
        text: t`No cheques to clear`,
        hint: t`A cheque is listed here from its receipt until it is marked as cleared or failed.`,
      }}
    />
  )
}

import { useQuery } from '#ui/data/useQuery.ts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { categoryColumns, checkCategories, checkCategory, categoryInput } from './categoryFile.ts'
import { FeeBankAccountsDocument, type FeeBankAccountsQuery, ImportFeeCategoriesDocument } from './feeCategories.graphql.ts'
import { categoriesAddress, FileGuide, InnerPage } from './InnerPage.tsx'
import { useFeeCategories } from './useFeeCategories.ts'
import styles from './UploadCategories.module.css'

type Accounts = FeeBankAccountsQuery['feeBankAccounts']

/** The page that imports fee categories from a file. */
export function UploadCategories() {
  const { schoolId, term } = useActiveSchool()
  const { categories, error: failed } = useFeeCategories()
  const { data, error = failed, refetch } = useQuery(FeeBankAccountsDocument, { variables: { schoolId } })
  return (
    <InnerPage title="Upload Fees Categories" context={`They are added to ${term?.name}`}>
      {data && categories ? (
        <Studio accounts={data.feeBankAccounts} names={categories} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </InnerPage>
  )
}

function Studio({ accounts, names }: { accounts: Accounts; names: readonly { name: string }[] }) {
  const { schoolId, termId, school } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { onlineFees } = school.flags
  const checkAll = useMemo(() => {
    const existing = {
      names: names.map((category) => category.name),
      accountIds: new Set(accounts.map((account) => account.id)),
      onlineFees,
    }
    return checkCategories(existing)
  }, [accounts, names, onlineFees])

  async function upload(rows: readonly ImportRow[]) {
    await sendCommand(ImportFeeCategoriesDocument, { schoolId, input: { termId, rows: rows.map(categoryInput) } })
    return {
      message: 'Fees Categories Successfully Imported',
      link: { to: categoriesAddress(), label: 'View Fees Categories' },
    }
  }

  return (
    <ImportStudio
      columns={categoryColumns}
      checkRow={checkCategory}
      checkAll={checkAll}
      template={{
        name: 'FeesCategoriesTemplate.csv',
        columns: categoryColumns.map((column) => column.label),
        example: [['Class 7', accounts[0]?.id ?? '']],
      }}
      submitLabel="Upload Fees Categories"
      onSubmit={upload}
      verdicts={{
        good: 'File validated. Press submit to upload fees categories.',
        invalid: 'Some field is not valid. Please Recheck The File And Try Again',
      }}
      guide={
        <FileGuide
          id="categories-guide"
          points={[
            'Each row is the name of a fees category, such as Class 7 or Hostel. Add its fees afterwards.',
            onlineFees
              ? 'Each category needs the id of one of the bank accounts below. Fees paid online go to this account.'
              : 'The bank account id may be left blank.',
            'A name that exists already, or is in the file twice, is refused. If one row is wrong, nothing is imported. Correct it here or in the file.',
          ]}
        >
          {accounts.length > 0 && <AccountIds accounts={accounts} />}
        </FileGuide>
      }
    />
  )
}

function AccountIds({ accounts }: { accounts: Accounts }) {
  return (
    <Table size="small" aria-label="Bank accounts" className={styles.table}>
      <TableHead>
        <TableRow>
          <TableCell>Bank Account Id</TableCell>
          <TableCell>Name</TableCell>
          <TableCell>Account Number</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {accounts.map((account) => (
          <TableRow key={account.id}>
            <TableCell>{account.id}</TableCell>
            <TableCell>{account.name}</TableCell>
            <TableCell>{account.accNumber}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

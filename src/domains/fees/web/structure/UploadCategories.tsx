import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FileGuide } from '#ui/import/FileGuide.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { categoryColumns, categoryHeaders, checkCategories, checkCategory, categoryInput } from './categoryFile.ts'
import { FeeBankAccountsDocument, type FeeBankAccountsQuery, ImportFeeCategoriesDocument } from './feeCategories.graphql.ts'
import { categoriesAddress, InnerPage } from './InnerPage.tsx'
import { useFeeCategories } from './useFeeCategories.ts'
import styles from './UploadCategories.module.css'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'

type Accounts = FeeBankAccountsQuery['feeBankAccounts']

/** The page that imports fee categories from a file. */
export function UploadCategories() {
  const { schoolId, term } = useActiveSchool()
  const { categories, error: failed } = useFeeCategories()
  const { data, error = failed, refetch } = useQuery(FeeBankAccountsDocument, { variables: { schoolId } })
  return (
    <InnerPage title={t`Upload Fees Categories`} context={t`They are added to ${term?.name ?? ''}`}>
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
  const onlineFees = school.flags.onlineFees && (school.flags.multipleAccounts || accounts.length === 0)
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
      message: t`Fees Categories Successfully Imported`,
      link: { to: categoriesAddress(), label: t`View Fees Categories` },
    }
  }

  return (
    <ImportStudio
      columns={categoryColumns}
      checkRow={checkCategory}
      checkAll={checkAll}
      template={{
        name: 'FeesCategoriesTemplate.csv',
        columns: categoryHeaders,
        example: [[t`Class 7`, accounts[0]?.id ?? '']],
      }}
      submitLabel={t`Upload Fees Categories`}
      onSubmit={upload}
      verdicts={{
        good: t`File validated. Press submit to upload fees categories.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
      }}
      guide={
        <FileGuide
          id="categories-guide"
          points={[
            t`Each row is the name of a fees category, such as Class 7 or Hostel. Add its fees afterwards.`,
            onlineFees
              ? t`Each category needs the id of one of the bank accounts below. Fees paid online go to this account.`
              : t`The bank account id may be left blank.`,
            t`A name that exists already, or is in the file twice, is refused. If one row is wrong, nothing is imported. Correct it here or in the file.`,
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
    <Table aria-label={t`Bank accounts`} className={styles.table}>
      <thead>
        <tr>
          <HeadCell>
            <Trans>Bank Account Id</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Name</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Account Number</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.id}>
            <Cell>{account.id}</Cell>
            <Cell>{account.name}</Cell>
            <Cell>{account.accNumber}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { BankAccountDialog } from './BankAccountDialog.tsx'
import { type BankAccountRowFragment, BankAccountsDocument } from './bankAccounts.graphql.ts'
import styles from './BankAccounts.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, EditIcon } from '#ui/kit/icons.ts'

const columns: readonly Column<BankAccountRowFragment>[] = [
  { key: 'name', header: t`Name`, value: (account) => account.name, flex: 1.4, minWidth: 140 },
  { key: 'accNumber', header: t`Account Number`, value: (account) => account.accNumber, minWidth: 160 },
  { key: 'ifsc', header: 'IFSC', value: (account) => account.ifsc, minWidth: 120 },
  { key: 'keyId', header: t`Key ID`, value: (account) => account.keyId, minWidth: 120, phone: 'none' },
]

const accountId = (account: BankAccountRowFragment) => account.id
const accountName = (account: BankAccountRowFragment) => account.name

/** The tab Bank Accounts: the accounts that online fees are paid into. */
export default function BankAccounts() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(BankAccountsDocument, { variables: { schoolId } })
  const [dialog, setDialog] = useState<BankAccountRowFragment | 'new' | null>(null)
  const actions = useMemo<RowAction<BankAccountRowFragment>[]>(
    () => [
      { label: t`Edit Account`, icon: EditIcon, onClick: setDialog, refusalReason: (account) => account.viewerCan.update.reason },
    ],
    [],
  )
  const addButton = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setDialog('new')}>
      <Trans>Add Account</Trans>
    </Button>
  )
  return (
    <>
      <div className={styles.row}>{addButton}</div>
      <DataTable
        title={t`BANK ACCOUNTS`}
        fileName="bank-accounts"
        columns={columns}
        rows={data?.bankAccounts}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={accountId}
        rowName={accountName}
        actions={actions}
        empty={{
          text: t`No bank accounts yet`,
          hint: t`Fees that parents pay online go to one of these accounts through its payment gateway.`,
        }}
      />
      {dialog !== null && <BankAccountDialog account={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

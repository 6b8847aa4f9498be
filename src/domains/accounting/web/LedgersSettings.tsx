import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { accountingLedgersForm } from '../accounting.schema.ts'
import { longestLedgerName } from '../ledgers.rules.ts'
import { type AccountingLedgerRowFragment, AccountingLedgersDocument, SaveAccountingLedgersDocument } from './ledgers.graphql.ts'

type LedgerRow = AccountingLedgerRowFragment
type Kind = LedgerRow['kind']

/** The tab Ledgers: under which names the accountant's program has what Shala books. */
export function LedgersSettings() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(AccountingLedgersDocument, {
    variables: { schoolId },
    fetchPolicy: 'network-only',
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />
  return <LedgersForm rows={data.accountingLedgers} />
}

const groups: readonly { title: string; hint: string; kinds: readonly Kind[] }[] = [
  {
    title: t`Cash and bank`,
    hint: t`A ledger of a payment mode takes all money of that mode. Without one, the money is on the ledger of its bank account.`,
    kinds: ['CASH', 'BANK', 'ACCOUNT', 'MODE'],
  },
  {
    title: t`Fee income`,
    hint: t`By fee category. A category of the same name in another term has the same ledger.`,
    kinds: ['FEES'],
  },
  { title: t`Expenses`, hint: t`By expense category.`, kinds: ['EXPENSES'] },
  {
    title: t`Given up`,
    hint: t`Without a ledger these are no vouchers: the spreadsheet lists them. With one, each is a journal voucher against its fee category.`,
    kinds: ['DISCOUNT', 'CONCESSION', 'WRITE_OFF'],
  },
]

function LedgersForm({ rows }: { rows: readonly LedgerRow[] }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: accountingLedgersForm,
    mutation: SaveAccountingLedgersDocument,
    defaultValues: { ledgers: rows.map(({ kind, key, name }) => ({ kind, key, name })) },
    variables: (input) => ({ schoolId, input }),
    success: t`Ledgers Updated Successfully!`,
  })
  return (
    <CommandForm command={command} submitLabel={t`Save Ledgers`}>
      <FormWide>
        <Text tone="quiet">
          <Trans>
            Type the names as your accountant’s company in Tally has them. An empty field means the name that it shows. Vouchers
            that were exported keep the names they had.
          </Trans>
        </Text>
      </FormWide>
      {groups.map(({ title, hint, kinds }) => (
        <Group key={title} title={title} hint={hint} rows={rows} kinds={kinds} />
      ))}
    </CommandForm>
  )
}

function Group({
  title,
  hint,
  rows,
  kinds,
}: {
  title: string
  hint: string
  rows: readonly LedgerRow[]
  kinds: readonly Kind[]
}) {
  const fields = rows.flatMap((row, place) => (kinds.includes(row.kind) ? [{ row, place }] : []))
  if (fields.length === 0) return null
  return (
    <>
      <FormWide>
        <Heading level={2}>{title}</Heading>
        <Text tone="quiet" size="small">
          {hint}
        </Text>
      </FormWide>
      {fields.map(({ row, place }) => (
        <TextField
          key={`${row.kind} ${row.key}`}
          name={`ledgers.${place}.name`}
          label={fieldLabel(row)}
          placeholder={row.defaultName || t`No ledger`}
          maxLength={longestLedgerName}
          autoComplete="off"
        />
      ))}
    </>
  )
}

function fieldLabel({ kind, label }: LedgerRow): string {
  const labels: Partial<Record<Kind, string>> = {
    CASH: t`Cash`,
    BANK: t`Bank, where a fee category has no account`,
    MODE: t`Payment mode ${label}`,
    DISCOUNT: t`Discounts`,
    CONCESSION: t`Concessions`,
    WRITE_OFF: t`Write-offs`,
  }
  return labels[kind] ?? label
}

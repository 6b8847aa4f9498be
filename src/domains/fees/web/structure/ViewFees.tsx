import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from '#ui/navigation.tsx'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { chartPageSize, feeTitle } from '../../fees.rules.ts'
import { showMonth } from '../../months.ts'
import { EditFee } from './EditFee.tsx'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { DeleteFeeDocument, type FeeRowFragment, FeesDocument } from './feeItems.graphql.ts'
import { feesFailure } from './feesFailure.ts'
import { ReorderFees } from './ReorderFees.tsx'
import { noCategories, noFees } from './structureTexts.ts'
import { useFeeCategories } from './useFeeCategories.ts'
import { useFeesCan } from '../useFeesCan.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './ViewFees.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { DeleteIcon, EditIcon, ReorderIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'

const columns: readonly Column<FeeRowFragment>[] = [
  { key: 'name', header: t`Name`, value: (fee) => fee.name, flex: 2, minWidth: 160 },
  {
    key: 'month',
    header: t`Month`,
    value: (fee) => (fee.month ? showMonth(fee.month) : t`One time`),
    minWidth: 100,
    phone: 'line',
  },
  {
    key: 'amount',
    header: t`Amount`,
    value: (fee) => (fee.fixedAmount ? fee.amount : null),
    money: true,
    render: (fee) => (fee.fixedAmount ? showMoney(fee.amount) : t`not fixed`),
    numeric: true,
    minWidth: 130,
    phone: 'line',
  },
  { key: 'fixed', header: t`Fixed`, value: (fee) => fee.fixedAmount, minWidth: 80, phone: 'none' },
]

const feeId = (fee: FeeRowFragment) => fee.id
const feeName = (fee: FeeRowFragment) => feeTitle({ name: fee.name, month: fee.month })

/** The View Fees tab: the fees of a category. */
export default function ViewFees() {
  const { categories, error, retry } = useFeeCategories()
  const [address, setAddress] = useSearchParams()
  if (!categories) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState />
  const chosen = categories.find((category) => category.id === address.get('category')) ?? categories[0]
  if (!chosen)
    return <EmptyState text={noCategories} hint={t`The fees of a term are kept in fees categories, such as Class 7 or Hostel.`} />
  return (
    <Stack gap={4}>
      <Select
        label={t`Fees Category`}
        value={chosen.id}
        // The table's filters in the address belong to the previous category.
        onChange={(event) => setAddress({ tab: 'view', category: event.target.value })}
        className={styles.field}
      >
        {categories.map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
      </Select>
      <Chart key={chosen.id} category={chosen} categories={categories} />
    </Stack>
  )
}

interface ChartProps {
  category: FeeCategoryRowFragment
  categories: readonly FeeCategoryRowFragment[]
}

function Chart({ category, categories }: ChartProps) {
  const { schoolId, termId } = useActiveSchool()
  const mayAdd = useFeesCan('addFees')
  const { data, error, refetch } = useQuery(FeesDocument, {
    variables: { schoolId, input: { termId, feeCategoryId: category.id } },
  })
  const [editing, setEditing] = useState<FeeRowFragment | null>(null)
  const [deleting, setDeleting] = useState<FeeRowFragment | null>(null)
  const [reordering, setReordering] = useState(false)
  const actions = useMemo<RowAction<FeeRowFragment>[]>(
    () =>
      mayAdd
        ? [
            { label: t`Edit`, icon: EditIcon, onClick: setEditing, refusalReason: (fee) => fee.viewerCan.update.reason },
            {
              label: t`Delete`,
              icon: DeleteIcon,
              destructive: true,
              onClick: setDeleting,
              refusalReason: (fee) => fee.viewerCan.delete.reason,
            },
          ]
        : [],
    [mayAdd],
  )
  const fees = data?.fees
  const size = chartPageSize(fees?.length ?? 0)
  return (
    <>
      <Row gap={2} align="center" wrap>
        <Text className={styles.hint}>
          {[
            t`${showMoney(category.fixedTotal)} in all for each student`,
            plural(category.studentCount, { one: '# student', other: '# students' }),
            category.bankAccount?.name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {category.viewerCan.reorderFees.allowed && (
          <Button variant="quiet" icon={<ReorderIcon />} onClick={() => setReordering(true)}>
            <Trans>Reorder Fees</Trans>
          </Button>
        )}
      </Row>
      <DataTable
        // The page size depends on the number of fees.
        key={size}
        title={t`FEES`}
        fileName={`fees-${category.name}`}
        serialNumber
        columns={columns}
        rows={fees}
        error={fees ? undefined : error}
        onRetry={() => void refetch()}
        failure={feesFailure}
        rowId={feeId}
        rowName={feeName}
        actions={actions}
        defaults={{ pageSize: size }}
        empty={{
          text: noFees,
          ...(mayAdd
            ? {
                hint: t`Add what each of its students pays, one time or month by month.`,
                action: (
                  <Button as={Link} to="/fees?tab=add" variant="primary">
                    <Trans>Add Fees</Trans>
                  </Button>
                ),
              }
            : {}),
        }}
      />
      {editing && <EditFee fee={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteFee fee={deleting} category={category} onClose={() => setDeleting(null)} />}
      {reordering && <ReorderFees categories={categories} category={category} onClose={() => setReordering(false)} />}
    </>
  )
}

/** Asks before a fee is deleted. */
function DeleteFee({ fee, category, onClose }: { fee: FeeRowFragment; category: FeeCategoryRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()

  async function remove() {
    await sendCommand(DeleteFeeDocument, { schoolId, id: fee.id })
    showSuccess(t`Fee Deleted Successfully!`)
  }

  return (
    <ConfirmDialog
      open
      title={t`Delete Fee`}
      confirmLabel={t`Delete Fee`}
      onConfirm={remove}
      onClose={onClose}
      failureMessage={actionFailedMessage}
    >
      <Text>
        <Trans>Are you sure you want to delete this fee?</Trans>
      </Text>
      <Text>
        {fee.fixedAmount ? (
          <Trans>
            <strong>{feeName(fee)}</strong> of {showMoney(fee.amount)} will no longer apply to the{' '}
            <Plural value={category.studentCount} one="# student" other="# students" /> of {category.name}. Receipts stay as they
            are. This cannot be reversed.
          </Trans>
        ) : (
          <Trans>
            <strong>{feeName(fee)}</strong> will no longer apply to the{' '}
            <Plural value={category.studentCount} one="# student" other="# students" /> of {category.name}. Receipts stay as they
            are. This cannot be reversed.
          </Trans>
        )}
      </Text>
    </ConfirmDialog>
  )
}

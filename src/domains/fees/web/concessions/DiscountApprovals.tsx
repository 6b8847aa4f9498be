import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { DoneIcon, FailedIcon, RupeeIcon } from '#ui/kit/icons.ts'
import { Text } from '#ui/kit/Text.tsx'
import { onceFailedMessage, useRequestKey } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { refuseDiscountForm } from '../../concessions.schema.ts'
import { accountAddress } from '../counter/useCounterAddress.ts'
import { feesFailure } from '../structure/feesFailure.ts'
import {
  ApproveDiscountDocument,
  type DiscountRequestRowFragment,
  DiscountRequestsDocument,
  RefuseDiscountDocument,
} from './concessions.graphql.ts'

type Request = DiscountRequestRowFragment

const columns: readonly Column<Request>[] = [
  { key: 'student', header: t`Student`, value: (row) => `${row.studentName}, ${row.sectionName}`, flex: 1.4, minWidth: 160 },
  {
    key: 'amount',
    header: t`Discount`,
    value: (row) => row.amount,
    render: (row) => showMoney(row.amount),
    money: true,
    numeric: true,
    minWidth: 120,
    phone: 'end',
  },
  { key: 'fees', header: t`Fees`, value: (row) => row.feeTitles.join(', '), flex: 1.6, minWidth: 160, phone: 'line' },
  {
    key: 'of',
    header: t`Of`,
    value: (row) => row.feesAmount,
    render: (row) => showMoney(row.feesAmount),
    money: true,
    numeric: true,
    minWidth: 110,
    phone: 'none',
  },
  { key: 'reason', header: t`Reason`, value: (row) => row.reason, flex: 1.6, minWidth: 160, phone: 'line' },
  { key: 'by', header: t`Asked for by`, value: (row) => row.createdByName, minWidth: 140, phone: 'none' },
  { key: 'day', header: t`On`, value: (row) => showDay(schoolDay(new Date(row.createdAt))), minWidth: 110, phone: 'none' },
  { key: 'term', header: t`Term`, value: (row) => row.termName, hidden: true, phone: 'none' },
]

const rowId = (row: Request) => row.id
const rowName = (row: Request) => t`the discount of ${row.studentName}`

/** The Discounts to Approve tab: what clerks ask for above the limit of the school. */
export default function DiscountApprovals() {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(DiscountRequestsDocument, { variables: { schoolId } })
  const [approving, setApproving] = useState<Request | null>(null)
  const [refusing, setRefusing] = useState<Request | null>(null)
  const actions = useMemo<RowAction<Request>[]>(
    () => [
      {
        label: t`Approve`,
        icon: DoneIcon,
        onClick: setApproving,
        refusalReason: (row) => row.viewerCan.approve.reason,
      },
      {
        label: t`Refuse`,
        icon: FailedIcon,
        destructive: true,
        onClick: setRefusing,
        refusalReason: (row) => row.viewerCan.refuse.reason,
      },
      { label: t`Account`, icon: RupeeIcon, onClick: (row) => navigate(accountAddress(row.studentId, row.termId)) },
    ],
    [navigate],
  )
  return (
    <>
      <DataTable
        title={t`DISCOUNTS TO APPROVE`}
        fileName="discounts-to-approve"
        columns={columns}
        rows={data?.discountRequests}
        error={error}
        onRetry={() => void refetch()}
        failure={feesFailure}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        empty={{
          text: t`No discount waits for approval`,
          hint: t`A discount of a clerk above the limit in “School Settings” is listed here. Nothing is taken off until it is approved.`,
        }}
      />
      {approving && <Approve request={approving} reload={refetch} onClose={() => setApproving(null)} />}
      {refusing && <RefuseDiscount request={refusing} onClose={() => setRefusing(null)} />}
    </>
  )
}

interface DecisionProps {
  request: Request
  onClose: () => void
}

function Approve({ request, reload, onClose }: DecisionProps & { reload: () => Promise<unknown> }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const { id, studentName, amount, feeTitles, reason, createdByName } = request

  async function approve() {
    try {
      await withKey((key) => sendCommand(ApproveDiscountDocument, { schoolId, input: { key, id } }))
    } catch (failure) {
      // Somebody else has decided, or the fees were paid: the list shows what is still waiting.
      void reload().catch(() => undefined)
      throw failure
    }
    showSuccess(t`Discount Successfully Given!`)
  }

  return (
    <ConfirmDialog
      open
      title={t`Approve Discount`}
      confirmLabel={t`Approve`}
      destructive={false}
      onConfirm={approve}
      onClose={onClose}
      failureMessage={onceFailedMessage}
    >
      <Text>
        <Trans>
          {showMoney(amount)} less is asked of <strong>{studentName}</strong> for {feeTitles.join(', ')}.
        </Trans>
      </Text>
      <Text tone="quiet">
        {createdByName}: {reason}
      </Text>
    </ConfirmDialog>
  )
}

function RefuseDiscount({ request, onClose }: DecisionProps) {
  const { schoolId } = useActiveSchool()
  const { id, studentName, amount, createdByName } = request
  const command = useCommandForm({
    schema: refuseDiscountForm,
    mutation: RefuseDiscountDocument,
    defaultValues: { reason: '' },
    variables: ({ reason }, key) => ({ schoolId, input: { key, id, reason } }),
    success: t`The discount is refused.`,
    failure: onceFailedMessage,
    onDone: onClose,
  })
  return (
    <Dialog title={t`Refuse Discount`} onClose={command.saving ? undefined : onClose}>
      <CommandForm
        command={command}
        submitLabel={t`Refuse Discount`}
        cancelLabel={t`Go Back`}
        onCancel={onClose}
        inDialog
        destructive
      >
        <FormWide>
          <Trans>
            {showMoney(amount)} for {studentName}, asked for by {createdByName}. The reason is shown on the account.
          </Trans>
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required autoComplete="off" maxLength={200} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}

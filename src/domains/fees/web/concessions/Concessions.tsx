import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, DeleteIcon, EditIcon, FailedIcon, GroupsIcon, RupeeIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import type { ConcessionFactsFragment } from '../counter/collectFees.graphql.ts'
import { accountAddress } from '../counter/useCounterAddress.ts'
import { feesFailure } from '../structure/feesFailure.ts'
import { useFeesCan } from '../useFeesCan.ts'
import {
  ConcessionKindsDocument,
  type ConcessionKindRowFragment,
  ConcessionsDocument,
  DeleteConcessionKindDocument,
} from './concessions.graphql.ts'
import { daysText, rateText, scopeText } from './concessionTexts.ts'
import { EndConcession } from './EndConcession.tsx'
import { KindDialog } from './KindDialog.tsx'
import { ProposedStudents } from './ProposedStudents.tsx'

type Kind = ConcessionKindRowFragment
type Given = ConcessionFactsFragment

const kindColumns: readonly Column<Kind>[] = [
  { key: 'name', header: t`Name`, value: (kind) => kind.name, flex: 1.4, minWidth: 140 },
  { key: 'rate', header: t`Usually`, value: rateText, minWidth: 120, phone: 'line' },
  { key: 'scope', header: t`Fees`, value: scopeText, flex: 1.6, minWidth: 160, phone: 'line' },
  { key: 'siblings', header: t`For siblings`, value: (kind) => kind.forSiblings, minWidth: 100, phone: 'none' },
  { key: 'document', header: t`Needs a document`, value: (kind) => kind.needsDocument, minWidth: 120, phone: 'none' },
]

const givenColumns: readonly Column<Given>[] = [
  { key: 'student', header: t`Student`, value: (given) => given.studentName, flex: 1.4, minWidth: 140 },
  { key: 'section', header: t`Class`, value: (given) => given.sectionName, minWidth: 70, phone: 'line' },
  {
    key: 'kind',
    header: t`Concession`,
    value: (given) => `${given.kindName} · ${rateText(given)}`,
    minWidth: 140,
    phone: 'line',
  },
  { key: 'fees', header: t`Fees`, value: scopeText, minWidth: 110, phone: 'none' },
  { key: 'days', header: t`Days`, value: daysText, minWidth: 130, phone: 'none' },
  { key: 'reason', header: t`Reason`, value: (given) => given.reason, flex: 1.4, minWidth: 120, phone: 'none' },
  {
    key: 'by',
    header: t({ message: 'By', context: 'a person' }),
    value: (given) => given.createdByName,
    hidden: true,
    phone: 'none',
  },
  {
    key: 'taken',
    header: t`Less asked`,
    value: (given) => given.taken,
    render: (given) => showMoney(given.taken),
    money: true,
    numeric: true,
    minWidth: 110,
    phone: 'end',
  },
]

const givenTable = { name: 'given' }
const rowId = (row: { id: string }) => row.id
const kindName = (kind: Kind) => kind.name
const givenName = (given: Given) => t`${given.kindName} of ${given.studentName}`

/** The Concessions tab: the kinds that the school gives, and who has one in the shown term. */
export default function Concessions() {
  return (
    <Stack gap={6}>
      <Kinds />
      <GivenConcessions />
    </Stack>
  )
}

function Kinds() {
  const { schoolId } = useActiveSchool()
  const mayAdd = useFeesCan('addConcessionKind')
  const mayGive = useFeesCan('approveDiscounts')
  const { data, error, refetch } = useQuery(ConcessionKindsDocument, { variables: { schoolId } })
  const [open, setOpen] = useState<Kind | 'new' | null>(null)
  const [proposing, setProposing] = useState<Kind | null>(null)
  const [deleting, setDeleting] = useState<Kind | null>(null)
  const actions = useMemo<RowAction<Kind>[]>(
    () => [
      { label: t`Find students`, icon: GroupsIcon, onClick: setProposing, hidden: () => !mayGive },
      {
        label: t`Edit`,
        icon: EditIcon,
        onClick: setOpen,
        hidden: () => !mayAdd,
        refusalReason: (kind) => kind.viewerCan.update.reason,
      },
      {
        label: t`Delete`,
        icon: DeleteIcon,
        destructive: true,
        onClick: setDeleting,
        hidden: () => !mayAdd,
        refusalReason: (kind) => kind.viewerCan.delete.reason,
      },
    ],
    [mayAdd, mayGive],
  )
  const add = mayAdd && (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setOpen('new')}>
      <Trans>Add Kind of Concession</Trans>
    </Button>
  )
  return (
    <Stack gap={4}>
      {add && (
        <Row gap={2} justify="end" wrap>
          {add}
        </Row>
      )}
      <DataTable
        title={t`KINDS OF CONCESSIONS`}
        fileName="concession-kinds"
        columns={kindColumns}
        rows={data?.concessionKinds}
        error={error}
        onRetry={() => void refetch()}
        failure={feesFailure}
        rowId={rowId}
        rowName={kindName}
        actions={actions}
        empty={{
          text: t`No kinds of concessions yet`,
          hint: t`A kind says what is usual, such as RTE: 100 % of Tuition Fees. It is given to a student at the counter.`,
          action: add,
        }}
      />
      {open !== null && <KindDialog kind={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {proposing && <ProposedStudents kind={proposing} onClose={() => setProposing(null)} />}
      {deleting && <DeleteKind kind={deleting} onClose={() => setDeleting(null)} />}
    </Stack>
  )
}

function DeleteKind({ kind: { id, name }, onClose }: { kind: Kind; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()

  async function remove() {
    await sendCommand(DeleteConcessionKindDocument, { schoolId, id })
    showSuccess(t`${name} has been successfully deleted!`)
  }

  return (
    <ConfirmDialog
      open
      title={t`Delete Kind of Concession`}
      confirmLabel={t`Delete Kind of Concession`}
      onConfirm={remove}
      onClose={onClose}
      failureMessage={actionFailedMessage}
    >
      <Text>
        <Trans>
          Are you sure you want to delete <strong>{name}</strong>? It is offered no more. Concessions that were given go on.
        </Trans>
      </Text>
    </ConfirmDialog>
  )
}

function GivenConcessions() {
  const { schoolId, termId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(ConcessionsDocument, { variables: { schoolId, input: { termId } } })
  const [ending, setEnding] = useState<Given | null>(null)
  const given = data?.concessions
  const actions = useMemo<RowAction<Given>[]>(
    () => [
      { label: t`Account`, icon: RupeeIcon, onClick: (row) => navigate(accountAddress(row.studentId, termId)) },
      {
        label: t({ message: 'End', context: 'a concession' }),
        icon: FailedIcon,
        destructive: true,
        onClick: setEnding,
        refusalReason: (row) => row.viewerCan.end.reason,
      },
    ],
    [navigate, termId],
  )
  return (
    <>
      <DataTable
        title={t`CONCESSIONS GIVEN`}
        fileName="concessions"
        defaults={givenTable}
        columns={givenColumns}
        rows={given}
        error={error}
        onRetry={() => void refetch()}
        failure={feesFailure}
        rowId={rowId}
        rowName={givenName}
        actions={actions}
        empty={{
          text: t`No student has a concession in this term`,
          hint: t`Open a student under “Collect Fees” and choose “Give Concession”, or find the siblings of the school above.`,
        }}
        footer={
          given &&
          given.length > 0 && (
            <TableSums
              sums={[{ label: t`Less asked`, value: showMoney(sumMoney(given.map((row) => row.taken))), strong: true }]}
              count={plural(given.length, { one: '# concession', other: '# concessions' })}
            />
          )
        }
      />
      {ending && <EndConcession concession={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

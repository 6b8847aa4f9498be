import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useCommand } from '#ui/useCommand.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import {
  AddUsualIncidentTypesDocument,
  DeleteIncidentTypeDocument,
  type IncidentTypeRowFragment,
  IncidentTypesDocument,
} from '../discipline.graphql.ts'
import { PointsChip } from '../PointsChip.tsx'
import { TypeDialog } from './TypeDialog.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './IncidentTypes.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { AddIcon, DeleteIcon, EditIcon } from '#ui/kit/icons.ts'

type Row = IncidentTypeRowFragment

const columns: readonly Column<Row>[] = [
  { key: 'name', header: t`Type`, value: (row) => row.name, minWidth: 180, flex: 2, phone: 'title' },
  {
    key: 'points',
    header: t`Points`,
    value: (row: Row) => row.points,
    numeric: true,
    minWidth: 92,
    render: (row) => <PointsChip points={row.points} />,
    phone: 'line',
  },
]

const rowId = (row: Row) => row.id
const rowName = (row: Row) => row.name

/** The tab Types: the types of incidents with their default points. */
export default function IncidentTypes({ mayAdd }: { mayAdd: boolean }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(IncidentTypesDocument, { variables: { schoolId } })
  const [open, setOpen] = useState<Row | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const [addUsual, adding] = useCommand(AddUsualIncidentTypesDocument, {
    success: t`Types Added Successfully!`,
  })
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      { label: t`Edit Type`, icon: EditIcon, onClick: setOpen, refusalReason: (row) => row.viewerCan.update.reason },
      {
        label: t`Delete Type`,
        icon: DeleteIcon,
        destructive: true,
        onClick: setDeleting,
        refusalReason: (row) => row.viewerCan.delete.reason,
      },
    ],
    [],
  )
  const add = (
    <Button icon={<AddIcon />} onClick={() => setOpen('new')}>
      <Trans>Add Type</Trans>
    </Button>
  )
  return (
    <div className={styles.column}>
      {mayAdd && (data?.incidentTypes.length ?? 0) > 0 && <div className={styles.row}>{add}</div>}
      <DataTable
        title={t`TYPES`}
        fileName="incident-types"
        columns={columns}
        rows={data?.incidentTypes}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={rowId}
        rowName={rowName}
        {...(mayAdd ? { actions } : {})}
        empty={{
          text: t`No types yet`,
          hint: mayAdd
            ? t`Every incident has a type, such as Helped others or Homework not done. Start with the usual ones and change them as you like.`
            : t`Every incident has a type. The office adds them.`,
          ...(mayAdd
            ? {
                action: (
                  <Row gap={2} justify="center" wrap>
                    <Button variant="primary" loading={adding} onClick={() => void addUsual({ schoolId })}>
                      <Trans>Add the usual types</Trans>
                    </Button>
                    {add}
                  </Row>
                ),
              }
            : {}),
        }}
      />
      {open !== null && <TypeDialog type={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {deleting && <DeleteType type={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

function DeleteType({ type, onClose }: { type: Row; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={t`Delete Type`}
      confirmLabel={t`Delete Type`}
      onClose={onClose}
      failureMessage={actionFailedMessage}
      onConfirm={async () => {
        await sendCommand(DeleteIncidentTypeDocument, { schoolId, id: type.id })
        showSuccess(t`${type.name} has been successfully deleted!`)
      }}
    >
      <Text>
        <Trans>
          Are you sure you want to delete the type <strong>{type.name}</strong>? It cannot be chosen any more; incidents that have
          it stay as they are.
        </Trans>
      </Text>
    </ConfirmDialog>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { type GateDeviceRowFragment, GateDevicesDocument, RevokeGateDeviceDocument } from '../gate.graphql.ts'
import { AddDeviceDialog } from './AddDeviceDialog.tsx'
import styles from './GateDevices.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, KeyOffIcon } from '#ui/kit/icons.ts'

const directions = { IN: t`In`, OUT: t`Out`, BOTH: t`Both` } as const

const columns: readonly Column<GateDeviceRowFragment>[] = [
  { key: 'name', header: t`Name`, value: (row) => row.name, flex: 1.4, minWidth: 140 },
  { key: 'direction', header: t`Direction`, value: (row) => directions[row.direction], minWidth: 100, phone: 'line' },
  {
    key: 'lastSeenAt',
    header: t`Last Seen`,
    value: (row) => row.lastSeenAt,
    render: (row) => (row.lastSeenAt ? showMoment(row.lastSeenAt) : t`never`),
    minWidth: 160,
    phone: 'line',
  },
  {
    key: 'createdAt',
    header: t`Added`,
    value: (row) => row.createdAt,
    render: (row) => showMoment(row.createdAt),
    minWidth: 160,
  },
]

const rowId = (row: GateDeviceRowFragment) => row.id
const rowName = (row: GateDeviceRowFragment) => row.name

/** The tab Devices: RFID readers that send scans themselves, each with its own key. */
export default function GateDevices({ mayAdd }: { mayAdd: boolean }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(GateDevicesDocument, { variables: { schoolId } })
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<GateDeviceRowFragment | null>(null)
  const actions = useMemo<RowAction<GateDeviceRowFragment>[]>(
    () => [
      {
        label: t`Revoke the key`,
        icon: KeyOffIcon,
        onClick: setRevoking,
        refusalReason: (row) => row.viewerCan.revoke.reason,
        destructive: true,
      },
    ],
    [],
  )
  const add = mayAdd && (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
      <Trans>Add Device</Trans>
    </Button>
  )
  return (
    <>
      {data && data.gateDevices.length > 0 && <div className={styles.spaced}>{add}</div>}
      <DataTable
        title={t`DEVICES`}
        fileName="gate-devices"
        columns={columns}
        rows={data?.gateDevices}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        empty={{
          text: t`No devices yet`,
          hint: t`A device is an RFID reader at a gate. It gets a key, and sends its scans with it.`,
          action: add,
        }}
      />
      {adding && <AddDeviceDialog onClose={() => setAdding(false)} />}
      {revoking && <RevokeQuestion device={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function RevokeQuestion({ device, onClose }: { device: GateDeviceRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={t`Revoke the key of ${device.name}?`}
      confirmLabel={t`Revoke the key`}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(RevokeGateDeviceDocument, { schoolId, input: { id: device.id } })
        showSuccess(t`Device Revoked Successfully!`)
      }}
    >
      <Trans>
        The reader can no longer send scans, not even those it has already read. Saved scans are kept. This cannot be undone: for
        a new key, add the device again.
      </Trans>
    </ConfirmDialog>
  )
}

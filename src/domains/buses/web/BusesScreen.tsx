import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { BusesDocument, type BusRowFragment, SetBusDisabledDocument } from './buses.graphql.ts'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, BlockIcon, EditIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'

const BusDialog = later(async () => ({ default: (await import('./BusDialog.tsx')).BusDialog }))

const stateOf = (bus: BusRowFragment) => (bus.disabled ? t`Disabled` : t`Enabled`)
const State = ({ bus }: { bus: BusRowFragment }) => (
  <StateChip state={bus.disabled ? 'DISABLED' : 'ENABLED'} label={stateOf(bus)} />
)

const columns: readonly Column<BusRowFragment>[] = [
  { key: 'busno', header: t`Bus No.`, value: (bus) => bus.busno, flex: 1.2, minWidth: 140 },
  { key: 'deviceId', header: t`Device ID`, value: (bus) => bus.deviceId, minWidth: 120, phone: 'line' },
  { key: 'gpsId', header: t`GPS ID`, value: (bus) => bus.gpsId, minWidth: 120, phone: 'none' },
  { key: 'simNumber', header: t`SIM Number`, value: (bus) => bus.simNumber, minWidth: 120 },
  { key: 'enabled', header: t`Enabled`, value: stateOf, render: (bus) => <State bus={bus} />, phone: 'line' },
]

const busId = (bus: BusRowFragment) => bus.id
const busName = (bus: BusRowFragment) => bus.busno
const isDisabled = (bus: BusRowFragment) => bus.disabled

/** /buses: the buses of a school, where it has the module. */
export default function BusesScreen() {
  const [open, setOpen] = useState<BusRowFragment | 'new' | null>(null)
  const add = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setOpen('new')}>
      <Trans>Add Bus</Trans>
    </Button>
  )
  const tabs = [{ key: 'buses', label: t`Buses`, content: <BusTable add={add} onEdit={setOpen} /> }]
  return (
    <PageLayout title={t`Buses`} context={t`The school’s buses and the devices mounted in them`} action={add} tabs={tabs}>
      {open !== null && <BusDialog bus={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </PageLayout>
  )
}

function BusTable({ add, onEdit }: { add: ReactNode; onEdit: (bus: BusRowFragment) => void }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(BusesDocument, { variables: { schoolId } })
  const [setDisabled] = useCommand(SetBusDisabledDocument, {
    success: t`Bus Has Been Successfully Updated`,
    failure: () => t`The bus was not updated`,
  })
  const actions = useMemo<RowAction<BusRowFragment>[]>(
    () => [
      {
        label: t`Edit Bus`,
        icon: EditIcon,
        onClick: onEdit,
        refusalReason: (bus) => bus.viewerCan.update.reason,
      },
      {
        label: (bus) => (bus.disabled ? t`Enable Bus` : t`Disable Bus`),
        icon: BlockIcon,
        onClick: (bus) => void setDisabled({ schoolId, input: { id: bus.id, disabled: !bus.disabled } }),
        refusalReason: (bus) => bus.viewerCan.setDisabled.reason,
      },
    ],
    [schoolId, onEdit, setDisabled],
  )
  return (
    <DataTable
      title={t`BUSES`}
      fileName="buses"
      serialNumber
      columns={columns}
      rows={data?.buses}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      rowId={busId}
      rowName={busName}
      isDisabled={isDisabled}
      actions={actions}
      empty={{
        text: t`No buses yet`,
        hint: t`Add each bus with the device that is mounted in it and the device’s SIM.`,
        action: add,
      }}
    />
  )
}

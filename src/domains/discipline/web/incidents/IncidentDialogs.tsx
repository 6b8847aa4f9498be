import { t } from '@lingui/core/macro'
import { useMemo, useState } from 'react'
import type { RowAction } from '#ui/DataTable/columns.ts'
import type { IncidentRowFragment } from '../discipline.graphql.ts'
import { IncidentFacts } from './IncidentFacts.tsx'
import { DeleteIcon, EditIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'

const DeleteIncident = later(async () => ({ default: (await import('./DeleteIncident.tsx')).DeleteIncident }))
const EditIncident = later(async () => ({ default: (await import('./EditIncident.tsx')).EditIncident }))

type Row = IncidentRowFragment

/** Returns the actions on an incident and their dialogs. */
export function useIncidentDialogs() {
  const [open, setOpen] = useState<{ what: 'show' | 'edit' | 'delete'; incident: Row } | null>(null)
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        label: t`Edit Incident`,
        icon: EditIcon,
        onClick: (incident) => setOpen({ what: 'edit', incident }),
        refusalReason: (incident) => incident.viewerCan.update.reason,
      },
      {
        label: t`Delete Incident`,
        icon: DeleteIcon,
        destructive: true,
        onClick: (incident) => setOpen({ what: 'delete', incident }),
        refusalReason: (incident) => incident.viewerCan.delete.reason,
      },
    ],
    [],
  )
  const close = () => setOpen(null)
  const dialogs = open && (
    <>
      {open.what === 'show' && <IncidentFacts incident={open.incident} onClose={close} />}
      {open.what === 'edit' && <EditIncident incident={open.incident} onClose={close} />}
      {open.what === 'delete' && <DeleteIncident incident={open.incident} onClose={close} />}
    </>
  )
  return { actions, dialogs, show: (incident: Row) => setOpen({ what: 'show', incident }) }
}

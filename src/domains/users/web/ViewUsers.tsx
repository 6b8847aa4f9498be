import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PersonName } from '#ui/kit/Avatar.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { assignableRoles, roleLabels } from '#shared/roles.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction, TableFilter } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { DeleteUser } from './DeleteUser.tsx'
import { SetUserDisabledDocument, type UserRowFragment, UsersDocument } from './users.graphql.ts'
import { Button } from '#ui/kit/Button.tsx'
import { BlockIcon, DeleteForeverIcon, EditIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'

const EditUser = later(async () => ({ default: (await import('./EditUser.tsx')).EditUser }))

const stateLabels = { ENABLED: t`Enabled`, DISABLED: t`Disabled` } as const
const stateOf = (user: UserRowFragment) => (user.disabled ? 'DISABLED' : 'ENABLED')

const withoutClasses = ({ limitedToClasses }: UserRowFragment) => (limitedToClasses ? t`No class` : t`All`)

const columns: readonly Column<UserRowFragment>[] = [
  {
    key: 'name',
    header: t`Name`,
    value: (user) => user.name,
    render: (user) => <PersonName name={user.name} />,
    flex: 1.6,
    minWidth: 190,
  },
  { key: 'phone', header: t`Phone`, value: (user) => user.phone, flex: 0.8, minWidth: 120 },
  { key: 'email', header: t`Email`, value: (user) => user.email, flex: 2, minWidth: 220, phone: 'none' },
  {
    key: 'role',
    header: t`Permissions`,
    value: (user) => user.role,
    render: (user) => roleLabels[user.role],
    flex: 0.8,
    minWidth: 130,
    phone: 'line',
  },
  {
    key: 'enabled',
    header: t`Enabled`,
    value: (user) => stateLabels[stateOf(user)],
    render: (user) => <StateChip state={stateOf(user)} label={stateLabels[stateOf(user)]} />,
    flex: 0.7,
    phone: 'line',
  },
  {
    key: 'classes',
    header: t`Classes`,
    value: (user) => (user.role === 'ADMIN' ? user.classes.map(({ name }) => name).join(', ') || withoutClasses(user) : ''),
    hidden: true,
    phone: 'none',
  },
]

const filters: readonly TableFilter<UserRowFragment>[] = [
  {
    key: 'role',
    label: t`Permissions`,
    options: assignableRoles.map((role) => ({ value: role, label: roleLabels[role] })),
    matches: (user, role) => user.role === role,
  },
  {
    key: 'state',
    label: t`Enabled`,
    options: Object.entries(stateLabels).map(([value, label]) => ({ value, label })),
    matches: (user, state) => stateOf(user) === state,
  },
]

/** The tab View Users. */
export function ViewUsers() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(UsersDocument, { variables: { schoolId } })
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<UserRowFragment | null>(null)
  const [setDisabled] = useCommand(SetUserDisabledDocument, {
    success: ({ setUserDisabled: { disabled } }) =>
      disabled ? t`User Has Been Successfully Disabled` : t`User Has Been Successfully Enabled`,
  })
  const actions = useMemo<RowAction<UserRowFragment>[]>(
    () => [
      {
        label: t`Edit User`,
        icon: EditIcon,
        onClick: (user) => setEditing(user.id),
        refusalReason: (user) => user.viewerCan.update.reason,
      },
      {
        label: t`Enable/Disable User`,
        icon: BlockIcon,
        onClick: (user) => void setDisabled({ schoolId, input: { id: user.id, disabled: !user.disabled } }),
        refusalReason: (user) => user.viewerCan.setDisabled.reason,
      },
      {
        label: t`Permanently Delete User`,
        icon: DeleteForeverIcon,
        destructive: true,
        onClick: setDeleting,
        refusalReason: (user) => user.viewerCan.delete.reason,
      },
    ],
    [schoolId, setDisabled],
  )
  return (
    <>
      <DataTable
        title={t`USERS`}
        fileName="users"
        serialNumber
        columns={columns}
        filters={filters}
        rows={data?.users}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={userId}
        rowName={userName}
        isDisabled={isDisabled}
        actions={actions}
        empty={{
          text: t`No users yet`,
          hint: t`Teachers and office staff who sign in to this school. Add them before the classes.`,
          action: (
            <Button variant="primary" as={Link} to="/users?tab=add">
              <Trans>Add User</Trans>
            </Button>
          ),
        }}
      />
      {editing !== null && <EditUser id={editing} onClose={() => setEditing(null)} />}
      {deleting !== null && <DeleteUser user={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

const userId = (user: UserRowFragment) => user.id
const userName = (user: UserRowFragment) => user.name
const isDisabled = (user: UserRowFragment) => user.disabled

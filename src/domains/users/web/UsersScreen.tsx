import { t } from '@lingui/core/macro'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ViewUsers } from './ViewUsers.tsx'
import { lazy } from 'react'

// Loaded when opened.
const AddUser = lazy(() => import('./AddUser.tsx'))
const BulkAddUsers = lazy(() => import('./BulkAddUsers.tsx'))

const tabs = [
  { key: 'view', label: t`View Users`, content: <ViewUsers /> },
  { key: 'add', label: t`Add User`, content: <AddUser /> },
  { key: 'bulk', label: t`Bulk Add`, content: <BulkAddUsers /> },
]

/** /users: the staff of a school. */
export default function UsersScreen() {
  return <PageLayout title={t`Users`} context={t`Teachers and office staff who sign in to this school`} tabs={tabs} />
}

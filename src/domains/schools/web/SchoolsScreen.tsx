import { PageLayout } from '#ui/PageLayout.tsx'
import { BackupStatus } from './BackupStatus.tsx'
import { SelectSchool } from './SelectSchool.tsx'
import { lazy } from 'react'

// Loaded when opened.
const AddSchool = lazy(() => import('./AddSchool.tsx'))

const tabs = [
  {
    key: 'select',
    label: 'Select School',
    content: (
      <>
        <BackupStatus />
        <SelectSchool />
      </>
    ),
  },
  { key: 'add', label: 'Add School', content: <AddSchool /> },
]

/** /schools: a super administrator chooses the school to work in, or adds one. */
export default function SchoolsScreen() {
  return <PageLayout title="Schools" context="Every screen shows and changes the school you choose" tabs={tabs} />
}

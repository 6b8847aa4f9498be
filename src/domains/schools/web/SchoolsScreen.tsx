import { PageLayout } from '#ui/PageLayout.tsx'
import { BackupStatus } from './BackupStatus.tsx'
import { AddSchool } from './AddSchool.tsx'
import { SelectSchool } from './SelectSchool.tsx'

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

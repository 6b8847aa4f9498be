import { t } from '@lingui/core/macro'
import { PageLayout } from '#ui/PageLayout.tsx'
import { CompareSchools } from '#domains/dashboard/web/compare.exports.tsx'
import { BackupStatus } from './BackupStatus.tsx'
import { SelectSchool } from './SelectSchool.tsx'
import { lazy } from 'react'

// Loaded when opened.
const AddSchool = lazy(() => import('./AddSchool.tsx'))
const WaitingWork = lazy(() => import('./WaitingWork.tsx'))

const tabs = [
  {
    key: 'select',
    label: t`Select School`,
    content: (
      <>
        <BackupStatus />
        <SelectSchool />
      </>
    ),
  },
  { key: 'compare', label: t`Compare`, content: <CompareSchools /> },
  { key: 'add', label: t`Add School`, content: <AddSchool /> },
  { key: 'waiting', label: t`Background work`, content: <WaitingWork /> },
]

/** /schools: a super administrator chooses the school to work in, or adds one. */
export default function SchoolsScreen() {
  return <PageLayout title={t`Schools`} context={t`Every screen shows and changes the school you choose`} tabs={tabs} />
}

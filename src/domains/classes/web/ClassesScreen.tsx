import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ViewClasses } from './ViewClasses.tsx'
import { lazy } from 'react'

// Loaded when opened.
const AddClassSection = lazy(() => import('./AddClassSection.tsx'))
const BulkAddSections = lazy(() => import('./BulkAddSections.tsx'))
const ViewCurriculum = lazy(() => import('./ViewCurriculum.tsx'))

const tabs = [
  { key: 'view', label: t`View Classes`, content: <ViewClasses /> },
  { key: 'curriculum', label: t`View Curriculum`, content: <ViewCurriculum /> },
  { key: 'add', label: t`Add Class/Section`, content: <AddClassSection /> },
  { key: 'bulk', label: t`Bulk Add`, content: <BulkAddSections /> },
]

/** /classes: the classes, sections, subjects and books of a term. */
export default function ClassesScreen() {
  const { term } = useActiveSchool()
  return (
    <PageLayout
      title={t`Classes`}
      context={term ? t`Sections, subjects and books of ${term.name}` : t`Sections, subjects and books`}
      tabs={tabs}
    />
  )
}

import { useActiveSchool } from '#ui/activeSchool.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ViewClasses } from './ViewClasses.tsx'
import { lazy } from 'react'

// Loaded when opened.
const AddClassSection = lazy(() => import('./AddClassSection.tsx'))
const BulkAddSections = lazy(() => import('./BulkAddSections.tsx'))
const ViewCurriculum = lazy(() => import('./ViewCurriculum.tsx'))

const tabs = [
  { key: 'view', label: 'View Classes', content: <ViewClasses /> },
  { key: 'curriculum', label: 'View Curriculum', content: <ViewCurriculum /> },
  { key: 'add', label: 'Add Class/Section', content: <AddClassSection /> },
  { key: 'bulk', label: 'Bulk Add', content: <BulkAddSections /> },
]

/** /classes: the classes, sections, subjects and books of a term. */
export default function ClassesScreen() {
  const { term } = useActiveSchool()
  return <PageLayout title="Classes" context={`Sections, subjects and books of ${term?.name ?? 'no term'}`} tabs={tabs} />
}

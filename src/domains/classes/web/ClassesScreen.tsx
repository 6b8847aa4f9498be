import { useActiveSchool } from '#ui/activeSchool.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { AddClassSection } from './AddClassSection.tsx'
import { BulkAddSections } from './BulkAddSections.tsx'
import { ViewClasses } from './ViewClasses.tsx'
import { ViewCurriculum } from './ViewCurriculum.tsx'

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

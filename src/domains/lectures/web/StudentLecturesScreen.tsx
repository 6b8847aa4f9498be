import { schoolDay, showDay } from '../../../shared/dates.ts'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/** Where a student lands: the lectures that are live. */
export default function StudentLecturesScreen() {
  return (
    <PageLayout title="Lectures" context={showDay(schoolDay(new Date()))}>
      <EmptyState text="No Lectures Are Live" hint="A lecture of your section appears here when the teacher has started it." />
    </PageLayout>
  )
}

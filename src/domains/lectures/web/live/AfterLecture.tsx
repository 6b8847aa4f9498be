import { t } from '@lingui/core/macro'
import { PageLayout } from '#ui/PageLayout.tsx'
import { type EndedBook, type LiveSession, sessionTitle } from '../liveSession.ts'
import { BooksProgress } from './BooksProgress.tsx'
import { SelectedClasses } from './SelectedClasses.tsx'

/** A lecture that was ended here; asks how far its books were read. */
export function AfterLecture({ session, books, onDone }: { session: LiveSession; books: EndedBook[]; onDone: () => void }) {
  return (
    <PageLayout title={t`Live Attendance`}>
      <SelectedClasses names={session.names} />
      <BooksProgress books={books} label={sessionTitle(session)} onDone={onDone} />
    </PageLayout>
  )
}

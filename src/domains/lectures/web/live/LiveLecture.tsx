import VideocamIcon from '@mui/icons-material/VideocamOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Mark } from '../../../../shared/marks.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { LoadingState } from '../../../../ui/LoadingState.tsx'
import { useOutbox } from '../../../../ui/outbox/useOutbox.ts'
import { PageLayout } from '../../../../ui/PageLayout.tsx'
import { sayError } from '../../../../ui/snackbars.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { elapsedSeconds } from '../../lectures.rules.ts'
import { Elapsed } from '../Elapsed.tsx'
import { LectureOver } from '../LectureOver.tsx'
import { endLecturesKind, lectureMarkKind } from '../lectureKinds.ts'
import { booksOf, dropLiveSession, type LiveSession } from '../liveSession.ts'
import { openMeeting } from '../startState.ts'
import { BooksProgress, type EndedBook } from './BooksProgress.tsx'
import type { MarkedStudent } from './groups.ts'
import { MarkDialog } from './MarkDialog.tsx'
import { markNames, StudentGroups } from './StudentGroups.tsx'
import { useLiveLecture } from './useLiveLecture.ts'

/** A lecture under way: how long it runs, what of, and who is there (specification, section 2, Live attendance). */
export function LiveLecture({ session, zoomLink }: { session: LiveSession; zoomLink: string }) {
  const navigate = useNavigate()
  const outbox = useOutbox()
  const [asking, setAsking] = useState(false)
  const [ended, setEnded] = useState<EndedBook[] | null>(null)
  const live = useLiveLecture(session, ended === null)
  const [marking, setMarking] = useState<MarkedStudent | null>(null)

  function leave() {
    dropLiveSession()
    void navigate('/teacher', { replace: true })
  }

  async function end() {
    const seconds = elapsedSeconds(new Date(live.startedAt), new Date(Date.now() + live.clockMs))
    const sent = await outbox.send(endLecturesKind, { ids: live.ids, seconds }, `End of ${label}`)
    if (sent.state === 'refused') {
      await outbox.discard(sent.key)
      throw new Error(sent.failure.message)
    }
    const known = booksOf(session).map((book) => ({ ...book, pages: 0, lastTo: 0 }))
    const books = sent.state === 'sent' ? sent.data.endLectures.books : known
    if (books.length === 0) leave()
    else setEnded(books)
  }

  async function mark(student: MarkedStudent, value: Mark) {
    setMarking(null)
    if (value === student.mark) return
    const input = { id: live.ids[0] ?? '', studentId: student.id, value }
    const sent = await outbox.send(lectureMarkKind, input, `${student.name}, ${markNames[value]} · ${label}`)
    if (sent.state === 'sent') live.noteMark(student.id, value)
    if (sent.state === 'refused') {
      await outbox.discard(sent.key)
      sayError(sent.failure.message)
    }
  }

  const label = session.names.map(({ title, subtitle }) => [title, subtitle].filter(Boolean).join(', ')).join(' and ')
  return (
    <PageLayout
      title="Live Attendance"
      action={
        <>
          {zoomLink !== '' && (
            <Button variant="outlined" startIcon={<VideocamIcon />} onClick={() => openMeeting(zoomLink)}>
              Open the meeting
            </Button>
          )}
          <Button variant="contained" color="error" onClick={() => setAsking(true)}>
            End Lecture
          </Button>
        </>
      }
    >
      <Paper
        variant="outlined"
        sx={{ ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, px: 2, py: 1.5 } }}
      >
        <Elapsed startedAt={live.startedAt} clockMs={live.clockMs} />
        <Box
          component="ul"
          aria-label="Selected classes"
          sx={{ ...{ listStyle: 'none', m: 0, p: 0 }, display: 'flex', flexWrap: 'wrap', gap: 1 }}
        >
          {session.names.map(({ title, subtitle }) => (
            <li key={`${title} ${subtitle}`}>
              <Chip label={[title, subtitle].filter(Boolean).join(' · ')} variant="outlined" />
            </li>
          ))}
        </Box>
      </Paper>
      {live.failing && (
        <Alert severity="warning" role="status">
          No connection just now. The list is as last answered; what you mark is kept and sent later.
        </Alert>
      )}
      {live.groups ? (
        <StudentGroups groups={live.groups} onMark={setMarking} />
      ) : live.error ? (
        <ErrorState error={live.error} onRetry={live.retry} />
      ) : (
        <LoadingState />
      )}
      {marking && <MarkDialog student={marking} onMark={(value) => void mark(marking, value)} onClose={() => setMarking(null)} />}
      <ConfirmDialog
        open={asking}
        title="Stop Live Lecture?"
        safeLabel="Cancel"
        confirmLabel="Continue"
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        Your lecure is going on. Are you sure to stop it and go back?
      </ConfirmDialog>
      {ended && <BooksProgress books={ended} label={label} onDone={leave} />}
      {live.over && ended === null && !asking && <LectureOver onContinue={leave} />}
    </PageLayout>
  )
}

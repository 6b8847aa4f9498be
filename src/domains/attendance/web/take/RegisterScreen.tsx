import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import CloseIcon from '@mui/icons-material/Close'
import UndoIcon from '@mui/icons-material/Undo'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { genericText } from '#ui/problems.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { sayError, sayInfo, saySuccess } from '#ui/snackbars.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import type { Mark } from '#shared/marks.ts'
import type { RegisterPlace } from '../registerPlace.ts'
import { sessionWords, showCounts, showTime, weekdayAndDay } from '../words.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { countSheet, everybodyPresent, nextMark, type Sheet, withMark } from './sheet.ts'
import { StudentMarkRow } from './StudentMarkRow.tsx'
import { type RegisterData, useRegister } from './useRegister.ts'

/** One register: the students of a section with their marks, taken or corrected by taps. */
export function RegisterScreen({ place, back, onDone }: { place: RegisterPlace; back: string; onDone: () => void }) {
  const state = useRegister(place)
  const { register, sheet, error } = state
  const action = <Back to={back} />
  if (!register || !sheet)
    return (
      <PageLayout title="Take Attendance" action={action}>
        {error ? <ErrorState error={error} onRetry={() => void state.refetch()} /> : <LoadingState lines={10} />}
      </PageLayout>
    )
  return (
    <PageLayout
      title={register.sectionName}
      context={[weekdayAndDay(register.day), sessionWords(register), register.holiday ?? ''].filter(Boolean).join(' · ')}
      action={action}
    >
      <Standing state={state} register={register} />
      <SheetList state={state} register={register} sheet={sheet} onDone={onDone} />
    </PageLayout>
  )
}

/** On a phone a cross beside the title: every line counts there. */
function Back({ to }: { to: string }) {
  return (
    <>
      <Button component={Link} to={to} startIcon={<ArrowBackIcon />} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
        Registers
      </Button>
      <IconButton
        component={Link}
        to={to}
        edge="end"
        aria-label="Back to the registers"
        sx={{ display: { sm: 'none' }, width: 48, height: 48 }}
      >
        <CloseIcon />
      </IconButton>
    </>
  )
}

type State = ReturnType<typeof useRegister>

/** Where the register stands: taken by whom, waiting, refused, overtaken by somebody else. */
function Standing({ state, register }: { state: State; register: RegisterData }) {
  const [looking, setLooking] = useState(false)
  const { overtaken, failure, waiting, stale } = state
  const take = register.viewerCan.take
  if (overtaken)
    return (
      <>
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={() => setLooking(true)}>
              Look at it
            </Button>
          }
        >
          {overtaken} What you tapped is still here.
        </Alert>
        {looking && <ConflictDialog state={state} register={register} onClose={() => setLooking(false)} />}
      </>
    )
  if (failure)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void state.giveUp()}>
            Discard
          </Button>
        }
      >
        {[genericText(failure), ...new Set(failure.problems.map((problem) => problem.message))].join(' ')}
      </Alert>
    )
  if (waiting && !state.saving)
    return <Alert severity="info">Saved on this device, not sent yet. It is sent as soon as there is a connection.</Alert>
  if (!take.allowed) return <Alert severity="info">{take.reason}</Alert>
  if (stale)
    return (
      <Alert severity="info">No connection: these are the students as last read. You can take attendance all the same.</Alert>
    )
  if (register.version > 0 && register.takenAt)
    return (
      <Alert severity="success" icon={false} sx={{ py: 0 }}>
        Taken by {register.takenByName} at {showTime(register.takenAt)}. What you change is kept with its history.
      </Alert>
    )
  return null
}

interface SheetListProps {
  state: State
  register: RegisterData
  sheet: Sheet
  onDone: () => void
}

const keyMarks: Readonly<Record<string, Mark>> = { p: 'P', a: 'A', l: 'L' }

function SheetList({ state, register, sheet, onDone }: SheetListProps) {
  const [noting, setNoting] = useState<string | null>(null)
  const [before, setBefore] = useState<Sheet | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // The rows keep their identity while others are tapped: what they call reads the newest sheet.
  const newest = useRef({ sheet, change: state.change })
  newest.current = { sheet, change: state.change }

  const tap = useCallback((studentId: string) => {
    const now = newest.current
    const mark = now.sheet.marks[studentId]
    if (mark) now.change(withMark(now.sheet, studentId, { value: nextMark(mark.value) }))
    setBefore(null)
  }, [])

  /** P, A and L set the mark of the student in focus and go on to the next, N opens the note, the arrows move. */
  function onKey(event: KeyboardEvent) {
    const studentId = (event.target as HTMLElement).dataset.student
    if (studentId === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    const value = keyMarks[key]
    if (value) state.change(withMark(sheet, studentId, { value }))
    else if (key === 'n') setNoting(studentId)
    const step = value || key === 'arrowdown' ? 1 : key === 'arrowup' ? -1 : 0
    if (!value && key !== 'n' && step === 0) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-student]') ?? [])]
    if (step !== 0) buttons[buttons.indexOf(event.target as HTMLElement) + step]?.focus()
  }

  async function save() {
    try {
      const sent = await state.save(state.overtaken !== null)
      if (sent?.state === 'sent') {
        const taken = sent.data.saveRegister.register
        saySuccess(`${register.sectionName} saved${taken ? `: ${showCounts(taken)}` : ''}`)
        onDone()
      } else if (sent?.state === 'waiting') {
        sayInfo('No connection. Saved on this device; it is sent as soon as there is one.')
        onDone()
      } else if (sent?.state === 'unchanged') {
        sayInfo('Nothing was changed')
        onDone()
      }
    } catch {
      sayError('Nothing can be kept on this device, and there is no connection. Do not close this page; save again in a moment.')
    }
  }

  const { rows } = register
  const readOnly = !register.viewerCan.take.allowed || state.saving
  if (rows.length === 0)
    return <EmptyState text="No students in this section yet" hint="They are added on the screen Students." />
  const noted = rows.find((row) => row.studentId === noting)
  const notedMark = noting === null ? undefined : sheet.marks[noting]
  const counts = countSheet(sheet)
  return (
    <>
      <Box
        component="ul"
        ref={list}
        onKeyDown={onKey}
        aria-label={`Students of ${register.sectionName}`}
        sx={{ listStyle: 'none', m: 0, p: 0, mx: { xs: -2, sm: 0 }, maxWidth: 640, borderTop: 1, borderColor: 'divider' }}
      >
        {rows.map((row) => {
          const mark = sheet.marks[row.studentId]
          return (
            mark && (
              <StudentMarkRow key={row.studentId} row={row} mark={mark} readOnly={readOnly} onTap={tap} onNote={setNoting} />
            )
          )
        })}
      </Box>
      <Box
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 1,
          mx: { xs: -2, sm: 0 },
          px: { xs: 2, sm: 1 },
          py: 1,
          maxWidth: 640,
          bgcolor: 'background.default',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Box role="status" sx={{ fontWeight: 600, textAlign: 'center', mb: 1 }}>
          {showCounts(counts)}
        </Box>
        <Box sx={{ display: 'flex', gap: 1, '& > *': { flex: 1, minHeight: 48, px: 1, whiteSpace: 'nowrap' } }}>
          {before ? (
            <Button
              variant="outlined"
              startIcon={<UndoIcon />}
              onClick={() => {
                state.change(before)
                setBefore(null)
              }}
            >
              Undo
            </Button>
          ) : (
            <Button
              variant="outlined"
              disabled={readOnly}
              onClick={() => {
                setBefore(counts.present === rows.length ? null : sheet)
                state.change(everybodyPresent(sheet))
              }}
            >
              Everybody present
            </Button>
          )}
          <Button
            variant="contained"
            color={state.overtaken ? 'warning' : 'primary'}
            disabled={!register.viewerCan.take.allowed}
            loading={state.saving}
            onClick={() => void save()}
          >
            {state.overtaken ? 'Save mine over it' : `Save ${rows.length}`}
          </Button>
        </Box>
      </Box>
      {noted && notedMark && (
        <NoteDialog
          key={noted.studentId}
          name={noted.name}
          mark={notedMark}
          onClose={() => setNoting(null)}
          onDone={(mark) => {
            state.change(withMark(sheet, noted.studentId, mark))
            setNoting(null)
          }}
        />
      )}
    </>
  )
}

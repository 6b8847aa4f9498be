import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { genericMessage } from '#ui/problems.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { showError, showInfo, showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import type { Mark } from '#shared/marks.ts'
import type { RegisterRef } from '../registerRef.ts'
import { sessionLabel, showCounts, showTime, weekdayAndDay } from '../labels.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { countSheet, everybodyPresent, nextMark, type Sheet, withMark } from './sheet.ts'
import { StudentMarkRow } from './StudentMarkRow.tsx'
import { type RegisterData, useRegister } from './useRegister.ts'
import styles from './RegisterScreen.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ArrowBackIcon, CloseIcon, UndoIcon } from '#ui/kit/icons.ts'

/** A register: the students of a section with their marks, taken or corrected by taps. */
export function RegisterScreen({ place, back, onDone }: { place: RegisterRef; back: string; onDone: () => void }) {
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
      context={[weekdayAndDay(register.day), sessionLabel(register), register.holiday ?? ''].filter(Boolean).join(' · ')}
      action={action}
    >
      <RegisterStatus state={state} register={register} />
      <SheetList state={state} register={register} sheet={sheet} onDone={onDone} />
    </PageLayout>
  )
}

/** Leads back to the list. On a phone it is a cross beside the title, to save a line. */
function Back({ to }: { to: string }) {
  return (
    <>
      <Button variant="quiet" as={Link} to={to} icon={<ArrowBackIcon />} className={styles.deskOnly}>
        Registers
      </Button>
      <IconButton as={Link} to={to} aria-label="Back to the registers" className={styles.box}>
        <CloseIcon />
      </IconButton>
    </>
  )
}

type State = ReturnType<typeof useRegister>

/** Shows the register's state: conflict, refused, queued, read-only, offline, or taken by whom. */
function RegisterStatus({ state, register }: { state: State; register: RegisterData }) {
  const [comparing, setComparing] = useState(false)
  const { conflict, failure, waiting, stale } = state
  const take = register.viewerCan.take
  if (conflict)
    return (
      <>
        <Alert
          kind="warning"
          action={
            <Button variant="quiet" size="small" className={styles.button} onClick={() => setComparing(true)}>
              Compare
            </Button>
          }
        >
          {conflict} Your marks are still on this screen.
        </Alert>
        {comparing && <ConflictDialog state={state} register={register} onClose={() => setComparing(false)} />}
      </>
    )
  if (failure)
    return (
      <Alert
        kind="error"
        action={
          <Button variant="quiet" size="small" onClick={() => void state.keepStored()}>
            Discard
          </Button>
        }
      >
        {[genericMessage(failure), ...new Set(failure.problems.map((problem) => problem.message))].join(' ')}
      </Alert>
    )
  if (waiting && !state.saving)
    return <Alert kind="info">Saved on this device, not sent yet. It is sent as soon as there is a connection.</Alert>
  if (!take.allowed) return <Alert kind="info">{take.reason}</Alert>
  if (stale) return <Alert kind="info">No connection. This list may be out of date, but you can still take attendance.</Alert>
  if (register.version > 0 && register.takenAt)
    return (
      <Alert kind="success" icon={false} className={styles.alert}>
        Taken by {register.takenByName} at {showTime(register.takenAt)}. Changes are kept in the history.
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
  const [notingId, setNotingId] = useState<string | null>(null)
  const [undoSheet, setUndoSheet] = useState<Sheet | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // The tap callback reads the newest sheet from a ref, so that it stays the same and other rows do not render again.
  const newest = useRef({ sheet, change: state.change })
  newest.current = { sheet, change: state.change }

  const tap = useCallback((studentId: string) => {
    const now = newest.current
    const mark = now.sheet.marks[studentId]
    if (mark) now.change(withMark(now.sheet, studentId, { value: nextMark(mark.value) }))
    setUndoSheet(null)
  }, [])

  /** Handles keys: P, A and L mark the focused student and move on, N opens the note, arrows move. */
  function onKey(event: KeyboardEvent) {
    const studentId = (event.target as HTMLElement).dataset.student
    if (studentId === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    const value = keyMarks[key]
    if (value) state.change(withMark(sheet, studentId, { value }))
    else if (key === 'n') setNotingId(studentId)
    const step = value || key === 'arrowdown' ? 1 : key === 'arrowup' ? -1 : 0
    if (!value && key !== 'n' && step === 0) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-student]') ?? [])]
    if (step !== 0) buttons[buttons.indexOf(event.target as HTMLElement) + step]?.focus()
  }

  async function save() {
    try {
      const sent = await state.save(state.conflict !== null)
      if (sent?.state === 'sent') {
        const taken = sent.data.saveRegister.register
        showSuccess(`${register.sectionName} saved${taken ? `: ${showCounts(taken)}` : ''}`)
        onDone()
      } else if (sent?.state === 'waiting') {
        showInfo('No connection. Saved on this device; it is sent as soon as there is one.')
        onDone()
      } else if (sent?.state === 'unchanged') {
        showInfo('Nothing was changed')
        onDone()
      }
    } catch {
      showError(
        'There is no connection, and this device cannot store the register. Keep this page open and save again in a moment.',
      )
    }
  }

  const { rows } = register
  const readOnly = !register.viewerCan.take.allowed || state.saving
  if (rows.length === 0)
    return <EmptyState text="No students in this section yet" hint="They are added on the screen Students." />
  const notedRow = rows.find((row) => row.studentId === notingId)
  const notedMark = notingId === null ? undefined : sheet.marks[notingId]
  const counts = countSheet(sheet)
  return (
    <>
      {/* The keys are those of the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} onKeyDown={onKey} aria-label={`Students of ${register.sectionName}`} className={styles.list}>
        {rows.map((row) => {
          const mark = sheet.marks[row.studentId]
          return (
            mark && (
              <StudentMarkRow key={row.studentId} row={row} mark={mark} readOnly={readOnly} onTap={tap} onNote={setNotingId} />
            )
          )
        })}
      </ul>
      <div className={styles.fixed}>
        <div role="status" className={styles.sheetListBox}>
          {showCounts(counts)}
        </div>
        <div className={styles.row}>
          {undoSheet ? (
            <Button
              icon={<UndoIcon />}
              onClick={() => {
                state.change(undoSheet)
                setUndoSheet(null)
              }}
            >
              Undo
            </Button>
          ) : (
            <Button
              disabled={readOnly}
              onClick={() => {
                setUndoSheet(counts.present === rows.length ? null : sheet)
                state.change(everybodyPresent(sheet))
              }}
            >
              Everybody present
            </Button>
          )}
          <Button
            variant="primary"
            danger={state.conflict !== null}
            disabled={!register.viewerCan.take.allowed}
            loading={state.saving}
            onClick={() => void save()}
          >
            {state.conflict ? 'Replace with mine' : `Save ${rows.length}`}
          </Button>
        </div>
      </div>
      {notedRow && notedMark && (
        <NoteDialog
          key={notedRow.studentId}
          name={notedRow.name}
          mark={notedMark}
          onClose={() => setNotingId(null)}
          onDone={(mark) => {
            state.change(withMark(sheet, notedRow.studentId, mark))
            setNotingId(null)
          }}
        />
      )}
    </>
  )
}

import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { showError, showInfo, showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import type { Mark } from '#shared/marks.ts'
import type { RegisterRef } from '../registerRef.ts'
import { sessionInTitle, showCounts, weekdayAndDay } from '../labels.ts'
import { countSheet, everybodyPresent, nextMark, type Sheet, withMark } from './sheet.ts'
import { StudentMarkRow } from './StudentMarkRow.tsx'
import { type RegisterState, RegisterStatus, SaveState } from './RegisterStatus.tsx'
import { Tally } from './Tally.tsx'
import { useRowsWithLeave } from './useRowsWithLeave.ts'
import { type RegisterData, useRegister } from './useRegister.ts'
import styles from './RegisterScreen.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ChevronLeftIcon, UndoIcon } from '#ui/kit/icons.ts'
import { Heading } from '#ui/kit/Text.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'
import { later } from '#ui/kit/later.tsx'

const NoteDialog = later(async () => ({ default: (await import('./NoteDialog.tsx')).NoteDialog }))

/** A register: the students of a section with their marks, taken or corrected by taps. */
export function RegisterScreen({ place, back, onDone }: { place: RegisterRef; back: string; onDone: () => void }) {
  const state = useRegister(place)
  const { register, sheet, error } = state
  const title = register?.sectionName ?? t`Take Attendance`
  useEffect(() => {
    document.title = `${title} · Shala`
  }, [title])
  return (
    <div data-task className={styles.task}>
      {register && sheet ? (
        <TakenSheet state={state} register={register} sheet={sheet} back={back} onDone={onDone} />
      ) : (
        <>
          <Head title={title} back={back} />
          {error ? <ErrorState error={error} onRetry={() => void state.refetch()} /> : <LoadingState lines={10} />}
        </>
      )}
    </div>
  )
}

interface PlaceProps {
  title: string
  /** Address of the list of registers. */
  back: string
  register?: RegisterData
}

/** The section, its session and day, and the way back. */
const Place = memo(function Place({ title, back, register }: PlaceProps) {
  return (
    <>
      <IconButton as={Link} to={back} aria-label={t`Back to the registers`} className={styles.back}>
        <ChevronLeftIcon />
      </IconButton>
      <div className={styles.title}>
        <Heading level={1} className={styles.section}>
          {title} {register && <span className={styles.session}>{sessionInTitle(register)}</span>}
        </Heading>
        {register && (
          <p className={styles.context}>
            {weekdayAndDay(register.day)}
            <span className={styles.deskOnly}>
              {' · '}
              <Plural value={register.rows.length} one="# student" other="# students" />
            </span>
            {register.holiday && ` · ${register.holiday}`}
          </p>
        )}
      </div>
    </>
  )
})

/** The head of the task: its place, then the register's state and, at a desk, its buttons. */
function Head({ children, ...place }: PlaceProps & { children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <Place {...place} />
      {children}
    </div>
  )
}

/** The keys of the register. */
const Keys = memo(function Keys() {
  return (
    <p aria-hidden className={styles.keys}>
      <span>
        <Trans>
          <kbd>↑</kbd> <kbd>↓</kbd> move
        </Trans>
      </span>
      <span>
        <Trans>
          <kbd>P</kbd> <kbd>A</kbd> <kbd>L</kbd> mark
        </Trans>
      </span>
      <span>
        <Trans>
          <kbd>N</kbd> note
        </Trans>
      </span>
      <span>
        <Trans>
          <kbd>Ctrl</kbd> <kbd>S</kbd> save
        </Trans>
      </span>
    </p>
  )
})

interface TakenSheetProps {
  state: RegisterState
  register: RegisterData
  sheet: Sheet
  back: string
  onDone: () => void
}

const keyMarks: Readonly<Record<string, Mark>> = { p: 'P', a: 'A', l: 'L' }

/** The register with its students, and what is done with all of them. */
function TakenSheet({ state, register, sheet, back, onDone }: TakenSheetProps) {
  const isPhone = usePhone()
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
        const { sectionName } = register
        showSuccess(taken ? t`${sectionName} saved: ${showCounts(taken)}` : t`${sectionName} saved`)
        onDone()
      } else if (sent?.state === 'waiting') {
        showInfo(t`No connection. Saved on this device; it is sent as soon as there is one.`)
        onDone()
      } else if (sent?.state === 'unchanged') {
        showInfo(t`Nothing was changed`)
        onDone()
      }
    } catch {
      showError(
        t`There is no connection, and this device cannot save the register. Keep this page open and save again in a moment.`,
      )
    }
  }

  const latestSave = useRef(save)
  latestSave.current = save
  const canSave = register.viewerCan.take.allowed && !state.saving
  useEffect(() => {
    if (!canSave) return
    const onSaveKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // A dialog above the register has changes of its own.
      if (!document.querySelector('[data-dialog]')) void latestSave.current()
    }
    window.addEventListener('keydown', onSaveKey)
    return () => window.removeEventListener('keydown', onSaveKey)
  }, [canSave])

  const rows = useRowsWithLeave(register)
  const readOnly = !register.viewerCan.take.allowed || state.saving
  const head = { title: register.sectionName, back, register }
  if (rows.length === 0)
    return (
      <>
        <Head {...head} />
        <EmptyState
          text={t`No students in this section yet`}
          hint={t`Students who are added to the section are listed here, each with a mark.`}
        />
      </>
    )
  const notedRow = rows.find((row) => row.studentId === notingId)
  const notedMark = notingId === null ? undefined : sheet.marks[notingId]
  const counts = countSheet(sheet)
  const actions = (
    <div className={styles.actions}>
      {undoSheet ? (
        <Button
          icon={<UndoIcon />}
          onClick={() => {
            state.change(undoSheet)
            setUndoSheet(null)
          }}
        >
          <Trans>Undo</Trans>
        </Button>
      ) : (
        <Button
          disabled={readOnly}
          onClick={() => {
            setUndoSheet(counts.present === rows.length ? null : sheet)
            state.change(everybodyPresent(sheet))
          }}
        >
          <Trans>Everybody present</Trans>
        </Button>
      )}
      <Button
        variant="primary"
        danger={state.conflict !== null}
        disabled={!register.viewerCan.take.allowed}
        loading={state.saving}
        aria-keyshortcuts="Control+S"
        onClick={() => void save()}
      >
        {state.conflict ? t`Replace with mine` : plural(rows.length, { one: 'Save # mark', other: 'Save # marks' })}
      </Button>
    </div>
  )
  return (
    <>
      <Head {...head}>
        <SaveState state={state} register={register} />
        {!isPhone && actions}
      </Head>
      <RegisterStatus state={state} register={register} />
      {/* The keys are those of the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={list}
        onKeyDown={onKey}
        aria-label={t`Students of ${register.sectionName}`}
        className={styles.roll}
        style={{ '--half': Math.ceil(rows.length / 2), '--third': Math.ceil(rows.length / 3) }}
      >
        {rows.map((row) => {
          const mark = sheet.marks[row.studentId]
          return (
            mark && (
              <StudentMarkRow
                key={row.studentId}
                row={row}
                takenAt={register.takenAt}
                mark={mark}
                readOnly={readOnly}
                onTap={tap}
                onNote={setNotingId}
              />
            )
          )
        })}
      </ul>
      <div className={styles.foot}>
        <Tally counts={counts} />
        {!isPhone && <Keys />}
        {isPhone && actions}
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

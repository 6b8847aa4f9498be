import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { addDays, schoolTime, showDay } from '#shared/dates.ts'
import { failureOf, request } from '#domains/onlinefees/family/home.exports.tsx'
import type { Child, Facts, Home } from './home.ts'
import { AddLeaveNoteDocument, WithdrawLeaveNoteDocument } from './home.graphql.ts'
import type { HomeState } from './useHome.ts'

interface Props {
  home: Home
  child: Child
  reload: HomeState['reload']
}

type Field = 'fromDay' | 'toDay' | 'reason'
type Problems = Partial<Record<Field, string>>

/** A word to the teacher before school: the child stays away from this day to that, and why. */
export function TellTeacher({ home, child, reload }: Props) {
  const { facts, fees } = child
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (location.hash === '#tell') section.current?.scrollIntoView()
  }, [])
  return (
    <section ref={section} id="tell" className="card" aria-labelledby="tell-heading">
      <h2 id="tell-heading">
        <Trans>Tell the teacher</Trans>
      </h2>
      {facts.leaveNotes.map((note) => (
        <Told key={note.id} note={note} home={home} child={child} reload={reload} />
      ))}
      <NoteForm key={facts.leaveNotes.length} home={home} child={child} reload={reload} />
      <p className="quiet">
        <Trans>The teacher reads it beside the name of {fees.name} when the register is taken.</Trans>
      </p>
    </section>
  )
}

/** Says how a note about today met the register; null for another day, or before the register is taken. */
function lateNotice(home: Home, { takenTodayAt }: Facts, note: Facts['leaveNotes'][number]): string | null {
  if (takenTodayAt === null || note.fromDay > home.today) return null
  const time = schoolTime(new Date(takenTodayAt)).slice(0, 5)
  return note.createdAt > takenTodayAt
    ? t`This came after today's register, which was taken at ${time}. The teacher can still read it there.`
    : null
}

function Told({ note, home, child, reload }: Props & { note: Facts['leaveNotes'][number] }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { fromDay, toDay, reason, id } = note
  const takeBack = async () => {
    try {
      await request(WithdrawLeaveNoteDocument, { place: child.school.place, input: { id } })
      await reload()
    } catch (error) {
      setProblem(failureOf(error).message)
    }
  }
  const late = lateNotice(home, child.facts, note)
  return (
    <div className="told">
      <p>
        <strong>{fromDay === toDay ? showDay(fromDay) : t`${showDay(fromDay)} to ${showDay(toDay)}`}</strong>
        <br />
        {reason}
      </p>
      {late !== null && <p className="note">{late}</p>}
      <button type="button" className="secondary" onClick={() => void takeBack()}>
        <Trans>Take back</Trans>
      </button>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function NoteForm({ home, child, reload }: Props) {
  const told = child.facts.leaveNotes.some(({ fromDay, toDay }) => fromDay <= home.today && toDay >= home.today)
  const firstDay = told ? addDays(home.today, 1) : home.today
  const [fromDay, setFromDay] = useState(firstDay)
  const [toDay, setToDay] = useState(firstDay)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** The same words keep their key until the server has answered, so that a second tap tells nothing twice. */
  const unanswered = useRef<{ body: string; key: string } | null>(null)

  const focus = (invalid: Problems) => {
    const first = (['fromDay', 'toDay', 'reason'] as const).find((field) => invalid[field] !== undefined)
    form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    const input = { studentId: child.fees.id, fromDay, toDay: toDay < fromDay ? fromDay : toDay, reason: reason.trim() }
    setProblems({})
    setFailure(null)
    if (input.reason === '') {
      const invalid = { reason: t`Say why, in a few words: fever, a wedding` }
      setProblems(invalid)
      return focus(invalid)
    }
    const body = JSON.stringify(input)
    const key = unanswered.current?.body === body ? unanswered.current.key : crypto.randomUUID()
    unanswered.current = { body, key }
    setSending(true)
    try {
      await request(AddLeaveNoteDocument, { place: child.school.place, input: { key, ...input } })
      unanswered.current = null
      await reload()
    } catch (error) {
      const failed = failureOf(error)
      if (failed.isFinal) unanswered.current = null
      const invalid: Problems = {}
      for (const { path, message } of failed.problems)
        if (path === 'fromDay' || path === 'toDay' || path === 'reason') invalid[path] ??= message
      setProblems(invalid)
      if (Object.keys(invalid).length > 0) focus(invalid)
      else setFailure(failed.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <div className="days">
        <TextField label={t`From`} problem={problems.fromDay}>
          {(props) => (
            <input
              {...props}
              name="fromDay"
              type="date"
              min={home.today}
              value={fromDay}
              onChange={(event) => setFromDay(event.target.value)}
            />
          )}
        </TextField>
        <TextField label={t`To`} problem={problems.toDay}>
          {(props) => (
            <input
              {...props}
              name="toDay"
              type="date"
              min={fromDay}
              value={toDay < fromDay ? fromDay : toDay}
              onChange={(event) => setToDay(event.target.value)}
            />
          )}
        </TextField>
      </div>
      <TextField label={t`Why`} problem={problems.reason}>
        {(props) => (
          <input
            {...props}
            name="reason"
            type="text"
            maxLength={300}
            placeholder={t`Ill, with fever`}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </TextField>
      {failure !== null && (
        <p className="note bad" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className="primary" disabled={sending}>
        {sending ? t`Sending…` : fromDay === home.today ? t`Tell the teacher: absent today` : t`Tell the teacher`}
      </button>
    </form>
  )
}

interface InputProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

function TextField({
  label,
  problem,
  children,
}: {
  label: string
  problem: string | undefined
  children: (props: InputProps) => ReactNode
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
      })}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { type Day, showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import type { Mark } from '#shared/marks.ts'
import { maxNoteLength, MarkChoice } from '../take/NoteDialog.tsx'
import { MarkBadge } from '../take/MarkBadge.tsx'
import { markLabels, sessionLabel, weekdayAndDay } from '../labels.ts'
import type { MonthStudent } from './MonthGrid.tsx'
import type { MonthColumn, MonthRegister } from './monthColumns.ts'
import { CorrectMarkDocument, MarkHistoryDocument, StudentYearDocument } from './view.graphql.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import styles from './MarkDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { TextField } from '#ui/kit/TextField.tsx'

interface MarkDialogProps {
  student: MonthStudent
  column: MonthColumn
  onChanged: () => void
  onClose: () => void
}

/** Shows and corrects one mark, or the marks of the merged lectures in its column: who took it and its history. */
export default function MarkDialog({ student, column, onChanged, onClose }: MarkDialogProps) {
  const { register } = column
  if (!register) return null
  const where = [weekdayAndDay(column.day), sessionLabel(register)].filter(Boolean).join(' · ')
  return (
    <Dialog title={student.name} onClose={onClose} size="small">
      {register.registerIds.length > 1 ? (
        <Lectures student={student} day={column.day} register={register} onChanged={onChanged} onClose={onClose} />
      ) : (
        <OneMark
          student={student}
          registerId={register.id}
          was={storedMark(student.marks[column.index])}
          where={where}
          taken={register}
          onChanged={onChanged}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function storedMark(letter: string | undefined): Mark | null {
  return letter === 'P' || letter === 'A' || letter === 'L' ? letter : null
}

/** Lists the merged lectures of a subject on a day; each is corrected separately. */
function Lectures({
  student,
  day,
  register,
  onChanged,
  onClose,
}: Omit<MarkDialogProps, 'column'> & { day: Day; register: MonthRegister }) {
  const { schoolId, termId } = useActiveSchool()
  // Leaves out the start, because it is that of one lecture only.
  const subject = sessionLabel({ ...register, starts: null })
  const [chosen, setChosen] = useState<string | null>(null)
  // The month has one letter for all of them, so the separate marks are read from the student's year.
  const { data, error, refetch } = useQuery(StudentYearDocument, {
    variables: { schoolId, input: { termId, studentId: student.id } },
  })
  const marks = data?.studentYear.months.flatMap(({ days }) => days.flatMap((day) => day.marks))
  const lectures = register.registerIds.map((id, place) => {
    const mark = marks?.find((yearMark) => yearMark.registerId === id)
    return { id, value: mark?.value ?? null, name: `${place + 1}. ${mark ? sessionLabel(mark) : subject}` }
  })
  const lecture = lectures.find(({ id }) => id === chosen)
  if (lecture && marks)
    return (
      <OneMark
        student={student}
        registerId={lecture.id}
        was={lecture.value}
        where={[weekdayAndDay(day), lecture.name].join(' · ')}
        onChanged={() => {
          onChanged()
          void refetch()
        }}
        onClose={onClose}
      />
    )
  return (
    <>
      <DialogBody>
        <Text className={styles.hint}>{[weekdayAndDay(day), subject].join(' · ')}</Text>
        <Text className={styles.spaced}>
          {plural(lectures.length, {
            one: 'This column has # lecture of the day.',
            other: 'This column has # lectures of the day. A student present in any of them counts as present.',
          })}
        </Text>
        {!marks ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState lines={lectures.length} />
          )
        ) : (
          <ul aria-label={t`Lectures`} className={styles.list}>
            {lectures.map(({ id, value, name }) => (
              <li key={id} className={styles.item}>
                {value ? <Letter mark={value} /> : <Unmarked />}
                <span className={styles.fill}>{name}</span>
                <Button variant="quiet" onClick={() => setChosen(id)} aria-label={t`Correct ${name}`}>
                  <Trans>Correct</Trans>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </>
  )
}

function Unmarked() {
  return (
    <span title={t`No mark`} className={styles.box}>
      ·
    </span>
  )
}

interface OneMarkProps extends Omit<MarkDialogProps, 'column'> {
  registerId: string
  /** The mark that the grid showed; null without a mark. */
  was: Mark | null
  where: string
  taken?: { takenByName: string; takenAt: string }
}

function OneMark({ student, registerId, was, where, taken, onChanged, onClose }: OneMarkProps) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const [value, setValue] = useState<Mark>(was ?? 'P')
  const [note, setNote] = useState('')
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function save() {
    setSaving(true)
    setRefusal(null)
    try {
      await withKey((key) =>
        sendCommand(CorrectMarkDocument, {
          schoolId,
          input: {
            key,
            registerId,
            studentId: student.id,
            was,
            value,
            ...(note.trim() === '' ? {} : { note: note.trim() }),
          },
        }),
      )
      showSuccess(`${student.name}: ${markLabels[value]}`)
      onChanged()
      onClose()
    } catch (error) {
      const failure = failureOf(error)
      setRefusal(isDefiniteAnswer(failure) ? genericMessage(failure) : unknownOutcomeMessage)
      if (failure.code === 'CONFLICT') onChanged()
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <DialogBody className={styles.content}>
        <Text tone="quiet">
          {where}
          {taken && (
            <>
              <br />
              <Trans>
                Taken by {taken.takenByName}, {showMoment(taken.takenAt)}
              </Trans>
            </>
          )}
        </Text>
        <MarkChoice value={value} onChange={setValue} />
        <TextField
          label={t`Note`}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          hint={t`Leave blank to keep the saved note`}
          maxLength={maxNoteLength}
        />
        <History registerId={registerId} studentId={student.id} />
        {refusal && <Alert kind="error">{refusal}</Alert>}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button variant="primary" onClick={() => void save()} loading={saving} disabled={value === was && note.trim() === ''}>
          <Trans>Correct</Trans>
        </Button>
      </DialogActions>
    </>
  )
}

function History({ registerId, studentId }: { registerId: string; studentId: string }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(MarkHistoryDocument, {
    variables: { schoolId, input: { registerId, studentId } },
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={1} />
  if (data.markHistory.length === 0)
    return (
      <Text tone="quiet" size="small">
        <Trans>Never corrected.</Trans>
      </Text>
    )
  return (
    <section>
      <Heading level={3} className={styles.text}>
        <Trans>History</Trans>
      </Heading>
      <ol reversed className={styles.list}>
        {data.markHistory.toReversed().map((change) => (
          <li key={change.id} className={styles.historyItem}>
            <span className={styles.historyBox}>
              {change.was ? <Letter mark={change.was} /> : '·'}→<Letter mark={change.value} />
            </span>
            <span className={styles.changedBy}>
              {change.byName}, {showMoment(change.at)}
              {change.note && <span className={styles.historyHint}>{change.note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Letter({ mark }: { mark: Mark }) {
  return <MarkBadge mark={mark} size="small" />
}

import { useQuery } from '#ui/data/useQuery.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { type Day, showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.tsx'
import { ErrorState } from '#ui/states.tsx'
import type { Mark } from '#shared/marks.ts'
import { maxNoteLength, MarkChoice } from '../take/NoteDialog.tsx'
import { markCircle } from '../take/markStyles.ts'
import { markLabels, sessionLabel, weekdayAndDay } from '../labels.ts'
import type { MonthStudent } from './MonthGrid.tsx'
import type { MonthColumn, MonthRegister } from './monthColumns.ts'
import { CorrectMarkDocument, MarkHistoryDocument, StudentYearDocument } from './view.graphql.ts'
import { countWithNoun } from '#shared/plural.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'

interface MarkDialogProps {
  student: MonthStudent
  column: MonthColumn
  onChanged: () => void
  onClose: () => void
}

/** Shows and corrects one mark, or the marks of the merged lectures in its column: who took it and its history. */
export function MarkDialog({ student, column, onChanged, onClose }: MarkDialogProps) {
  const titleId = useId()
  const { register } = column
  if (!register) return null
  const where = [weekdayAndDay(column.day), sessionLabel(register)].filter(Boolean).join(' · ')
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ pb: 0 }}>
        {student.name}
      </DialogTitle>
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
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>{[weekdayAndDay(day), subject].join(' · ')}</Typography>
        <Typography sx={{ mb: 1 }}>
          {lectures.length === 1
            ? 'This column has 1 lecture of the day.'
            : `This column has ${countWithNoun(lectures.length, 'lecture')} of the day. A student present in any of them counts as present.`}
        </Typography>
        {!marks ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState lines={lectures.length} />
          )
        ) : (
          <Box component="ul" aria-label="Lectures" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {lectures.map(({ id, value, name }) => (
              <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 48 }}>
                {value ? <Letter mark={value} /> : <Unmarked />}
                <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                  {name}
                </Box>
                <Button onClick={() => setChosen(id)} aria-label={`Correct ${name}`}>
                  Correct
                </Button>
              </Box>
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  )
}

function Unmarked() {
  return (
    <Box component="span" title="No mark" sx={{ width: 24, textAlign: 'center', flexShrink: 0 }}>
      ·
    </Box>
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
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          {where}
          {taken && (
            <>
              <br />
              Taken by {taken.takenByName}, {showMoment(taken.takenAt)}
            </>
          )}
        </Typography>
        <MarkChoice value={value} onChange={setValue} />
        <TextField
          label="Note"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          helperText="Leave blank to keep the stored note"
          slotProps={{ htmlInput: { maxLength: maxNoteLength } }}
        />
        <History registerId={registerId} studentId={student.id} />
        {refusal && <Alert severity="error">{refusal}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="contained" onClick={() => void save()} loading={saving} disabled={value === was && note.trim() === ''}>
          Correct
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
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Never corrected.
      </Typography>
    )
  return (
    <section>
      <Typography variant="h3" sx={{ fontSize: '0.9375rem', mb: 0.5 }}>
        History
      </Typography>
      <Box component="ol" reversed sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.markHistory.toReversed().map((change) => (
          <Box component="li" key={change.id} sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}>
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, minWidth: 72 }}>
              {change.was ? <Letter mark={change.was} /> : '·'}→<Letter mark={change.value} />
            </Box>
            <Box component="span" sx={{ fontSize: '0.875rem', minWidth: 0 }}>
              {change.byName}, {showMoment(change.at)}
              {change.note && (
                <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                  {change.note}
                </Box>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </section>
  )
}

function Letter({ mark }: { mark: Mark }) {
  return (
    <Box component="span" title={markLabels[mark]} sx={{ ...markCircle(mark, 24), fontSize: '0.8125rem' }}>
      {mark}
    </Box>
  )
}

import { useApolloClient, useQuery } from '@apollo/client/react'
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
import { showMoment } from '../../../../shared/dates.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { LoadingState } from '../../../../ui/LoadingState.tsx'
import { failureOf, genericText } from '../../../../ui/problems.ts'
import { answersForGood, sendAgain, useRequestKey } from '../../../../ui/requestKey.ts'
import { saySuccess } from '../../../../ui/snackbars.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import type { Mark } from '../../../../shared/marks.ts'
import { longestNote, MarkChoice } from '../take/NoteDialog.tsx'
import { markCircle } from '../take/markLook.ts'
import { markWords, sessionWords, weekdayAndDay } from '../words.ts'
import type { MonthStudent } from './MonthGrid.tsx'
import type { MonthColumn, MonthRegister } from './monthColumns.ts'
import { CorrectMarkDocument, MarkHistoryDocument } from './view.graphql.ts'

export interface MarkDialogProps {
  student: MonthStudent
  column: MonthColumn
  onChanged: () => void
  onClose: () => void
}

/** One mark: who took it, what it was before, and its correction. */
export function MarkDialog(props: MarkDialogProps) {
  const { student, column, onClose } = props
  const titleId = useId()
  const { register } = column
  if (!register) return null
  const where = [weekdayAndDay(column.day), sessionWords(register)].filter(Boolean).join(' · ')
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ pb: 0 }}>
        {student.name}
      </DialogTitle>
      {register.registerIds.length > 1 ? (
        <>
          <DialogContent>
            <Typography sx={{ color: 'text.secondary', mb: 2 }}>{where}</Typography>
            <Typography>
              {register.registerIds.length} lectures of the day stand in this column: present in any of them is present. Each
              lecture is corrected where it was held.
            </Typography>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      ) : (
        <OneMark {...props} register={register} where={where} />
      )}
    </Dialog>
  )
}

function OneMark({
  student,
  column,
  register,
  where,
  onChanged,
  onClose,
}: MarkDialogProps & { register: MonthRegister; where: string }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const withKey = useRequestKey()
  const stored = student.marks[column.index]
  const was = stored === 'P' || stored === 'A' || stored === 'L' ? stored : null
  const [value, setValue] = useState<Mark>(was ?? 'P')
  const [note, setNote] = useState('')
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function save() {
    setSaving(true)
    setRefusal(null)
    try {
      await withKey((key) =>
        client.mutate({
          mutation: CorrectMarkDocument,
          variables: {
            schoolId,
            input: {
              ...{ key, registerId: register.id, studentId: student.id, was, value },
              ...(note.trim() === '' ? {} : { note: note.trim() }),
            },
          },
        }),
      )
      saySuccess(`${student.name}: ${markWords[value]}`)
      onChanged()
      onClose()
    } catch (error) {
      const failure = failureOf(error)
      setRefusal(answersForGood(failure) ? genericText(failure) : sendAgain)
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
          <br />
          Taken by {register.takenByName}, {showMoment(register.takenAt)}
        </Typography>
        <MarkChoice value={value} onChange={setValue} />
        <TextField
          label="Note"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          helperText="Left blank, the note stays as it is"
          slotProps={{ htmlInput: { maxLength: longestNote } }}
        />
        <History registerId={register.id} studentId={student.id} />
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
    fetchPolicy: 'cache-and-network',
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
    <Box component="span" title={markWords[mark]} sx={{ ...markCircle(mark, 24), fontSize: '0.8125rem' }}>
      {mark}
    </Box>
  )
}

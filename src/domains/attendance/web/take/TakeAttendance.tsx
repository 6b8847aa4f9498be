import { useApolloClient, useQuery } from '@apollo/client/react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { schoolDay } from '../../../../shared/dates.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { LoadingState } from '../../../../ui/LoadingState.tsx'
import { useOutbox } from '../../../../ui/outbox/useOutbox.ts'
import { usePoll } from '../../../../ui/polling/usePoll.ts'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { DayChoice } from '../DayChoice.tsx'
import { dayInAddress, placeKey, placeOf } from '../registerPlace.ts'
import { draftKeys } from './drafts.ts'
import { RegisterCard } from './RegisterCard.tsx'
import { filtered, grouped, isMissing, type Shown, shownWords, takenWords } from './registerList.ts'
import { useKeptRegisters } from './keptRegisters.ts'
import { RegistersOfDayDocument } from './take.graphql.ts'
import { entryOf } from './useRegister.ts'
import { useSheetsAhead } from './useSheetsAhead.ts'

/** Specification, section 9: teacher day attendance poll. */
const everyMs = 5000

/** The tab Take Attendance: the registers of a day, taken and not, each one tap away. */
export function TakeAttendance() {
  const { schoolId, termId, term, viewer } = useActiveSchool()
  const client = useApolloClient()
  const outbox = useOutbox()
  const [address, setAddress] = useSearchParams()
  const today = schoolDay(new Date())
  const day = dayInAddress(address, today)
  const shown = (Object.keys(shownWords) as Shown[]).find((one) => one === address.get('show')) ?? 'all'
  const variables = useMemo(() => ({ schoolId, input: { termId, day } }), [schoolId, termId, day])
  useKeptRegisters()
  const { data, error, refetch } = useQuery(RegistersOfDayDocument, { variables, fetchPolicy: 'cache-first', skip: !term })
  const failing = usePoll(
    everyMs,
    (signal) =>
      client.query({
        query: RegistersOfDayDocument,
        variables,
        fetchPolicy: 'network-only',
        context: { fetchOptions: { signal } },
      }),
    { on: term !== null },
  )
  const registers = data?.registersOfDay.registers
  useSheetsAhead(registers, variables)
  // The sheet that was just left is over this list, so what it has begun is looked up with every drawing.
  const begun = draftKeys(viewer.id)
  const groups = useMemo(() => grouped(filtered(registers ?? [], shown, new Date())), [registers, shown])

  function open(change: Record<string, string | null>) {
    const next = new URLSearchParams(address)
    next.set('tab', 'take')
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setAddress(next)
  }

  if (!term)
    return <EmptyState text="This school has no term yet" hint="Add one in the settings, then its classes and sections." />
  const missing = (registers ?? []).filter((one) => isMissing(one, new Date())).length
  const { holiday } = data?.registersOfDay ?? {}
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mx: { xs: -1, sm: 0 } }}>
        <DayChoice day={day} today={today} onDay={(next) => open({ day: next === today ? null : next })} />
        {registers && registers.length > 0 && (
          <>
            <Typography role="status" sx={{ fontWeight: 600, px: { xs: 1, sm: 0 } }}>
              {takenWords(registers)}
            </Typography>
            {registers.length > 4 && (
              <ToggleButtonGroup
                exclusive
                size="small"
                value={shown}
                onChange={(_, next: Shown | null) => next && open({ show: next === 'all' ? null : next })}
                aria-label="Registers shown"
                sx={{ ml: { sm: 'auto' }, px: { xs: 1, sm: 0 } }}
              >
                {(Object.keys(shownWords) as Shown[]).map((one) => (
                  <ToggleButton key={one} value={one} sx={{ textTransform: 'none', px: 1.5 }}>
                    {shownWords[one]}
                    {one === 'notTaken' && missing > 0 && ` (${missing})`}
                  </ToggleButton>
                ))}
              </ToggleButtonGroup>
            )}
          </>
        )}
      </Box>
      {holiday && (
        <Alert severity="info">
          {holiday === 'Sunday' ? 'Sunday' : `Holiday: ${holiday}`}. No register is expected; one can be taken all the same.
        </Alert>
      )}
      {failing && registers && (
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
          No connection just now: this list is as last read.
        </Typography>
      )}
      {!registers ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      ) : registers.length === 0 ? (
        <EmptyState
          text={viewer.role === 'TEACHER' ? 'No registers for you on this day' : 'No registers on this day'}
          hint={
            viewer.role === 'TEACHER'
              ? 'You take attendance of the sections and subjects you are a teacher of. The office assigns them on the screen Classes.'
              : 'A section with students has its registers here; where attendance is taken by subject, those of the day’s timetable.'
          }
        />
      ) : groups.length === 0 ? (
        <EmptyState text={shown === 'notTaken' ? 'Every register is taken' : 'Nobody is absent'} />
      ) : (
        groups.map(({ heading, registers: members }) => (
          <Box key={heading} component="section" aria-label={heading || 'Registers'}>
            {heading && (
              <Typography variant="h2" sx={{ mb: 1 }}>
                {heading}
              </Typography>
            )}
            <Box
              component="ul"
              sx={{
                ...{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 },
                gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
              }}
            >
              {members.map((one) => (
                <RegisterCard
                  key={one.id}
                  row={one}
                  waiting={entryOf(outbox.waiting, placeOf(one))}
                  refused={entryOf(outbox.refused, placeOf(one))}
                  begun={begun.has(placeKey(one))}
                />
              ))}
            </Box>
          </Box>
        ))
      )}
    </Box>
  )
}

import { useApolloClient, useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { schoolDay } from '../../../../shared/dates.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { useOutbox } from '../../../../ui/outbox/useOutbox.ts'
import { usePoll } from '../../../../ui/polling/usePoll.ts'
import { placeKey, placeOf } from '../registerPlace.ts'
import { draftKeys } from './drafts.ts'
import { RegisterCard } from './RegisterCard.tsx'
import { takenWords } from './registerList.ts'
import { useKeptRegisters } from './keptRegisters.ts'
import { RegistersOfDayDocument } from './take.graphql.ts'
import { entryOf } from './useRegister.ts'
import { useSheetsAhead } from './useSheetsAhead.ts'

/** Specification, section 9: teacher day attendance poll. */
const everyMs = 5000

/**
 * The registers of today, one tap from being taken; their sheets are read ahead, so that they are taken without a connection too.
 * Nothing where there are none. What cannot be read is said on the screen of attendance itself.
 */
export function RegistersToday() {
  const { schoolId, terms, viewer } = useActiveSchool()
  const client = useApolloClient()
  const outbox = useOutbox()
  const current = terms.find((term) => term.current)
  const termId = current?.id ?? '0'
  const day = schoolDay(new Date())
  const variables = useMemo(() => ({ schoolId, input: { termId, day } }), [schoolId, termId, day])
  useKeptRegisters()
  const { data } = useQuery(RegistersOfDayDocument, { variables, fetchPolicy: 'cache-first', skip: !current })
  usePoll(
    everyMs,
    (signal) =>
      client.query({
        query: RegistersOfDayDocument,
        variables,
        fetchPolicy: 'network-only',
        context: { fetchOptions: { signal } },
      }),
    { on: current !== undefined },
  )
  const registers = data?.registersOfDay.registers
  useSheetsAhead(registers, variables)
  if (!registers || registers.length === 0) return null
  const begun = draftKeys(viewer.id)
  return (
    <Box component="section" aria-label="Take Attendance">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, mb: 1 }}>
        <Typography variant="h2">Take Attendance</Typography>
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
          {takenWords(registers)}
        </Typography>
      </Box>
      <Box
        component="ul"
        sx={{
          ...{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 },
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
        }}
      >
        {registers.map((one) => (
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
  )
}

import Box from '@mui/material/Box'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { placeKey, placeOf } from '../registerPlace.ts'
import { draftKeys } from './drafts.ts'
import { RegisterCard } from './RegisterCard.tsx'
import type { DayRegisterRowFragment } from './take.graphql.ts'
import { entryOf } from './useRegister.ts'

/** Registers side by side where there is room, each with what this device knows of it besides. */
export function RegisterCards({ registers }: { registers: readonly DayRegisterRowFragment[] }) {
  const { viewer } = useActiveSchool()
  const outbox = useOutbox()
  // The sheet that was just left is over this list, so what it has begun is looked up with every drawing.
  const begun = draftKeys(viewer.id)
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1,
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
  )
}

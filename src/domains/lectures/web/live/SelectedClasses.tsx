import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { LiveSession } from '../liveSession.ts'

/** Chips of the classes of a lecture. */
export function SelectedClasses({ names }: Pick<LiveSession, 'names'>) {
  return (
    <Box
      component="ul"
      aria-label="Selected classes"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {names.map(({ title, subtitle }) => (
        <li key={`${title} ${subtitle}`}>
          <Chip label={[title, subtitle].filter(Boolean).join(' · ')} variant="outlined" />
        </li>
      ))}
    </Box>
  )
}

import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { elapsedText } from './elapsed.ts'

/** HH:MM:SS since the start, updated every second. `clockMs` added to this device's clock gives the server's. */
export function Elapsed({ startedAt, clockMs }: { startedAt: string; clockMs: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Box
      role="timer"
      aria-label="Time since the start"
      sx={{ fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}
    >
      {elapsedText(Date.parse(startedAt), now + clockMs)}
    </Box>
  )
}

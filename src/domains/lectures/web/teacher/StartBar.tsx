import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { TeachableItemPartsFragment } from '../lectures.graphql.ts'
import type { StartState } from '../startState.ts'

interface StartBarProps {
  items: TeachableItemPartsFragment[]
  termId: string
  /** The lengths to choose from. */
  minutes: readonly number[]
  defaultMinutes: number
  onCancel: () => void
}

/** Starts a lecture of the chosen entries. Sits at the bottom of the window, within a thumb's reach. */
export function StartBar({ items, termId, minutes, defaultMinutes, onCancel }: StartBarProps) {
  const navigate = useNavigate()
  const [length, setLength] = useState(defaultMinutes)

  function start() {
    const state: StartState = {
      items,
      termId,
      minutes: length,
      startTime: new Date().toISOString(),
      key: crypto.randomUUID(),
    }
    void navigate('/teacherLive', { state })
  }

  return (
    <Paper
      elevation={6}
      component="section"
      aria-label="Start a live lecture"
      sx={{
        position: 'sticky',
        bottom: 16,
        zIndex: 2,
        p: 1.5,
        mt: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
      }}
    >
      <Box role="status" sx={{ flex: '1 1 80px', fontWeight: 600, whiteSpace: 'nowrap' }}>
        {`${items.length} selected`}
      </Box>
      {minutes.length > 1 && (
        <TextField
          select
          size="small"
          id="minutes"
          label="Length"
          value={length}
          onChange={(event) => setLength(Number(event.target.value))}
          sx={{ width: 112 }}
        >
          {minutes.map((option) => (
            <MenuItem key={option} value={option}>
              {`${option} min`}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          flex: { xs: '1 1 100%', sm: '0 0 auto' },
          '& > *': { flex: { xs: 1, sm: 'none' }, minHeight: 44 },
        }}
      >
        <Button variant="outlined" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="contained" onClick={start}>
          Start Live
        </Button>
      </Box>
    </Paper>
  )
}

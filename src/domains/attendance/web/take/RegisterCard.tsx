import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Chip, { type ChipProps } from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import { Link } from 'react-router'
import { counted } from '#shared/counted.ts'
import { countMarks } from '../../attendance.rules.ts'
import { registerAddress } from '../registerPlace.ts'
import { showCounts, showTime } from '../words.ts'
import type { DayRegisterRowFragment } from './take.graphql.ts'
import type { KeptEntry } from './useRegister.ts'

interface RegisterCardProps {
  row: DayRegisterRowFragment
  /** Saved on this device and not acknowledged yet. */
  waiting: KeptEntry | undefined
  /** Not taken by the server, until somebody looks at it. */
  refused: KeptEntry | undefined
  /** There are marks on this device that were not saved yet. */
  begun: boolean
}

/** One register of the day: its section, how many students, where it stands; a tap opens it. */
export function RegisterCard({ row, waiting, refused, begun }: RegisterCardProps) {
  const { sectionName, subjectName, students, register } = row
  const chip = stateOf(row, waiting, refused, begun)
  const kept = waiting && countMarks(waiting.input.marks.map(({ value }) => value))
  const line = kept ? showCounts(kept) : register ? showCounts(register) : counted(students, 'student')
  return (
    <Paper component="li" variant="outlined" sx={{ overflow: 'hidden' }}>
      <ButtonBase
        component={Link}
        to={registerAddress(row)}
        sx={{
          display: 'flex',
          width: '100%',
          minHeight: 72,
          px: 2,
          py: 1,
          gap: 1,
          textAlign: 'left',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { bgcolor: 'action.focus' },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1 }}>
            <Box component="span" sx={{ fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.35, minWidth: 0 }}>
              {[sectionName, subjectName].filter(Boolean).join(' ')}
            </Box>
            <Chip size="small" {...chip} />
          </Box>
          <Box sx={{ fontSize: '0.875rem' }}>{line}</Box>
          {register && (
            <Box
              sx={{
                fontSize: '0.8125rem',
                color: 'text.secondary',
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              {showTime(register.takenAt)} · {register.takenByName}
            </Box>
          )}
        </Box>
        <ChevronRightIcon sx={{ color: 'text.secondary' }} />
      </ButtonBase>
    </Paper>
  )
}

function stateOf(
  row: DayRegisterRowFragment,
  waiting: KeptEntry | undefined,
  refused: KeptEntry | undefined,
  begun: boolean,
): Pick<ChipProps, 'label' | 'color' | 'variant'> {
  if (refused) return { label: 'needs a look', color: 'error' }
  if (waiting) return { label: 'waiting', color: 'info' }
  if (begun) return { label: 'not saved yet', color: 'warning' }
  if (row.register) return { label: 'taken', color: 'success', variant: 'outlined' }
  return { label: row.expected ? 'not taken' : 'not expected', variant: 'outlined' }
}

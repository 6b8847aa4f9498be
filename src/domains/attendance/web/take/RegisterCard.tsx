import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Chip, { type ChipProps } from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import { Link } from 'react-router'
import { countWithNoun } from '#shared/plural.ts'
import { countMarks } from '../../attendance.rules.ts'
import { registerAddress } from '../registerRef.ts'
import { showCounts, showTime } from '../labels.ts'
import type { DayRegisterRowFragment } from './take.graphql.ts'
import type { RegisterEntry } from './useRegister.ts'

interface RegisterCardProps {
  row: DayRegisterRowFragment
  /** A save in the outbox that the server has not acknowledged. */
  waiting: RegisterEntry | undefined
  /** A save that the server refused and nobody has resolved yet. */
  refused: RegisterEntry | undefined
  /** Whether this device has unsaved marks of the register. */
  hasDraft: boolean
}

/** A register of the day with its section, counts and state; links to the register. */
export function RegisterCard({ row, waiting, refused, hasDraft }: RegisterCardProps) {
  const { sectionName, subjectName, students, register } = row
  const chip = stateChip(row, waiting, refused, hasDraft)
  const queuedCounts = waiting && countMarks(waiting.input.marks.map(({ value }) => value))
  const line = queuedCounts ? showCounts(queuedCounts) : register ? showCounts(register) : countWithNoun(students, 'student')
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

function stateChip(
  row: DayRegisterRowFragment,
  waiting: RegisterEntry | undefined,
  refused: RegisterEntry | undefined,
  hasDraft: boolean,
): Pick<ChipProps, 'label' | 'color' | 'variant'> {
  if (refused) return { label: 'needs a look', color: 'error' }
  if (waiting) return { label: 'waiting', color: 'info' }
  if (hasDraft) return { label: 'not saved yet', color: 'warning' }
  if (row.register) return { label: 'taken', color: 'success', variant: 'outlined' }
  return { label: row.expected ? 'not taken' : 'not expected', variant: 'outlined' }
}

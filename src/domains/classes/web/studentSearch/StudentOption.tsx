import Box from '@mui/material/Box'
import type { HTMLAttributes } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import type { StudentMatch } from './useStudentMatches.ts'

export interface StudentOptionProps {
  /** What the list gives to its options. */
  option: HTMLAttributes<HTMLLIElement>
  match: StudentMatch
  showRegisterNo?: boolean
}

/** A found student in the list below a search: name, section, roll and phone. */
export function StudentOption({ option, match, showRegisterNo = false }: StudentOptionProps) {
  const { student, className, sectionName, roll } = match
  return (
    <Box component="li" {...option} sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline' }}>
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {student.name}
        </Box>{' '}
        {student.disabled && <StateChip state="Disabled" />}
        <Box component="span" sx={{ display: { xs: 'block', sm: 'none' }, color: 'text.secondary', fontSize: 14 }}>
          {student.phone}
        </Box>
      </Box>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {className}-{sectionName} · roll {roll}
      </Box>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {showRegisterNo && student.registerNo !== '' && `${student.registerNo} · `}
        {student.phone}
      </Box>
    </Box>
  )
}

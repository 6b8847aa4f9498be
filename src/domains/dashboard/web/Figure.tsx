import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'

export interface FigureProps {
  label: string
  value: string
  /** What it is held against, in small letters. */
  hint?: string
  /** The list behind it; without one it is only shown. */
  to?: string | undefined
}

/** One figure of the school, and the way to the list behind it, so that no number has to be believed. */
export function Figure({ label, value, hint, to }: FigureProps) {
  const content = (
    <>
      <Typography sx={{ color: 'text.secondary' }}>{label}</Typography>
      <Typography sx={{ fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.3, overflowWrap: 'anywhere' }}>{value}</Typography>
      {hint && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      )}
    </>
  )
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden', display: 'flex' }}>
      {to === undefined ? (
        <Box sx={{ p: 2, width: '100%' }}>{content}</Box>
      ) : (
        <ButtonBase
          component={Link}
          to={to}
          sx={{
            width: '100%',
            p: 2,
            display: 'block',
            '&:hover': { bgcolor: 'action.hover' },
            '&:focus-visible': { bgcolor: 'action.focus' },
          }}
        >
          {content}
        </ButtonBase>
      )}
    </Paper>
  )
}

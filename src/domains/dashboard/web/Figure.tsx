import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface FigureProps {
  label: string
  value: string
  /** What it is held against, in small letters; with line breaks. */
  hint?: string
  /** The list behind it; without one it is only shown. */
  to?: string | undefined
}

const inside = { display: 'block', width: '100%', p: { xs: 1.5, sm: 2 } } as const

/** Figures beside each other: two on a phone, all of a handful on a wide screen. */
export function Figures({ children, label }: { children: ReactNode; label: string }) {
  const columns = { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(180px, 1fr))' }
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: columns,
        // Of two beside each other, the third has a row of its own, and no hole.
        '& > :last-child:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
      }}
    >
      {children}
    </Box>
  )
}

/** One figure of the school, and the way to the list behind it, so that no number has to be believed. */
export function Figure({ label, value, hint, to }: FigureProps) {
  const content = (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {/* As large as the card is wide enough for crores to the paisa. */}
      <Typography sx={{ fontSize: 'clamp(1rem, 10.5cqi, 1.75rem)', fontWeight: 600, lineHeight: 1.4 }}>{value}</Typography>
      {hint && (
        <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>
          {hint}
        </Typography>
      )}
    </>
  )
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden', display: 'flex', containerType: 'inline-size' }}>
      {to === undefined ? (
        <Box sx={inside}>{content}</Box>
      ) : (
        <ButtonBase
          component={Link}
          to={to}
          sx={{
            ...inside,
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

import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface InnerPageHeadProps {
  title: string
  /** One line: what this is about, in numbers or words. */
  context?: ReactNode
  /** The way back to where it belongs, and what that is called. */
  back: { to: string; label: string }
  /** What can be done. */
  children?: ReactNode
}

/** Above a page inside a tab: what it is, the way back, what can be done. */
export function InnerPageHead({ title, context, back, children }: InnerPageHeadProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {context && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
            {context}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button component={Link} to={back.to} startIcon={<ArrowBackIcon />}>
          {back.label}
        </Button>
        {children}
      </Box>
    </Box>
  )
}

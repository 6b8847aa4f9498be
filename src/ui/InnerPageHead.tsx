import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface InnerPageHeadProps {
  title: string
  /** One line about the page, in numbers or words. */
  context?: ReactNode
  /** Link back to the parent page, with its label. */
  back: { to: string; label: string }
  /** Action buttons. */
  children?: ReactNode
}

/** Head of a page inside a tab: title, link back, actions. */
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

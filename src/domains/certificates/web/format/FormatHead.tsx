import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { certificatesAddress } from '../certificatesAddress.ts'

/** Above an open format: what it is, the way back to the list, what can be done. */
export function FormatHead({ title, context, children }: { title: string; context?: ReactNode; children?: ReactNode }) {
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
        <Button component={Link} to={certificatesAddress({ part: 'format' })} startIcon={<ArrowBackIcon />}>
          Formats
        </Button>
        {children}
      </Box>
    </Box>
  )
}

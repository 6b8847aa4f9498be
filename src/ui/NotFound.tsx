import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'

/** Page for an unknown URL. */
export function NotFound() {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 2, py: 8, px: 2, textAlign: 'center' }}>
      <Typography variant="h1">Page not found</Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        There is nothing at this address. It may have been moved, or typed wrongly.
      </Typography>
      <Button component={Link} to="/" variant="contained">
        Go to the start page
      </Button>
    </Box>
  )
}

import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** The layout of all pages before the sign-in: the product's name, a card, and a line below. */
export function SignInFrame({
  title,
  intro,
  below,
  children,
}: {
  title: string
  intro?: ReactNode
  below?: ReactNode
  children?: ReactNode
}) {
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        px: 2,
        py: 4,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 3 }}>
        <Box component="img" src="/icon.svg" alt="" sx={{ width: 44, height: 44 }} />
        <Box>
          <Typography component="p" sx={{ fontSize: '1.5rem', fontWeight: 700, lineHeight: 1.1 }}>
            Shala
          </Typography>
          <Typography variant="body2" component="p" sx={{ color: 'text.secondary' }}>
            School administration
          </Typography>
        </Box>
      </Box>
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 2.5, sm: 4 } }}>
        <Typography variant="h1">{title}</Typography>
        {intro && (
          <Typography component="div" sx={{ color: 'text.secondary', mt: 1 }}>
            {intro}
          </Typography>
        )}
        {children && <Box sx={{ mt: 3 }}>{children}</Box>}
      </Paper>
      {below && <Box sx={{ mt: 2.5, textAlign: 'center' }}>{below}</Box>}
    </Box>
  )
}

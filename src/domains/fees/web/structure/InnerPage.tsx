import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { InnerPageHead } from '#ui/InnerPageHead.tsx'

/** Returns the address of the Fees Categories tab, or of one of its inner pages. */
export function categoriesAddress(inside: { category?: string; view?: 'upload' | 'assign' } = {}): string {
  return `/fees?${new URLSearchParams({ tab: 'categories', ...inside })}`
}

export interface InnerPageProps {
  title: string
  /** One line about the page, in numbers or words. */
  context?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A page inside the Fees Categories tab, with a link back to it. */
export function InnerPage({ title, context, action, children }: InnerPageProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <InnerPageHead title={title} context={context} back={{ to: categoriesAddress(), label: 'Fees Categories' }}>
        {action}
      </InnerPageHead>
      {children}
    </Box>
  )
}

/** Instructions for preparing a file. */
export function FileGuide({ id, points, children }: { id: string; points: readonly string[]; children?: ReactNode }) {
  return (
    <Box component="section" aria-labelledby={id} sx={{ maxWidth: 880, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h2" component="h3" id={id}>
        Usage Guide
      </Typography>
      <Box component="ul" sx={{ pl: 2.5, mt: 1, mb: 0, color: 'text.secondary', '& li': { mb: 0.75, overflowWrap: 'anywhere' } }}>
        {points.map((point) => (
          <Typography key={point} variant="body2" component="li">
            {point}
          </Typography>
        ))}
      </Box>
      {children}
    </Box>
  )
}

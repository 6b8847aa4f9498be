import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { InnerPageHead } from '#ui/InnerPageHead.tsx'

/** Where the tab Fees Categories is, or one of the pages inside it. */
export function categoriesAddress(inside: { category?: string; view?: 'upload' | 'assign' } = {}): string {
  return `/fees?${new URLSearchParams({ tab: 'categories', ...inside })}`
}

export interface InnerPageProps {
  title: string
  /** One line: what this is about, in numbers or words. */
  context?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A page inside the tab Fees Categories, with the way back to it. */
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

/** How to prepare a file, point by point. */
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

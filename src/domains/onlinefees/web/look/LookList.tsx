import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { StateChip } from '#ui/StateChip.tsx'

export interface LookItem {
  key: string
  /** The first line: the amount and the person. */
  title: string
  state?: { state: string; label: string }
  /** What it means, in one sentence. */
  meaning: string
  /** Where it comes from, in smaller text. */
  hint?: string
  actions?: ReactNode
}

/** Lists items that need a person, or were settled lately, each with its meaning and actions. */
export function LookList({ title, context, items }: { title: string; context: string; items: readonly LookItem[] }) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="h2" id={titleId} sx={{ flex: 1 }}>
          {title}
        </Typography>
        <ExportButton
          size="small"
          fileName={title.toLowerCase().replaceAll(' ', '-')}
          choices={[{ label: 'The list', tables: () => [lookTable(title, items)] }]}
        />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {context}
      </Typography>
      <Paper variant="outlined" component="ul" aria-labelledby={titleId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.map(({ key, title: itemTitle, state, meaning, hint, actions }) => (
          <Box
            component="li"
            key={key}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 3,
              rowGap: 1,
              px: 2,
              py: 1.5,
              '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: '1 1 320px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
                <Box component="span" sx={{ fontWeight: 600 }}>
                  {itemTitle}
                </Box>
                {state && <StateChip state={state.state} label={state.label} />}
              </Box>
              <Box sx={{ mt: 0.25 }}>{meaning}</Box>
              {hint && <Box sx={{ mt: 0.25, color: 'text.secondary', fontSize: 14 }}>{hint}</Box>}
            </Box>
            {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
          </Box>
        ))}
      </Paper>
    </Box>
  )
}

function lookTable(name: string, items: readonly LookItem[]): SheetTable {
  return tableFromCells(name, [
    ['What', 'State', 'Meaning', 'From'],
    ...items.map(({ title, state, meaning, hint }) => [title, state?.label, meaning, hint]),
  ])
}

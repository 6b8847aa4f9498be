import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { SortableList } from '#ui/SortableList.tsx'

const label = 'Fields in their order'

export interface FieldOrderProps {
  names: readonly string[]
  labelOf: (name: string) => string
  /** The list is read-only without it. */
  onChange?: (names: string[]) => void
}

/** Lists the fields of a format in the order in which they are asked for. */
export function FieldOrder({ names, labelOf, onChange }: FieldOrderProps) {
  if (names.length === 0)
    return <Typography sx={{ color: 'text.secondary', fontSize: 14 }}>The paper has no fields yet.</Typography>
  if (onChange) return <SortableList ids={names} label={label} itemName="field" titleOf={labelOf} onChange={onChange} dense />
  return (
    <Box component="ol" aria-label={label} sx={{ m: 0, pl: 3.5, '& li': { py: 0.5 } }}>
      {names.map((name) => (
        <li key={name}>{labelOf(name)}</li>
      ))}
    </Box>
  )
}

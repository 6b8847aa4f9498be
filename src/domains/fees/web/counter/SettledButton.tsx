import ExpandLessIcon from '@mui/icons-material/ExpandLess'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import { counted } from '#shared/counted.ts'
import type { RowsProps } from './feeRow.ts'
import { KeyCap } from './KeyCap.tsx'

/** Folds what is settled away, and shows it again. */
export function SettledButton({ settled, settledShown, onShowSettled }: RowsProps) {
  return (
    <Button
      size="small"
      color="inherit"
      aria-expanded={settledShown}
      onClick={onShowSettled}
      startIcon={settledShown ? <ExpandLessIcon /> : <ExpandMoreIcon />}
      endIcon={<KeyCap>P</KeyCap>}
      sx={{ color: 'text.secondary', fontWeight: 400 }}
    >
      {settledShown ? 'Hide' : 'Show'} {counted(settled, 'settled fee')}
    </Button>
  )
}

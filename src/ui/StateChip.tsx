import Chip, { type ChipProps } from '@mui/material/Chip'

/**
 * Colour and form of every state, the same on all screens. The text is always shown, so that colour is never the only
 * sign.
 */
const chipStyles: Record<string, { color: ChipProps['color']; variant?: 'outlined' }> = {
  PAID: { color: 'success' },
  PART_PAID: { color: 'warning' },
  CLEARING: { color: 'info' },
  FAILED: { color: 'error' },
  DONE: { color: 'success' },
  DISCOUNT: { color: 'secondary' },
  PENDING: { color: 'default' },
  SUCCESS: { color: 'success' },
  CREATED: { color: 'info' },
  FAILURE: { color: 'error' },
  CANCEL: { color: 'default' },
  MISMATCH: { color: 'warning' },
  P: { color: 'success' },
  L: { color: 'warning' },
  A: { color: 'error' },
  Enabled: { color: 'success', variant: 'outlined' },
  Disabled: { color: 'default', variant: 'outlined' },
  Valid: { color: 'success', variant: 'outlined' },
  Expired: { color: 'default', variant: 'outlined' },
  Current: { color: 'primary' },
  VALID: { color: 'success' },
  DUPLICATE: { color: 'info' },
  CANCELLED: { color: 'error' },
  QUEUED: { color: 'info', variant: 'outlined' },
  SENDING: { color: 'info' },
  SENT: { color: 'info' },
  DELIVERED: { color: 'success', variant: 'outlined' },
  READ: { color: 'success' },
  UNKNOWN: { color: 'warning' },
  Usual: { color: 'primary', variant: 'outlined' },
  'Cannot be used': { color: 'error', variant: 'outlined' },
  'Unsaved changes': { color: 'warning', variant: 'outlined' },
}

/** Shows a state as a chip. `label` is the text on the screen; by default the state itself. */
export function StateChip({ state, label = state }: { state: string; label?: string }) {
  const chipStyle = chipStyles[state] ?? { color: 'default' as const, variant: 'outlined' as const }
  return <Chip size="small" label={label} color={chipStyle.color} variant={chipStyle.variant ?? 'filled'} />
}

import Chip, { type ChipProps } from '@mui/material/Chip'

/** Every state of the product has one colour and one form, the same everywhere; the word is always there, the colour is never alone. */
const looks: Record<string, { color: ChipProps['color']; variant?: 'outlined' }> = {
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

/** A state as a chip. `label` is what is shown when it is not the state's own word. */
export function StateChip({ state, label = state }: { state: string; label?: string }) {
  const look = looks[state] ?? { color: 'default' as const, variant: 'outlined' as const }
  return <Chip size="small" label={label} color={look.color} variant={look.variant ?? 'filled'} />
}

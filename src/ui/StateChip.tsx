import { Chip, type ChipLook } from '#ui/kit/Chip.tsx'

/**
 * Colour and form of every state, the same on all screens. The text is always shown, so that colour is never the only
 * sign.
 */
const chipStyles: Record<string, Omit<ChipLook, 'label'>> = {
  PAID: { tone: 'good', mark: 'tick' },
  PART_PAID: { tone: 'warn', mark: 'half' },
  CLEARING: { tone: 'info', mark: 'clock' },
  FAILED: { tone: 'bad', mark: 'cross' },
  DONE: { tone: 'good', mark: 'tick' },
  DISCOUNT: { tone: 'discount', mark: 'diamond' },
  PENDING: { tone: 'normal', mark: 'ring' },
  SUCCESS: { tone: 'good', mark: 'tick' },
  CREATED: { tone: 'info', mark: 'clock' },
  FAILURE: { tone: 'bad', mark: 'cross' },
  CANCEL: { tone: 'normal', mark: 'ring' },
  MISMATCH: { tone: 'warn', mark: 'half' },
  P: { tone: 'good' },
  L: { tone: 'warn' },
  A: { tone: 'bad' },
  Enabled: { tone: 'good', outlined: true },
  Disabled: { tone: 'normal', outlined: true },
  Valid: { tone: 'good', outlined: true },
  Expired: { tone: 'normal', outlined: true },
  Current: { tone: 'brand' },
  VALID: { tone: 'good' },
  DUPLICATE: { tone: 'info' },
  CANCELLED: { tone: 'bad' },
  QUEUED: { tone: 'info', outlined: true },
  SENDING: { tone: 'info' },
  SENT: { tone: 'info' },
  DELIVERED: { tone: 'good', outlined: true },
  READ: { tone: 'good' },
  UNKNOWN: { tone: 'warn' },
  Usual: { tone: 'brand', outlined: true },
  'Cannot be used': { tone: 'bad', outlined: true },
  'Unsaved changes': { tone: 'warn', outlined: true },
}

/** Shows a state as a chip. `label` is the text on the screen; by default the state itself. */
export function StateChip({ state, label = state }: { state: string; label?: string }) {
  const chipStyle = chipStyles[state] ?? { tone: 'normal' as const, outlined: true }
  return <Chip label={label} {...chipStyle} />
}

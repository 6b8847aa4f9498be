import { Chip, type ChipLook } from '#ui/kit/Chip.tsx'

/**
 * Colour and form of every state, by its key, the same on all screens. The text is always shown, so that colour is
 * never the only sign.
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
  ENABLED: { tone: 'good', outlined: true },
  DISABLED: { tone: 'normal', outlined: true },
  LINK_VALID: { tone: 'good', outlined: true },
  LINK_EXPIRED: { tone: 'normal', outlined: true },
  CURRENT: { tone: 'brand' },
  VALID: { tone: 'good' },
  DUPLICATE: { tone: 'info' },
  CANCELLED: { tone: 'bad' },
  QUEUED: { tone: 'info', outlined: true },
  SENDING: { tone: 'info' },
  SENT: { tone: 'info' },
  DELIVERED: { tone: 'good', outlined: true },
  READ: { tone: 'good' },
  UNKNOWN: { tone: 'warn' },
  USUAL: { tone: 'brand', outlined: true },
  UNUSABLE: { tone: 'bad', outlined: true },
  UNSAVED: { tone: 'warn', outlined: true },
}

/**
 * Shows a state as a chip. `state` is the key of its colour, the same in every language; `label` is the text on the
 * screen, by default the key itself, such as P.
 */
export function StateChip({ state, label = state }: { state: string; label?: string }) {
  const chipStyle = chipStyles[state] ?? { tone: 'normal' as const, outlined: true }
  return <Chip label={label} {...chipStyle} />
}

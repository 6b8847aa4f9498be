import { t } from '@lingui/core/macro'
import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import { CloseIcon } from './icons.ts'
import styles from './Chip.module.css'

/** What a chip's colour says; its words say it, too. */
export type Tone = 'normal' | 'brand' | 'good' | 'warn' | 'bad' | 'info' | 'discount'

/** The look of a chip, for functions that choose it by a state. */
export interface ChipLook {
  label: ReactNode
  tone?: Tone
  /** A dot and the word, for what needs no attention. */
  outlined?: boolean
  /** A shape and the word instead of a tinted pill, for the states of money, of which a table has many. */
  mark?: 'tick' | 'half' | 'clock' | 'cross' | 'diamond' | 'ring' | undefined
}

interface ChipProps extends Omit<ComponentPropsWithRef<'span'>, 'children'>, ChipLook {
  /** Takes the chip away, by a button of its own. */
  onRemove?: (() => void) | undefined
  disabled?: boolean
}

/** A word or two about a state. */
export function Chip({ label, tone = 'normal', outlined = false, mark, onRemove, disabled, className, ...rest }: ChipProps) {
  const look = [styles[tone], outlined && styles.outlined, mark && styles.marked]
  return (
    <span className={classes(styles.chip, ...look, className)} {...rest}>
      {mark && <span aria-hidden className={classes(styles.mark, styles[mark])} />}
      <span className={styles.label}>{label}</span>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={typeof label === 'string' ? t`Remove ${label}` : t`Remove`}
          onClick={onRemove}
          onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && onRemove()}
          disabled={disabled}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </span>
  )
}

interface ChipButtonProps extends ChipLook {
  icon?: ReactNode
  /** Whether it is chosen, of several. */
  pressed?: boolean
}

/** A chip that is pressed, to choose one of several or to open something; or a link (`as={Link}`). */
export function ChipButton<Tag extends ElementType = 'button'>({
  as,
  label,
  tone = 'normal',
  outlined = false,
  icon,
  pressed,
  className,
  ...rest
}: As<Tag, ChipButtonProps>) {
  const Element: ElementType = as ?? 'button'
  return (
    <Element
      {...(as === undefined ? { type: 'button', 'aria-pressed': pressed } : {})}
      className={classes(
        styles.chip,
        styles.button,
        styles[pressed ? 'brand' : tone],
        (outlined || pressed === false) && styles.outlined,
        className,
      )}
      {...rest}
    >
      {icon}
      <span className={styles.label}>{label}</span>
    </Element>
  )
}

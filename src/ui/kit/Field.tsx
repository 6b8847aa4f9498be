import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react'
import type { As } from './as.ts'
import { classes } from './classes.ts'
import styles from './Field.module.css'

/** What every field of a form has. */
export interface FieldFrameProps {
  label: ReactNode
  /** Below the field: what it is for, or with `error` what to do about it. */
  hint?: ReactNode
  error?: boolean | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  /** The label stands inside, before the value, as in the line of filters above a table. */
  compact?: boolean | undefined
  /** The label is only heard; the field shows what it is by its placeholder. */
  hideLabel?: boolean | undefined
  /** Class of the whole field. */
  className?: string | undefined
}

/** Label above, the control, hint or error below. The control has `id`, and `describedBy(id, hint)`. */
export function FieldFrame(props: FieldFrameProps & { id: string; children: ReactNode }) {
  const { id, label, hint, error, required, disabled, compact, hideLabel, className, children } = props
  return (
    <div className={classes(styles.field, compact && styles.compact, disabled && styles.disabled, className)}>
      {label && (
        <label htmlFor={id} id={`${id}-label`} className={hideLabel ? styles.heardLabel : styles.label}>
          {label}
          {required && <span aria-hidden> *</span>}
        </label>
      )}
      {children}
      {hint && (
        <FieldHint id={`${id}-hint`} error={error ?? false}>
          {hint}
        </FieldHint>
      )}
    </div>
  )
}

/** Text below a field or a group of fields. */
export function FieldHint({ error = false, ...rest }: ComponentPropsWithRef<'p'> & { error?: boolean }) {
  return <p className={error ? styles.error : styles.hint} {...rest} />
}

/** Attributes of the control in a `FieldFrame`. */
export function controlProps(id: string, { hint, error, required, disabled }: FieldFrameProps) {
  return {
    id,
    required: required ?? false,
    disabled: disabled ?? false,
    'aria-invalid': error ?? false,
    'aria-describedby': hint ? `${id}-hint` : undefined,
  }
}

/** Splits the props of a frame from those of the control. */
export function splitFieldProps<Props extends FieldFrameProps>(props: Props) {
  const { label, hint, error, required, disabled, compact, hideLabel, className, ...control } = props
  const frame = { label, hint, error, required, disabled, compact, hideLabel, className } as FieldFrameProps
  return { frame, control }
}

interface GroupLabelProps {
  required?: boolean
}

/** The name of several controls together, above them; a `<legend>` in a `<fieldset>`. */
export function GroupLabel<Tag extends ElementType = 'div'>({
  as,
  required = false,
  className,
  children,
  ...rest
}: As<Tag, GroupLabelProps>) {
  const Element: ElementType = as ?? 'div'
  return (
    <Element className={classes(styles.label, className as string | undefined)} {...rest}>
      {children}
      {required && <span aria-hidden> *</span>}
    </Element>
  )
}

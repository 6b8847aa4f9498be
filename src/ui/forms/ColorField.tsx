import { t } from '@lingui/core/macro'
import { type FieldProps, useField } from './field.ts'
import styles from './ColorField.module.css'
import { TextField } from '#ui/kit/TextField.tsx'

interface ColorFieldProps extends FieldProps {
  /** Colour for '', and the colour picker's start; by default the product's own colour. */
  standard?: string
}

/** A colour as #rrggbb, typed or picked; '' for the default colour. */
export function ColorField(props: ColorFieldProps) {
  const { label, standard = '#1f5f8b' } = props
  const { id, field, error, hint } = useField(props)
  const value = typeof field.value === 'string' ? field.value : ''
  return (
    <TextField
      name={field.name}
      value={value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      ref={field.ref}
      id={id}
      label={label}
      placeholder={standard}
      error={error}
      hint={hint}
      maxLength={7}
      autoComplete="off"
      spellCheck={false}
      start={
        <input
          type="color"
          aria-label={t`Pick ${label}`}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : standard}
          onChange={field.onChange}
          className={styles.box}
        />
      }
    />
  )
}

import { type ComponentPropsWithRef, useId } from 'react'
import { classes } from './classes.ts'
import { controlProps, FieldFrame, type FieldFrameProps, splitFieldProps } from './Field.tsx'
import { ExpandMoreIcon } from './icons.ts'
import styles from './Field.module.css'

export interface SelectProps extends FieldFrameProps, Omit<ComponentPropsWithRef<'select'>, keyof FieldFrameProps | 'size'> {
  /** A filter that narrows its list, shown in the school's colour. */
  narrows?: boolean
}

/**
 * One of a few choices, each an `<option>`. It is the browser's own: a phone shows its wheel or sheet, and it costs no
 * code. For many choices there is `Combobox`.
 */
export function Select(props: SelectProps) {
  const ownId = useId()
  const { frame, control } = splitFieldProps(props)
  const { id = ownId, ref, children, narrows = false, ...rest } = control
  return (
    <FieldFrame {...frame} id={id} className={classes(narrows && styles.on, frame.className)}>
      <div className={classes(styles.box, styles.selectBox)}>
        <select ref={ref} {...rest} {...controlProps(id, frame)} className={classes(styles.control, styles.select)}>
          {children}
        </select>
        <ExpandMoreIcon size={18} className={styles.arrow} aria-hidden />
      </div>
    </FieldFrame>
  )
}

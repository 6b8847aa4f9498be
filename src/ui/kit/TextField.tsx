import { type ComponentPropsWithRef, type ReactNode, type Ref, useId } from 'react'
import { classes } from './classes.ts'
import { controlProps, FieldFrame, type FieldFrameProps, splitFieldProps } from './Field.tsx'
import styles from './Field.module.css'

export interface TextFieldProps extends FieldFrameProps, Omit<ComponentPropsWithRef<'input'>, keyof FieldFrameProps | 'size'> {
  /** Inside the edge, before and after the text: a sign of money, an icon, a button. */
  start?: ReactNode
  end?: ReactNode
  /** How the text is set: an amount stands at the end, a code in letters of one width. */
  look?: 'amount' | 'code' | undefined
}

/** A line of text. Without a visible label the placeholder says what it is for. */
export function TextField(props: TextFieldProps) {
  const ownId = useId()
  const { frame, control } = splitFieldProps(props)
  const { id = ownId, start, end, look, ref, ...rest } = control
  return (
    <FieldFrame {...frame} id={id}>
      <div className={styles.box}>
        {start && <span className={styles.aside}>{start}</span>}
        <input
          ref={ref}
          {...(frame.hideLabel && typeof frame.label === 'string' ? { placeholder: frame.label } : {})}
          {...rest}
          {...controlProps(id, frame)}
          className={classes(styles.control, look && styles[look])}
        />
        {end && <span className={styles.aside}>{end}</span>}
      </div>
    </FieldFrame>
  )
}

export interface TextAreaProps
  extends FieldFrameProps,
    Omit<ComponentPropsWithRef<'textarea'>, keyof FieldFrameProps | 'rows' | 'ref'> {
  /** Lines that are there from the start. It grows with the text, to six lines or as far as `grows`. */
  rows?: number | undefined
  grows?: 'sixLines' | 'all' | undefined
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Text of several lines. */
export function TextArea(props: TextAreaProps) {
  const ownId = useId()
  const { frame, control } = splitFieldProps(props)
  const { id = ownId, rows = 1, grows = 'sixLines', ref, ...rest } = control
  return (
    <FieldFrame {...frame} id={id}>
      <div className={styles.box}>
        <textarea
          ref={ref}
          {...rest}
          {...controlProps(id, frame)}
          rows={rows}
          className={classes(styles.control, styles.lines, grows === 'all' && styles.allLines)}
        />
      </div>
    </FieldFrame>
  )
}

import { type ComponentPropsWithRef, createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './Checkbox.module.css'

interface ChoiceProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'className'> {
  /** Beside the box. Without one the box needs an `aria-label`. */
  label?: ReactNode
  /** Class of the box with its label. */
  className?: string | undefined
}

/** A box to tick. `indeterminate` says that some of what it stands for is ticked. */
export function Checkbox({ indeterminate = false, ...props }: ChoiceProps & { indeterminate?: boolean }) {
  const box = useRef<HTMLInputElement>(null)
  // There is no attribute for it.
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  })
  return <Choice kind="checkbox" {...props} ref={joinRefs(box, props.ref)} />
}

/** A switch: what it stands for happens at once. */
export function Switch(props: ChoiceProps) {
  return <Choice kind="switch" {...props} />
}

interface RadioGroupValue {
  name: string
  value: string | null
  onChange: (value: string) => void
}

const Radios = createContext<RadioGroupValue | null>(null)

/** One of several, all of them to be seen. Its name comes from `aria-labelledby` or `aria-label`. */
export function RadioGroup(props: RadioGroupValue & Omit<ComponentPropsWithRef<'div'>, 'onChange' | 'defaultValue'>) {
  const { name, value, onChange, className, children, ...rest } = props
  return (
    <div role="radiogroup" className={classes(styles.group, className)} {...rest}>
      <Radios value={{ name, value, onChange }}>{children}</Radios>
    </div>
  )
}

/** One choice of a `RadioGroup`. */
export function Radio({ value, ...props }: Omit<ChoiceProps, 'value'> & { value: string }) {
  const group = useContext(Radios)
  return (
    <Choice
      kind="radio"
      {...props}
      {...(group ? { name: group.name, checked: group.value === value, onChange: () => group.onChange(value) } : {})}
      value={value}
    />
  )
}

function Choice({ kind, label, className, ...rest }: ChoiceProps & { kind: 'checkbox' | 'radio' | 'switch' }) {
  return (
    <label className={classes(styles.choice, className)}>
      <input
        type={kind === 'radio' ? 'radio' : 'checkbox'}
        role={kind === 'switch' ? 'switch' : undefined}
        {...rest}
        className={styles[kind]}
      />
      {label !== undefined && <span className={styles.label}>{label}</span>}
    </label>
  )
}

/** Gives an element to two refs. */
function joinRefs(own: { current: HTMLInputElement | null }, other: ChoiceProps['ref']) {
  return (element: HTMLInputElement | null) => {
    own.current = element
    if (typeof other === 'function') other(element)
    else if (other) other.current = element
  }
}

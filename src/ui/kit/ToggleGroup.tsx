import { type ComponentPropsWithRef, createContext, useContext } from 'react'
import { classes } from './classes.ts'
import styles from './ToggleGroup.module.css'

interface ToggleGroupValue {
  value: string | null
  onChange: (value: never) => void
  disabled?: boolean
}

const Toggles = createContext<ToggleGroupValue>({ value: null, onChange: () => {} })

interface ToggleGroupProps<Value extends string> extends Omit<ComponentPropsWithRef<'div'>, 'onChange' | 'defaultValue'> {
  value: Value | null
  /** A press on the pressed one changes nothing. */
  onChange: (value: Value) => void
  disabled?: boolean
  /** Whether the buttons share the whole width. */
  full?: boolean
}

/** Buttons of which one is pressed: how a list is shown, how it is paid. Its name comes from `aria-label`. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const { value, onChange, disabled = false, full = false, className, ...rest } = props
  return (
    <Toggles value={{ value, onChange, disabled }}>
      <div role="group" className={classes(styles.group, full && styles.full, className)} {...rest} />
    </Toggles>
  )
}

/** A button of a `ToggleGroup`. */
export function Toggle({ value, className, ...rest }: ComponentPropsWithRef<'button'> & { value: string }) {
  const group = useContext(Toggles)
  const pressed = group.value === value
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={group.disabled}
      onClick={() => !pressed && (group.onChange as (value: string) => void)(value)}
      className={classes(styles.toggle, className)}
      {...rest}
    />
  )
}

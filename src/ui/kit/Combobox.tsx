import type { Combobox as Base } from '@base-ui/react/combobox'
import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import type { FieldFrameProps } from './Field.tsx'
import { TextField } from './TextField.tsx'

export interface CommonComboboxProps<Option> extends FieldFrameProps {
  id?: string
  options: readonly Option[]
  optionKey: (option: Option) => string
  optionLabel: (option: Option) => string
  renderOption?: (option: Option) => ReactNode
  /** Heading of an option. Options of one heading stand together. */
  groupOf?: ((option: Option) => string) | undefined
  /**
   * The typed text, where a server searches: `options` are shown as they are then. Else those are shown whose label has
   * the text.
   */
  typed?: string | undefined
  onTyped?: ((text: string) => void) | undefined
  /** Instead of options: nothing found, searching. */
  emptyText?: string
  /** Enter chooses the first one without an arrow key. */
  highlightFirst?: boolean
  /** Controls whether the list may show. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  placeholder?: string | undefined
  autoFocus?: boolean
  start?: ReactNode
  end?: ReactNode
  inputRef?: Ref<HTMLInputElement> | undefined
  onKeyDown?: ComponentProps<typeof Base.Input>['onKeyDown']
  onBlur?: (() => void) | undefined
}

export interface ComboboxProps<Option> extends CommonComboboxProps<Option> {
  value: Option | null
  onChange: (option: Option | null) => void
  /** Whether there is always one chosen. */
  mustChoose?: boolean
}

export interface MultiComboboxProps<Option> extends CommonComboboxProps<Option> {
  value: readonly Option[]
  onChange: (options: Option[]) => void
}

type Code = typeof import('./ComboboxField.tsx')

let known: Code | null = null
const load = () => import('./ComboboxField.tsx').then((code) => (known = code))

/** The code of the fields, fetched by the first one that is on the page: it is a third of what a screen may load. */
function useCode(): Code | null {
  const [code, setCode] = useState(known)
  useEffect(() => {
    if (code) return
    let isGone = false
    const attempt = () =>
      void load().then(
        (loaded) => isGone || setCode(loaded),
        () => isGone || setTimeout(attempt, 3000),
      )
    attempt()
    return () => {
      isGone = true
    }
  }, [code])
  return code
}

/** One of many choices, found by typing. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const code = useCode()
  const hasFocus = useRef(props.autoFocus ?? false)
  const { value, optionLabel, typed = '' } = props
  if (!code) return <Waiting {...props} text={value === null ? typed : optionLabel(value)} hasFocus={hasFocus} />
  return <code.Combobox {...props} autoFocus={hasFocus.current} />
}

/** Several of many choices, found by typing, each shown as a chip before the text. */
export function MultiCombobox<Option>(props: MultiComboboxProps<Option>) {
  const code = useCode()
  const hasFocus = useRef(props.autoFocus ?? false)
  const { value, optionLabel } = props
  if (!code) return <Waiting {...props} text={value.map(optionLabel).join(', ')} hasFocus={hasFocus} />
  return <code.MultiCombobox {...props} autoFocus={hasFocus.current} />
}

/**
 * The field as long as its code is on the way: the same to look at, with the focus, and not yet to be typed into. Who
 * has gone on meanwhile, to a dialog that another key has opened, keeps the focus there.
 */
function Waiting<Option>(props: CommonComboboxProps<Option> & { text: string; hasFocus: { current: boolean } }) {
  const { label, hint, error, required, disabled, compact, hideLabel, className, text, hasFocus } = props
  const { id, placeholder, autoFocus, start, end, inputRef } = props
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      disabled={disabled}
      compact={compact}
      hideLabel={hideLabel}
      className={className}
      placeholder={placeholder}
      start={start}
      end={end}
      ref={inputRef}
      readOnly
      aria-busy
      autoFocus={autoFocus}
      value={text}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
    />
  )
}

import { t } from '@lingui/core/macro'
import type { FieldValues } from 'react-hook-form'
import { Combobox, MultiCombobox } from '#ui/kit/Combobox.tsx'
import { type FieldProps, useField } from './field.ts'
import type { Option } from './SelectField.tsx'

type Choice = Option & { group?: string }

export interface ChoiceFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  /** Options in their order. Options with the same `group` share a heading and must be contiguous. */
  options: readonly Choice[]
  /** True for several values: the form holds a list of `value`s. Otherwise it holds one `value`, or '' for none. */
  multiple?: boolean
  loading?: boolean
  placeholder?: string
  /** Enter chooses the first match, for forms that are filled without a mouse. */
  highlightFirst?: boolean
}

/** A choice found by typing: one option, or several shown as chips. */
export function ChoiceField<Values extends FieldValues = FieldValues>(props: ChoiceFieldProps<Values>) {
  const { label, options, multiple = false, loading = false, highlightFirst = false, placeholder, required, disabled } = props
  const { id, field, error, hint } = useField<Values>(props)
  const heldValues = new Set<string>(multiple ? (field.value ?? []) : field.value ? [field.value] : [])
  const chosen = options.filter((option) => heldValues.has(option.value))
  const common = {
    id,
    label,
    required,
    disabled,
    error,
    hint,
    options,
    highlightFirst,
    placeholder,
    optionKey: (option: Choice) => option.value,
    optionLabel: (option: Choice) => option.label,
    groupOf: options.some((option) => option.group) ? (option: Choice) => option.group ?? '' : undefined,
    emptyText: loading ? t`Loading` : t`Nothing found`,
    inputRef: field.ref,
    onBlur: field.onBlur,
  }
  if (multiple) {
    const onChange = (next: Choice[]) => field.onChange(next.map(({ value }) => value))
    return <MultiCombobox {...common} value={chosen} onChange={onChange} />
  }
  return <Combobox {...common} value={chosen[0] ?? null} onChange={(option) => field.onChange(option?.value ?? '')} />
}

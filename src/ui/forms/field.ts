import { type ReactNode, useId } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'

export interface FieldProps<Values extends FieldValues = FieldValues> {
  name: FieldPath<Values>
  label: string
  /** Stands below the field until a problem does. */
  helperText?: ReactNode
  required?: boolean
  disabled?: boolean
}

/** What every field shares: its value, its problem in words, the props that show it, and an id no other form's field has. */
export function useField<Values extends FieldValues>({ name, helperText }: FieldProps<Values>) {
  const { field, fieldState } = useController<Values>({ name })
  const id = useId()
  const problem = fieldState.error?.message ?? problemInside(fieldState.error)
  return { id, field, error: problem !== undefined, helperText: problem ?? helperText }
}

/** A list's problem may stand on one of its entries: `classIds.2`. */
function problemInside(error: unknown): string | undefined {
  if (!Array.isArray(error)) return undefined
  for (const entry of error as unknown[]) {
    if (typeof entry === 'object' && entry !== null && 'message' in entry && typeof entry.message === 'string')
      return entry.message
  }
  return undefined
}

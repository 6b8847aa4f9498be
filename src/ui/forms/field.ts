import { type ReactNode, useId } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'

export interface FieldProps<Values extends FieldValues = FieldValues> {
  name: FieldPath<Values>
  label: string
  /** Shown below the field when there is no error. */
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
}

/** Returns a field's value, its error message and an id that is unique across forms. */
export function useField<Values extends FieldValues>({ name, hint }: FieldProps<Values>) {
  const { field, fieldState } = useController<Values>({ name })
  const id = useId()
  const problem = fieldState.error?.message ?? firstEntryProblem(fieldState.error)
  return { id, field, error: problem !== undefined, hint: problem ?? hint }
}

/** Returns the error of a list's entry, such as `classIds.2`. */
function firstEntryProblem(error: unknown): string | undefined {
  if (!Array.isArray(error)) return undefined
  for (const entry of error as unknown[]) {
    if (typeof entry === 'object' && entry !== null && 'message' in entry && typeof entry.message === 'string')
      return entry.message
  }
  return undefined
}

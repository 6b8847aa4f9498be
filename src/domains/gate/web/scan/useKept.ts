import { useState } from 'react'
import type { z } from 'zod'

/** A choice that this device remembers; what is kept and no choice any more counts as the first value. */
export function useKept<Value extends string>(
  name: string,
  schema: z.ZodType<Value>,
  first: Value,
): [Value, (next: Value) => void] {
  const [value, setValue] = useState(() => {
    const read = schema.safeParse(localStorage.getItem(name))
    return read.success ? read.data : first
  })
  return [
    value,
    (next) => {
      localStorage.setItem(name, next)
      setValue(next)
    },
  ]
}

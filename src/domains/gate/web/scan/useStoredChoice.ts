import { useState } from 'react'
import type { z } from 'zod'

/** State of a choice that is kept in local storage. A stored value that is no longer valid gives `first`. */
export function useStoredChoice<Value extends string>(
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

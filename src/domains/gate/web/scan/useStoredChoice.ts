import { useState } from 'react'

/** State of a choice that is kept in local storage. A stored value that is no longer one of `values` gives `first`. */
export function useStoredChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  first: Value,
): [Value, (next: Value) => void] {
  const [value, setValue] = useState(() => values.find((one) => one === localStorage.getItem(name)) ?? first)
  return [
    value,
    (next) => {
      localStorage.setItem(name, next)
      setValue(next)
    },
  ]
}

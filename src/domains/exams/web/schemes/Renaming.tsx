import { type FocusEvent, type ReactNode, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Scheme } from '../../scheme.schema.ts'
import { withRenamed } from './schemeForm.ts'

interface Form {
  content: Scheme
}

/** Carries a new name of a class, part or scale to where it is used, once the field is left. */
export function Renaming({ list, children }: { list: 'classes' | 'parts' | 'scales'; children: ReactNode }) {
  const { getValues, setValue } = useFormContext<Form>()
  const before = useRef('')
  const nameIn = (event: FocusEvent) => (event.target instanceof HTMLInputElement ? event.target.value : '')
  return (
    <div
      onFocus={(event) => {
        before.current = nameIn(event).trim()
      }}
      onBlur={(event) => {
        const name = nameIn(event).trim()
        const content = getValues('content')
        if (before.current === '' || name === '' || name === before.current) return
        // A name that another one still has means that one.
        if (content[list].some((other) => other.name.trim() === before.current)) return
        const renamed = withRenamed(content, list, before.current, name)
        setValue('content.patterns', renamed.patterns)
        setValue('content.total', renamed.total)
        setValue('content.holistic', renamed.holistic)
      }}
    >
      {children}
    </div>
  )
}

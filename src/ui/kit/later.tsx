import { t } from '@lingui/core/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { showError } from '../snackbars.ts'

/** What parts that come later have in common. */
interface LaterProps {
  onClose?: ((...args: never[]) => void) | undefined
}

/**
 * A part whose code comes when it is first shown, so that the page opens without it. When the code cannot be loaded, a
 * message says so and the part is closed: the page below keeps what was typed.
 */
export function later<Props extends LaterProps>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let known: ComponentType<Props> | null = null
  const fetched = () =>
    load().then(({ default: part }) => {
      known = part
      return part
    })
  function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => known)
    const { onClose } = props
    useEffect(() => {
      if (Part) return
      let isGone = false
      fetched().then(
        (part) => isGone || setPart(() => part),
        () => {
          if (isGone) return
          showError(t`This could not be opened. Check the connection and try again.`)
          ;(onClose as (() => void) | undefined)?.()
        },
      )
      return () => {
        isGone = true
      }
    }, [Part, onClose])
    return Part && <Part {...props} />
  }
  /** Fetches the code before anybody needs it. */
  Later.prepare = () => void fetched().catch(() => undefined)
  return Later
}

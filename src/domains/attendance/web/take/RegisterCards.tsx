import { useActiveSchool } from '#ui/activeSchool.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { registerKey, registerRef } from '../registerRef.ts'
import { draftKeys } from './drafts.ts'
import { RegisterCard } from './RegisterCard.tsx'
import type { DayRegisterRowFragment } from './take.graphql.ts'
import { lastEntry } from './useRegister.ts'
import styles from './RegisterCards.module.css'

/** A grid of registers, each with its outbox and draft state on this device. */
export function RegisterCards({ registers }: { registers: readonly DayRegisterRowFragment[] }) {
  const { viewer } = useActiveSchool()
  const outbox = useOutbox()
  // Read on every render, because the user comes back to this list from a sheet that may have left a draft.
  const drafts = draftKeys(viewer.id)
  return (
    <ul className={styles.list}>
      {registers.map((register) => (
        <RegisterCard
          key={register.id}
          row={register}
          waiting={lastEntry(outbox.waiting, registerRef(register))}
          refused={lastEntry(outbox.refused, registerRef(register))}
          hasDraft={drafts.has(registerKey(register))}
        />
      ))}
    </ul>
  )
}

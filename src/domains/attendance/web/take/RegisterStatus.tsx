import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { classes } from '#ui/kit/classes.ts'
import { CloudOffIcon, DoneIcon, EditIcon, ProblemIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { genericMessage } from '#ui/problems.ts'
import { showTime } from '../labels.ts'
import type { RegisterData, useRegister } from './useRegister.ts'
import styles from './RegisterScreen.module.css'

const ConflictDialog = later(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }))

export type RegisterState = ReturnType<typeof useRegister>

/** Says in the head whether the marks on the screen are stored: on the server, on this device, or not yet. */
export function SaveState({ state, register }: { state: RegisterState; register: RegisterData }) {
  const { conflict, failure, waiting, touched, stale } = state
  const [look, Icon, text] =
    conflict || failure
      ? [styles.refused, ProblemIcon, t`Needs a look`]
      : touched
        ? [styles.unsaved, EditIcon, t`Not saved yet`]
        : waiting
          ? [
              styles.waiting,
              CloudOffIcon,
              plural(waiting.input.marks.length, { one: '# mark waiting', other: '# marks waiting' }),
            ]
          : stale
            ? [styles.waiting, CloudOffIcon, t`No connection`]
            : register.version > 0
              ? [styles.saved, DoneIcon, t`Saved`]
              : []
  if (!Icon) return null
  return (
    <span className={classes(styles.state, look)}>
      <Icon size={18} aria-hidden />
      {text}
    </span>
  )
}

/** Shows the register's state: conflict, refused, queued, read-only, offline, or taken by whom. */
export function RegisterStatus({ state, register }: { state: RegisterState; register: RegisterData }) {
  const [comparing, setComparing] = useState(false)
  const { conflict, failure, waiting, stale } = state
  const take = register.viewerCan.take
  if (conflict)
    return (
      <>
        <Alert
          kind="warning"
          className={styles.alert}
          action={
            <Button size="small" onClick={() => setComparing(true)}>
              <Trans>Compare</Trans>
            </Button>
          }
        >
          {conflict} <Trans>Your marks are still on this screen.</Trans>
        </Alert>
        {comparing && <ConflictDialog state={state} register={register} onClose={() => setComparing(false)} />}
      </>
    )
  if (failure)
    return (
      <Alert
        kind="error"
        className={styles.alert}
        action={
          <Button size="small" onClick={() => void state.keepStored()}>
            <Trans>Discard my marks</Trans>
          </Button>
        }
      >
        {[genericMessage(failure), ...new Set(failure.problems.map((problem) => problem.message))].join(' ')}
      </Alert>
    )
  if (waiting && !state.saving)
    return (
      <Alert kind="info" className={styles.alert}>
        <Trans>Saved on this device, not sent yet. It is sent as soon as there is a connection.</Trans>
      </Alert>
    )
  if (!take.allowed)
    return (
      <Alert kind="info" className={styles.alert}>
        {take.reason}
      </Alert>
    )
  if (stale)
    return (
      <Alert kind="info" className={styles.alert}>
        <Trans>No connection. This list may be out of date, but you can still take attendance.</Trans>
      </Alert>
    )
  return (
    <p className={styles.hint}>
      {register.version > 0 && register.takenAt ? (
        <Trans>
          Taken by {register.takenByName} at {showTime(register.takenAt)}. Changes are kept in the history.
        </Trans>
      ) : (
        <span className={styles.phoneOnly}>
          <Trans>Tap to change a mark. Hold to add a note.</Trans>
        </span>
      )}
    </p>
  )
}

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from './kit/Dialog.tsx'
import { List, ListRow, ListText } from './kit/List.tsx'
import { LoadingState } from './LoadingState.tsx'
import { EmptyState, ErrorState } from './states.tsx'

/** A change in words. */
interface Change {
  key: string
  title: string
  /** What is said of it, such as who and why; empty texts are left out. */
  details: readonly string[]
}

interface ChangesDialogProps {
  title: string
  /** Undefined until they are read. */
  changes: readonly Change[] | undefined
  error: Error | undefined
  onRetry: () => void
  /** What is said where there are none. */
  empty: string
  onClose: () => void
  /** Below the list. */
  children?: ReactNode
}

/** A dialog that lists changes, while they are read and afterwards. */
export function ChangesDialog({ title, changes, error, onRetry, empty, onClose, children }: ChangesDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {!changes ? (
          error ? (
            <ErrorState error={error} onRetry={onRetry} />
          ) : (
            <LoadingState lines={3} />
          )
        ) : changes.length === 0 ? (
          <EmptyState text={empty} />
        ) : (
          <List>
            {changes.map((change) => (
              <ListRow key={change.key} divided>
                <ListText title={change.title} detail={change.details.filter(Boolean).join(' · ')} />
              </ListRow>
            ))}
          </List>
        )}
        {children}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { showSuccess } from '#ui/snackbars.ts'

interface CorrectDialogProps {
  /** Number of marks that were changed. */
  count: number
  /** Returns why they were not stored; '' if they were. */
  onCorrect: (reason: string) => Promise<string>
  onClose: () => void
}

/** Asks for the reason of a correction after the lock. */
export function CorrectDialog({ count, onCorrect, onClose }: CorrectDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [saving, setSaving] = useState(false)
  async function save() {
    if (reason.trim() === '') return setMissing(true)
    setSaving(true)
    const message = await onCorrect(reason)
    setSaving(false)
    if (message !== '') return setRefusal(message)
    showSuccess(plural(count, { one: '# mark was corrected', other: '# marks were corrected' }))
    onClose()
  }
  return (
    <Dialog title={plural(count, { one: 'Correct # mark', other: 'Correct # marks' })} onClose={onClose}>
      <DialogBody>
        <TextField
          label={t`Reason`}
          required
          autoFocus
          autoComplete="off"
          maxLength={200}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setMissing(false)
          }}
          onKeyDown={({ key }) => key === 'Enter' && void save()}
          error={isMissing}
          hint={isMissing ? t`Say why in a few words, such as: Totalled again` : t`It stands in the history of each mark`}
        />
        {refusal !== '' && <Alert kind="error">{refusal}</Alert>}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} disabled={saving}>{t`Cancel`}</Button>
        <Button variant="primary" loading={saving} onClick={() => void save()}>{t`Save corrections`}</Button>
      </DialogActions>
    </Dialog>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { passwordProblem } from '#shared/passwords.ts'
import { passwordLength } from '#shared/signIn.ts'
import { useShell } from '../activeSchool.ts'
import { failureOf, genericMessage } from '../problems.ts'
import { showSuccess } from '../snackbars.ts'
import { ChangePasswordDocument } from './account.graphql.ts'
import { useSendCommand } from '../useSendCommand.ts'
import styles from './ChangePasswordDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

type Field = 'currentPassword' | 'newPassword' | 'repetition'
type Texts = Record<Field, string>

const labels: Texts = { currentPassword: t`Present password`, newPassword: t`New password`, repetition: t`New password again` }
const empty: Texts = { currentPassword: '', newPassword: '', repetition: '' }

/** Changes the person's password and signs every other device out. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const sendCommand = useSendCommand()
  const { viewer, school } = useShell()
  const [texts, setTexts] = useState(empty)
  const [problems, setProblems] = useState<Partial<Texts>>({})
  const [failure, setFailure] = useState('')
  const [saving, setSaving] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const nextProblems = problemsOf(texts, viewer.phone)
    setProblems(nextProblems)
    setFailure('')
    if (saving || Object.keys(nextProblems).length > 0) return
    setSaving(true)
    const { currentPassword, newPassword } = texts
    try {
      const variables = { schoolId: school?.id ?? viewer.schoolId, input: { currentPassword, newPassword } }
      await sendCommand(ChangePasswordDocument, variables)
      showSuccess(t`Your password is changed. Every other device has been signed out.`)
      onClose()
    } catch (error) {
      const refused = failureOf(error)
      const fields = refused.problems.filter(({ path }) => path in labels)
      setProblems(Object.fromEntries(fields.map(({ path, message }) => [path, message])))
      if (fields.length === 0) setFailure(refused.code === 'UNEXPECTED' ? genericMessage(refused) : refused.message)
    }
    setSaving(false)
  }

  const field = (name: Field, autoComplete: string, hint = '') => (
    <TextField
      key={name}
      name={name}
      type="password"
      label={labels[name]}
      autoComplete={autoComplete}
      value={texts[name]}
      onChange={(event) => {
        setTexts({ ...texts, [name]: event.target.value })
        setProblems({ ...problems, [name]: undefined })
      }}
      error={Boolean(problems[name])}
      hint={problems[name] ?? hint}
      autoFocus={name === 'currentPassword'}
    />
  )

  return (
    <Dialog title={t`Change password`} onClose={saving ? undefined : onClose} size="small">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className={styles.content}>
          {field('currentPassword', 'current-password')}
          {field('newPassword', 'new-password', t`${passwordLength.min} to ${passwordLength.max} characters, not a phone number`)}
          {field('repetition', 'new-password')}
          {failure && <Alert kind="error">{failure}</Alert>}
        </DialogBody>
        <DialogActions>
          <Button variant="quiet" type="button" onClick={onClose} disabled={saving}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" loading={saving}>
            <Trans>Change password</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function problemsOf({ currentPassword, newPassword, repetition }: Texts, phone: string): Partial<Texts> {
  const problem = passwordProblem(newPassword, [phone])
  return {
    ...(currentPassword ? {} : { currentPassword: t`Required` }),
    ...(problem ? { newPassword: problem } : {}),
    ...(repetition === newPassword ? {} : { repetition: t`Passwords don't match` }),
  }
}

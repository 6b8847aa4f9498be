import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, useState } from 'react'
import type { PasswordSource } from '../../../shared/signIn.ts'
import { putOff, wasPutOff } from '../../../ui/session/passwords.ts'
import { useSession } from '../../../ui/session/SessionProvider.tsx'
import { saySuccess } from '../../../ui/snackbars.tsx'
import { NewPasswordFields, newPasswordProblems, noPassword } from './SignInNewPassword.tsx'

const reasons: Record<Exclude<PasswordSource, 'own'>, string> = {
  phone: 'Your password is your phone number, which others know too.',
  defaultPhone: 'Your password is the one everybody starts with, and anybody could sign in as you.',
  admin: 'Your password was set by your school, so others know it too.',
}

/**
 * Asks for a password of one's own while the present one is known to others. Later puts it off: for this browser, or for
 * an account on the default phone until the next sign-in.
 */
export function ChoosePassword() {
  const { claims, choosePassword } = useSession()
  const [later, setLater] = useState(() => (claims ? wasPutOff(claims) : false))
  const [value, setValue] = useState(noPassword)
  const [problems, setProblems] = useState({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const source = claims?.password ?? 'own'
  if (!claims || source === 'own' || later) return null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = newPasswordProblems(value)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    setFailure('')
    await choosePassword(value.password).then(
      () => saySuccess('Password Was Successfully Updated!'),
      (error: Error) => setFailure(error.message),
    )
    setBusy(false)
  }

  return (
    <Dialog
      open
      maxWidth="xs"
      aria-labelledby="choose-password"
      slotProps={{ paper: { component: 'form', noValidate: true, onSubmit: submit } as object }}
    >
      <DialogTitle id="choose-password">Choose a password of your own</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <DialogContentText>{reasons[source]}</DialogContentText>
        <NewPasswordFields
          value={value}
          onChange={(next) => {
            setValue(next)
            setProblems({})
          }}
          problems={problems}
          autoFocus
        />
        {failure && <Alert severity="error">{failure}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button
          type="button"
          onClick={() => {
            putOff(claims)
            setLater(true)
          }}
        >
          Later
        </Button>
        <Button type="submit" variant="contained" disabled={busy}>
          Set password
        </Button>
      </DialogActions>
    </Dialog>
  )
}

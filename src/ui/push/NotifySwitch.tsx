import NotificationsActiveIcon from '@mui/icons-material/NotificationsActive'
import NotificationsOffIcon from '@mui/icons-material/NotificationsOffOutlined'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import { useNotified } from './useNotified.ts'

const label = 'Notify me on this device'

/** In the top bar: a bell. Nothing where this browser cannot show notifications. */
export function NotifyButton() {
  const { on, busy, change } = useNotified()
  if (on === null) return null
  return (
    <Tooltip title={on ? `${label}: on` : `${label}: off`}>
      <IconButton role="switch" aria-checked={on} aria-label={label} loading={busy} onClick={() => void change(!on)}>
        {on ? <NotificationsActiveIcon color="primary" /> : <NotificationsOffIcon />}
      </IconButton>
    </Tooltip>
  )
}

/** On a phone, in the menu's sheet. */
export function NotifySwitch() {
  const { on, busy, change } = useNotified()
  if (on === null) return null
  return (
    <FormControlLabel
      control={<Switch checked={on} disabled={busy} onChange={(_, wanted) => void change(wanted)} />}
      label={label}
      labelPlacement="start"
      sx={{ ml: 0, mt: 1, width: '100%', justifyContent: 'space-between' }}
    />
  )
}

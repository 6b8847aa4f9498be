import { t } from '@lingui/core/macro'
import { usePushNotifications } from './usePushNotifications.ts'
import styles from './PushSwitch.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { NotificationsOffIcon, NotificationsOnIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { Switch } from '#ui/kit/Checkbox.tsx'

const label = t`Notify me on this device`

/** Bell in the top bar. Hidden when the browser does not support notifications. */
export function NotifyButton() {
  const { on, busy, change } = usePushNotifications()
  if (on === null) return null
  return (
    <Tooltip text={on ? t`Notify me on this device: on` : t`Notify me on this device: off`}>
      <IconButton role="switch" aria-checked={on} aria-label={label} loading={busy} onClick={() => void change(!on)}>
        {on ? <NotificationsOnIcon color="var(--brand-ink)" /> : <NotificationsOffIcon />}
      </IconButton>
    </Tooltip>
  )
}

/** Switch in the menu's sheet on a phone. */
export function NotifySwitch() {
  const { on, busy, change } = usePushNotifications()
  if (on === null) return null
  return (
    <Switch
      checked={on}
      disabled={busy}
      onChange={({ target: { checked: wanted } }) => void change(wanted)}
      label={label}
      className={styles.box}
    />
  )
}

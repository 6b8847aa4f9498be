import { Trans } from '@lingui/react/macro'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { VideoIcon } from '#ui/kit/icons.ts'

interface MeetingLinkProps {
  link: string
  variant?: 'normal' | 'primary' | 'quiet'
  size?: 'small' | 'normal'
  onOpened?: () => void
}

/** Opens a meeting in a new tab without an opener. Popup blockers do not block links. */
export function MeetingLink({ link, variant = 'quiet', size = 'normal', onOpened }: MeetingLinkProps) {
  return (
    <Button
      as="a"
      variant={variant}
      size={size}
      onClick={onOpened}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      icon={<VideoIcon />}
    >
      <Trans>Open the meeting</Trans>
    </Button>
  )
}

/** Warns that the browser blocked the meeting, with a link to open it. */
export function MeetingBlocked({ link, onOpened }: { link: string; onOpened: () => void }) {
  return (
    <Alert kind="warning" action={<MeetingLink link={link} size="small" onOpened={onOpened} />}>
      <Trans>The browser blocked the meeting.</Trans>
    </Alert>
  )
}

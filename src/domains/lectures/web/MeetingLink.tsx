import VideocamIcon from '@mui/icons-material/VideocamOutlined'
import Alert from '@mui/material/Alert'
import Button, { type ButtonProps } from '@mui/material/Button'

interface MeetingLinkProps extends Pick<ButtonProps, 'variant' | 'color' | 'size'> {
  link: string
  onOpened?: () => void
}

/** Opens a meeting in a new tab without an opener. Popup blockers do not block links. */
export function MeetingLink({ link, onOpened, ...look }: MeetingLinkProps) {
  return (
    <Button
      {...look}
      onClick={onOpened}
      component="a"
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      startIcon={<VideocamIcon />}
    >
      Open the meeting
    </Button>
  )
}

/** Warns that the browser blocked the meeting, with a link to open it. */
export function MeetingBlocked({ link, onOpened }: { link: string; onOpened: () => void }) {
  return (
    <Alert severity="warning" action={<MeetingLink link={link} color="inherit" size="small" onOpened={onOpened} />}>
      The browser blocked the meeting.
    </Alert>
  )
}

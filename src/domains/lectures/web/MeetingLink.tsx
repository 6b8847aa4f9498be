import VideocamIcon from '@mui/icons-material/VideocamOutlined'
import Alert from '@mui/material/Alert'
import Button, { type ButtonProps } from '@mui/material/Button'

interface MeetingLinkProps extends Pick<ButtonProps, 'variant' | 'color' | 'size'> {
  link: string
  onOpened?: () => void
}

/** Leads to a meeting in a new tab that knows nothing of this one. A link is not kept from opening, as a window is. */
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

/** Says that a meeting has to be opened by hand. */
export function MeetingBlocked({ link, onOpened }: { link: string; onOpened: () => void }) {
  return (
    <Alert severity="warning" action={<MeetingLink link={link} color="inherit" size="small" onOpened={onOpened} />}>
      The browser kept the meeting from opening.
    </Alert>
  )
}

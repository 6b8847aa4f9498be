import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import styles from './NotFound.module.css'

/** Page for an unknown URL. */
export function NotFound() {
  return (
    <div className={styles.column}>
      <Typography variant="h1">Page not found</Typography>
      <Typography className={styles.muted}>
        There is nothing at this address. It may have been moved, or typed wrongly.
      </Typography>
      <Button component={Link} to="/" variant="contained">
        Go to the start page
      </Button>
    </div>
  )
}

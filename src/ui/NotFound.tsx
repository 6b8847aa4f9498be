import { Link } from 'react-router'
import styles from './NotFound.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'

/** Page for an unknown URL. */
export function NotFound() {
  return (
    <div className={styles.column}>
      <Heading level={1}>Page not found</Heading>
      <Text tone="quiet">There is nothing at this address. It may have been moved, or typed wrongly.</Text>
      <Button as={Link} to="/" variant="primary">
        Go to the start page
      </Button>
    </div>
  )
}

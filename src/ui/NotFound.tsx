import { Trans } from '@lingui/react/macro'
import { Link } from './navigation.tsx'
import styles from './NotFound.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'

/** Page for an unknown URL. */
export function NotFound() {
  return (
    <div className={styles.column}>
      <Heading level={1}>
        <Trans>Page not found</Trans>
      </Heading>
      <Text tone="quiet">
        <Trans>There is nothing at this address. It may have been moved, or typed wrongly.</Trans>
      </Text>
      <Button as={Link} to="/" variant="primary">
        <Trans>Go to the start page</Trans>
      </Button>
    </div>
  )
}

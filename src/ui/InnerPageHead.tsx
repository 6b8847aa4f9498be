import type { ReactNode } from 'react'
import { Link } from './navigation.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './InnerPageHead.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { ArrowBackIcon } from '#ui/kit/icons.ts'

export interface InnerPageHeadProps {
  title: string
  /** One line about the page, in numbers or words. */
  context?: ReactNode
  /** Link back to the parent page, with its label. */
  back: { to: string; label: string }
  /** Action buttons. */
  children?: ReactNode
}

/** Head of a page inside a tab: title, link back, actions. */
export function InnerPageHead({ title, context, back, children }: InnerPageHeadProps) {
  return (
    <Row gap={4} align="center" wrap>
      <div className={styles.box}>
        <Heading level={2} className={styles.breakable}>
          {title}
        </Heading>
        {context && (
          <Text size="small" className={styles.hint}>
            {context}
          </Text>
        )}
      </div>
      <Row gap={2} wrap>
        <Button variant="quiet" as={Link} to={back.to} icon={<ArrowBackIcon />}>
          {back.label}
        </Button>
        {children}
      </Row>
    </Row>
  )
}

import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Row } from '#ui/kit/Row.tsx'
import styles from './InnerPageHead.module.css'

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
        <Typography variant="h2" className={styles.breakable}>
          {title}
        </Typography>
        {context && (
          <Typography variant="body2" className={styles.hint}>
            {context}
          </Typography>
        )}
      </div>
      <Row gap={2} wrap>
        <Button component={Link} to={back.to} startIcon={<ArrowBackIcon />}>
          {back.label}
        </Button>
        {children}
      </Row>
    </Row>
  )
}

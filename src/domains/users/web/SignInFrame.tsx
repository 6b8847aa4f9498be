import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './SignInFrame.module.css'
import { chooseLanguage } from '#ui/chosenLanguage.ts'
import { otherLanguages } from '#shared/pageLanguage.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'

/** The layout of all pages before the sign-in: the product's name, a card, and a line below. */
export function SignInFrame({
  title,
  intro,
  below,
  children,
}: {
  title: string
  intro?: ReactNode
  below?: ReactNode
  children?: ReactNode
}) {
  return (
    <main className={styles.main}>
      <div className={styles.row}>
        <img src="/icon.svg" alt="" className={styles.picture} />
        <div>
          <Text as="p" className={styles.figure}>
            <Trans>Shala</Trans>
          </Text>
          <Text tone="quiet" size="small" as="p">
            <Trans>School administration</Trans>
          </Text>
        </div>
      </div>
      <Card className={styles.card}>
        <Heading level={1}>{title}</Heading>
        {intro && (
          <Text as="div" className={styles.hint}>
            {intro}
          </Text>
        )}
        {children && <div className={styles.spaced}>{children}</div>}
      </Card>
      {below && <div className={styles.box}>{below}</div>}
      <nav aria-label={t`Language`} className={styles.languages}>
        {otherLanguages.map(({ language, name }) => (
          <Link key={language} as="button" type="button" lang={language} onClick={() => void chooseLanguage(language)}>
            {name}
          </Link>
        ))}
      </nav>
    </main>
  )
}

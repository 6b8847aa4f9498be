import { Trans } from '@lingui/react/macro'
import { OpenIcon } from '#ui/kit/icons.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Text } from '#ui/kit/Text.tsx'
import styles from './SchemeSource.module.css'

export interface Source {
  title: string
  url: string
  note: string
}

/** The circular that a scheme follows, and what is not in it. */
export function SchemeSource({ source: { title, url, note } }: { source: Source }) {
  if (title === '' && url === '' && note === '') return null
  return (
    <div className={styles.source}>
      {title && <Text className={styles.title}>{title}</Text>}
      {url && (
        <Link href={url} target="_blank" rel="noreferrer" className={styles.link}>
          <OpenIcon size={14} aria-hidden /> <Trans>Open the source</Trans>
        </Link>
      )}
      {note && (
        <details className={styles.note}>
          <summary>
            <Trans>What is in the source, and what was chosen</Trans>
          </summary>
          <Text size="small" tone="quiet">
            {note}
          </Text>
        </details>
      )}
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { showCount } from '#shared/counts.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import type { MatchedPhoto } from './photoFile.ts'
import type { PhotoStudentsQuery } from './photos.graphql.ts'
import styles from './PhotoRows.module.css'

export type PhotoRow = MatchedPhoto<PhotoStudentsQuery['photoStudents'][number]>

/** Rows that are shown at first, and with each press more. */
const step = 60

/** The photos of a zip with the students who get them; what is wrong comes first. */
export function PhotoRows({ rows }: { rows: readonly PhotoRow[] }) {
  const [count, setCount] = useState(step)
  const ordered = [...rows.filter(({ problem }) => problem !== null), ...rows.filter(({ problem }) => problem === null)]
  const left = ordered.length - count
  return (
    <div>
      <ul aria-label={t`Photos of the zip`} className={styles.list}>
        {ordered.slice(0, count).map((row) => (
          <li key={row.fileName} className={styles.item}>
            <Thumbnail photo={row.photo} />
            <div className={styles.text}>
              <span className={styles.name}>{row.problem === null ? row.student?.name : row.fileName}</span>
              {row.problem === null ? (
                <Text as="span" size="small" tone="quiet">
                  {[row.fileName, row.student?.sectionName, row.student?.photoUrl && t`replaces a photo`]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              ) : (
                <Text as="span" size="small" tone="error">
                  {row.problem}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="quiet" onClick={() => setCount(count + step)}>
          {t`Show more (${showCount(left)})`}
        </Button>
      )}
    </div>
  )
}

/** The name beside it says whose it is. */
function Thumbnail({ photo }: { photo: File | null }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!photo) return
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return <span className={styles.photo}>{url && <img src={url} alt="" />}</span>
}

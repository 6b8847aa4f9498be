import { t } from '@lingui/core/macro'
import type { ImportColumn } from '#shared/importColumns.ts'
import styles from './ColumnMatch.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Select } from '#ui/kit/Select.tsx'

export interface ColumnMatchProps {
  columns: readonly ImportColumn[]
  headers: readonly string[]
  matched: ReadonlyMap<string, number>
  onRematch: (key: string, place: number | null) => void
}

/** Assigns the file's headers to columns. Every assignment can be changed. */
export function ColumnMatch({ columns, headers, matched, onRematch }: ColumnMatchProps) {
  const missing = columns.filter((column) => column.required && !matched.has(column.key))
  const used = new Set(matched.values())
  const ignored = headers.filter((header, index) => !used.has(index) && header !== '')
  return (
    <section aria-label={t`Columns of the file`}>
      {missing.length > 0 && (
        <Alert kind="error" className={styles.alert}>
          {t`The file has no column for ${missing.map((column) => column.label).join(', ')}. Choose the right one below, or add it to the file.`}
        </Alert>
      )}
      <div className={styles.grid}>
        {columns.map((column) => (
          <Select
            key={column.key}
            id={`column-${column.key}`}
            label={column.label}
            required={column.required ?? false}
            error={(column.required ?? false) && !matched.has(column.key)}
            value={matched.get(column.key) ?? ''}
            onChange={(event) => onRematch(column.key, event.target.value === '' ? null : Number(event.target.value))}
            compact
          >
            <option value="">{t`Not in the file`}</option>
            {headers.map((header, index) => (
              // Two headers of a file may have the same text, so the index is part of the key.
              <option key={`${index}-${header}`} value={index}>
                {header || t`Column ${index + 1}`}
              </option>
            ))}
          </Select>
        ))}
      </div>
      {ignored.length > 0 && (
        <Text size="small" className={styles.hint}>
          {t`Not imported: ${ignored.join(', ')}`}
        </Text>
      )}
    </section>
  )
}

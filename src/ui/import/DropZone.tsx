import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import styles from './DropZone.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { UploadFileIcon } from '#ui/kit/icons.ts'
import { classes } from '#ui/kit/classes.ts'

interface DropZoneProps {
  onFile: (file: File) => void
  label: string
  /** What can be dropped here; by default a table. */
  text?: string
  accept?: string
}

const tables = '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Area to drop a file on, with a button to choose one. */
export function DropZone({ onFile, label, text, accept = tables }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer.files[0]
        if (file) onFile(file)
      }}
      className={classes(styles.zone, over && styles.over)}
    >
      <UploadFileIcon className={styles.figure} />
      <Text>{text ?? t`Drop a CSV file or a spreadsheet (.xlsx) here`}</Text>
      <Button onClick={() => input.current?.click()}>
        <Trans>Choose File</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Reset, so that the same file can be chosen again after a correction.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}

import Box from '@mui/material/Box'
import { useRef, useState } from 'react'
import styles from './DropZone.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { UploadFileIcon } from '#ui/kit/icons.ts'

/** Area to drop a file on, with a button to choose one. */
export function DropZone({ onFile, label }: { onFile: (file: File) => void; label: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <Box
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
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 4,
        textAlign: 'center',
        border: 2,
        borderStyle: 'dashed',
        borderColor: over ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: over ? 'action.hover' : 'transparent',
      }}
    >
      <UploadFileIcon className={styles.figure} />
      <Text>Drop a CSV file or a spreadsheet (.xlsx) here</Text>
      <Button onClick={() => input.current?.click()}>Choose File</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Reset, so that the same file can be chosen again after a correction.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </Box>
  )
}

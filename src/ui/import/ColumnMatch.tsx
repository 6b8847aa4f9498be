import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ImportColumn } from '#shared/importColumns.ts'

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
    <Box component="section" aria-label="Columns of the file">
      {missing.length > 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {`The file has no column for ${missing.map((column) => column.label).join(', ')}. Choose the right one below, or add it to the file.`}
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', pt: 0.5 }}>
        {columns.map((column) => (
          <TextField
            key={column.key}
            select
            size="small"
            id={`column-${column.key}`}
            label={column.label}
            required={column.required ?? false}
            error={(column.required ?? false) && !matched.has(column.key)}
            value={matched.get(column.key) ?? ''}
            onChange={(event) => onRematch(column.key, event.target.value === '' ? null : Number(event.target.value))}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">Not in the file</MenuItem>
            {headers.map((header, index) => (
              // Two headers of a file may have the same text, so the index is part of the key.
              <MenuItem key={`${index}-${header}`} value={index}>
                {header || `Column ${index + 1}`}
              </MenuItem>
            ))}
          </TextField>
        ))}
      </Box>
      {ignored.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {`Not imported: ${ignored.join(', ')}`}
        </Typography>
      )}
    </Box>
  )
}

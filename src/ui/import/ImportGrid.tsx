import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { type ImportColumn, problemsOfRow, type TableRow } from './importTable.ts'

export interface ImportGridProps {
  rows: readonly TableRow[]
  columns: readonly ImportColumn[]
  onEdit: (row: TableRow, column: number, value: string) => void
  label: string
}

/** What a cell shows of a text nobody could read whole. */
const shownLetters = 200

/** The rows of an import. Only those on screen exist in the page; a cell with a problem is a field with its message below, any other becomes one by Enter or a click. */
export function ImportGrid({ rows, columns, onEdit, label }: ImportGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 8,
    getItemKey: (index) => rows[index]?.number ?? index,
  })
  const template = `72px repeat(${columns.length}, minmax(150px, 1fr))`
  const width = 72 + columns.length * 150
  return (
    <Box
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      sx={{ height: 'min(60vh, 560px)', overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Box
        role="row"
        aria-rowindex={1}
        sx={{
          display: 'grid',
          gridTemplateColumns: template,
          minWidth: width,
          position: 'sticky',
          top: 0,
          zIndex: 1,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
          fontWeight: 600,
          fontSize: 14,
        }}
      >
        {['Row', ...columns.map((column) => column.label)].map((text) => (
          <Box key={text} role="columnheader" sx={{ px: 1, py: 1.25 }}>
            {text}
          </Box>
        ))}
      </Box>
      <Box role="rowgroup" sx={{ position: 'relative', minWidth: width }} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const problems = problemsOfRow(row)
          const rowProblems = problems.filter((problem) => problem.key === null)
          return (
            <Box
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              data-index={item.index}
              ref={virtual.measureElement}
              sx={{
                position: 'absolute',
                top: 0,
                left: 0,
                right: 0,
                minHeight: 44,
                borderBottom: 1,
                borderColor: 'divider',
                fontSize: 14,
                opacity: row.leftOut ? 0.5 : 1,
                textDecoration: row.leftOut ? 'line-through' : 'none',
              }}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Box role="presentation" sx={{ display: 'grid', gridTemplateColumns: template, alignItems: 'start' }}>
                <Box role="rowheader" sx={{ px: 1, py: 1.25, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {row.number}
                </Box>
                {columns.map((column, index) => (
                  <ImportCell
                    key={column.key}
                    value={row.values[index] ?? ''}
                    label={`${column.label}, row ${row.number}`}
                    problems={problems.filter((problem) => problem.key === column.key).map((problem) => problem.message)}
                    fixed={row.leftOut}
                    onChange={(value) => onEdit(row, index, value)}
                  />
                ))}
              </Box>
              {rowProblems.length > 0 && (
                <Typography role="cell" variant="caption" component="div" sx={{ color: 'error.main', px: 1, pb: 1, pl: '80px' }}>
                  {rowProblems.map((problem) => problem.message).join(' ')}
                </Typography>
              )}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

interface ImportCellProps {
  value: string
  label: string
  problems: readonly string[]
  fixed: boolean
  onChange: (value: string) => void
}

function ImportCell({ value, label, problems, fixed, onChange }: ImportCellProps) {
  const [open, setOpen] = useState(false)
  const wrong = problems.length > 0
  const shown = value.length > shownLetters ? `${value.slice(0, shownLetters)}…` : value
  return (
    <Box role="cell" sx={{ minWidth: 0, px: 0.5, py: 0.5 }}>
      {(wrong || open) && !fixed ? (
        <>
          <CellInput
            value={value}
            label={label}
            wrong={wrong}
            focus={open}
            message={problems.join(' ')}
            onDone={(next) => {
              setOpen(false)
              onChange(next)
            }}
          />
          {wrong && (
            <Typography variant="caption" component="div" sx={{ color: 'error.main', lineHeight: 1.3, mt: 0.25 }}>
              {problems.join(' ')}
            </Typography>
          )}
        </>
      ) : (
        <Box
          component="button"
          type="button"
          disabled={fixed}
          aria-label={`Change ${label}: ${shown}`}
          onClick={() => setOpen(true)}
          sx={{
            all: 'unset',
            boxSizing: 'border-box',
            display: 'block',
            width: '100%',
            minHeight: 34,
            px: 0.5,
            py: 0.75,
            borderRadius: 1,
            cursor: fixed ? 'default' : 'text',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            '&:hover': { bgcolor: fixed ? 'transparent' : 'action.hover' },
            '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
          }}
        >
          {shown}
        </Box>
      )}
    </Box>
  )
}

interface CellInputProps {
  value: string
  label: string
  wrong: boolean
  focus: boolean
  message: string
  onDone: (value: string) => void
}

/** Holds what is typed until Enter or the next cell: checking at every letter would take the row away while it is being repaired. */
function CellInput({ value, label, wrong, focus, message, onDone }: CellInputProps) {
  const [typed, setTyped] = useState(value)
  return (
    <InputBase
      value={typed}
      autoFocus={focus}
      fullWidth
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => onDone(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(typed)
        if (event.key === 'Escape') {
          setTyped(value)
          onDone(value)
        }
      }}
      inputProps={{ 'aria-label': wrong ? `${label}: ${message}` : label, 'aria-invalid': wrong }}
      sx={{
        fontSize: 14,
        px: 0.5,
        minHeight: 34,
        borderRadius: 1,
        outline: '1px solid',
        outlineColor: wrong ? 'error.main' : 'primary.main',
        bgcolor: 'background.paper',
      }}
    />
  )
}

import AddIcon from '@mui/icons-material/Add'
import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { Editor } from '@tiptap/core'
import { type DragEvent, useId, useState } from 'react'
import { fieldName } from '../../format.schema.ts'
import type { KnownField } from './catalogue.ts'
import { FieldOrder } from './FieldOrder.tsx'
import { builtinChoices } from './nodes.ts'

export interface FieldsPanelProps {
  editor: Editor
  catalogue: readonly KnownField[]
  labelOf: (name: string) => string
  /** The fields on the paper, in the order in which they are asked for. */
  names: readonly string[]
  onOrder: (names: string[]) => void
  /** Runs when something was put on the paper. */
  onInsert?: () => void
}

/** What can be put on the paper, and the order in which its fields are asked for. */
export function FieldsPanel({ editor, catalogue, labelOf, names, onOrder, onInsert }: FieldsPanelProps) {
  const [searched, setSearched] = useState('')
  const [insertId, orderId, builtinId] = [useId(), useId(), useId()]
  const words = searched.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = Map.groupBy(
    catalogue.filter(({ label, name }) => words.every((word) => `${label} ${name}`.toLowerCase().includes(word))),
    (field) => field.group,
  )

  function insert(type: 'field' | 'builtin', name: string) {
    editor.chain().focus().insertContent({ type, attrs: { name } }).run()
    onInsert?.()
  }

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.5 }}>
      <section aria-labelledby={insertId}>
        <Typography variant="h2" id={insertId} sx={{ mb: 1 }}>
          Insert a field
        </Typography>
        <TextField
          size="small"
          type="search"
          fullWidth
          label="Find a field"
          value={searched}
          onChange={(event) => setSearched(event.target.value)}
        />
        <Box sx={{ maxHeight: { lg: 300 }, overflowY: { lg: 'auto' }, mt: 1 }}>
          {[...groups].map(([group, fields]) => (
            <Box key={group} role="group" aria-label={group} sx={{ mt: 1 }}>
              <Typography sx={{ color: 'text.secondary', fontSize: 13, mb: 0.5 }}>{group}</Typography>
              <Chips>
                {fields.map(({ name, label }) => (
                  <Insertable
                    key={name}
                    label={label}
                    used={names.includes(name)}
                    onClick={() => insert('field', name)}
                    onDragStart={drags('data-field', name)}
                  />
                ))}
              </Chips>
            </Box>
          ))}
          {groups.size === 0 && <Typography sx={{ color: 'text.secondary', fontSize: 14 }}>Nothing found</Typography>}
        </Box>
        <OwnField onAdd={(name) => insert('field', name)} />
      </section>
      <section aria-labelledby={builtinId}>
        <Typography variant="h2" id={builtinId} sx={{ mb: 1 }}>
          Put on the paper by itself
        </Typography>
        <Chips>
          {builtinChoices.map(({ name, label }) => (
            <Insertable
              key={name}
              label={label}
              used={false}
              onClick={() => insert('builtin', name)}
              onDragStart={drags('data-builtin', name)}
            />
          ))}
        </Chips>
      </section>
      <section aria-labelledby={orderId}>
        <Typography variant="h2" id={orderId}>
          {names.length === 1 ? '1 field' : `${names.length} fields`} of this format
        </Typography>
        <Typography sx={{ color: 'text.secondary', fontSize: 14, mb: 0.5 }}>
          Asked for in this order; drag to change it
        </Typography>
        <FieldOrder names={names} labelOf={labelOf} onChange={onOrder} />
      </section>
    </Box>
  )
}

/** A chip that is dragged onto the paper lands as the node itself. */
function drags(attribute: 'data-field' | 'data-builtin', name: string) {
  return ({ dataTransfer }: DragEvent) => {
    const chip = document.createElement('span')
    chip.setAttribute(attribute, name)
    chip.textContent = name
    dataTransfer.setData('text/html', chip.outerHTML)
    dataTransfer.effectAllowed = 'copy'
  }
}

function Chips({ children }: { children: React.ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>{children}</Box>
}

interface InsertableProps {
  label: string
  /** It stands on the paper already; it may stand there twice. */
  used: boolean
  onClick: () => void
  onDragStart: (event: DragEvent) => void
}

function Insertable({ label, used, onClick, onDragStart }: InsertableProps) {
  return (
    <Chip
      size="small"
      variant="outlined"
      color={used ? 'primary' : 'default'}
      icon={used ? <CheckIcon /> : <AddIcon />}
      label={label}
      aria-label={`Insert ${label}${used ? ', on the paper already' : ''}`}
      onClick={onClick}
      onMouseDown={(event) => event.currentTarget.blur()}
      draggable
      onDragStart={onDragStart}
      sx={{ maxWidth: '100%' }}
    />
  )
}

/** A field the product does not know: its name is what the person who issues a certificate is asked. */
function OwnField({ onAdd }: { onAdd: (name: string) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  function add() {
    const parsed = fieldName.safeParse(typed)
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message ?? 'Required')
      return
    }
    onAdd(parsed.data)
    setTyped('')
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mt: 2 }}
    >
      <TextField
        size="small"
        fullWidth
        label="A field of your own"
        value={typed}
        error={problem !== null}
        helperText={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(null)
        }}
      />
      <Button type="submit" variant="outlined" sx={{ minHeight: 40 }}>
        Insert
      </Button>
    </Box>
  )
}

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'

/** Rows go up and down only. */
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

export interface FieldOrderProps {
  names: readonly string[]
  labelOf: (name: string) => string
  /** Without it the order is read only. */
  onChange?: (names: string[]) => void
}

/** The fields of a format in the order in which they are asked for. */
export function FieldOrder({ names, labelOf, onChange }: FieldOrderProps) {
  if (names.length === 0)
    return <Typography sx={{ color: 'text.secondary', fontSize: 14 }}>The paper has no fields yet.</Typography>
  if (!onChange)
    return (
      <Box component="ol" aria-label="Fields in their order" sx={{ m: 0, pl: 3.5, '& li': { py: 0.5 } }}>
        {names.map((name) => (
          <li key={name}>{labelOf(name)}</li>
        ))}
      </Box>
    )
  return <Sortable names={names} labelOf={labelOf} onChange={onChange} />
}

function Sortable({ names, labelOf, onChange }: Required<FieldOrderProps>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const called = (id: UniqueIdentifier) => labelOf(String(id))
  const place = (id: UniqueIdentifier) => `place ${names.indexOf(String(id)) + 1} of ${names.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${called(active.id)} is picked up from ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${called(active.id)} is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${called(active.id)} is put down at ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${called(active.id)} stays at ${place(active.id)}.`,
  }

  function drop({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id)
      onChange(arrayMove([...names], names.indexOf(String(active.id)), names.indexOf(String(over.id))))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      onDragEnd={drop}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: 'Press Space to pick the field up, the arrow keys to move it, Space to put it down, Escape to leave it.',
        },
      }}
    >
      <SortableContext items={[...names]} strategy={verticalListSortingStrategy}>
        <Box component="ol" aria-label="Fields in their order" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {names.map((name, index) => (
            <Item key={name} name={name} label={labelOf(name)} number={index + 1} />
          ))}
        </Box>
      </SortableContext>
    </DndContext>
  )
}

function Item({ name, label, number }: { name: string; label: string; number: number }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: name })
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
      sx={{
        ...{ display: 'flex', alignItems: 'center', gap: 0.5, borderBottom: 1, borderColor: 'divider', minHeight: 40 },
        ...(isDragging ? { position: 'relative', zIndex: 1, bgcolor: 'background.paper', boxShadow: 4, borderRadius: 1 } : {}),
      }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        size="small"
        aria-label={`Move ${label}`}
        // A finger on the handle drags; beside it, it scrolls.
        sx={{ touchAction: 'none', cursor: isDragging ? 'grabbing' : 'grab' }}
      >
        <DragIndicatorIcon fontSize="small" />
      </IconButton>
      <Typography sx={{ color: 'text.secondary', minWidth: 22, textAlign: 'right', fontSize: 13 }}>{number}</Typography>
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: 14 }}>{label}</Typography>
    </Box>
  )
}

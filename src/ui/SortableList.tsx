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
import type { ReactNode } from 'react'

/** Rows go up and down only. */
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

export interface SortableListProps {
  /** What is sorted, in its order. */
  ids: readonly string[]
  /** The name of the list. */
  label: string
  /** How one of the list is called, such as 'fee'. */
  one: string
  titleOf: (id: string) => string
  onChange: (ids: string[]) => void
  /** What stands in a row after its title. */
  aside?: (id: string) => ReactNode
  /** Lower rows, for a list beside something else. */
  dense?: boolean
}

/** Numbered rows that are put in their order by pointer or keyboard; where one is, is said aloud. */
export function SortableList({ ids, label, one, titleOf, onChange, aside, dense = false }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const called = (id: UniqueIdentifier) => titleOf(String(id))
  const place = (id: UniqueIdentifier) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${called(active.id)} is picked up from ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${called(active.id)} is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${called(active.id)} is put down at ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${called(active.id)} stays at ${place(active.id)}.`,
  }

  function drop({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onChange(arrayMove([...ids], ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
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
          draggable: `Press Space to pick the ${one} up, the arrow keys to move it, Space to put it down, Escape to leave it.`,
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <Box component="ol" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {ids.map((id, index) => (
            <Row key={id} id={id} title={titleOf(id)} number={index + 1} aside={aside?.(id)} dense={dense} />
          ))}
        </Box>
      </SortableContext>
    </DndContext>
  )
}

interface RowProps {
  id: string
  title: string
  number: number
  aside: ReactNode
  dense: boolean
}

function Row({ id, title, number, aside, dense }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id })
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
      sx={{
        display: 'flex',
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        ...(dense ? { gap: 0.5, minHeight: 40, fontSize: 14 } : { gap: 1, pr: 1, minHeight: 48, fontSize: 16 }),
        ...(isDragging ? { position: 'relative', zIndex: 1, bgcolor: 'background.paper', boxShadow: 4, borderRadius: 1 } : {}),
      }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        size={dense ? 'small' : 'medium'}
        aria-label={`Move ${title}`}
        // A finger on the handle drags; beside it, it scrolls.
        sx={{ touchAction: 'none', cursor: isDragging ? 'grabbing' : 'grab' }}
      >
        <DragIndicatorIcon fontSize={dense ? 'small' : 'medium'} />
      </IconButton>
      <Typography
        sx={{
          color: 'text.secondary',
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
          minWidth: dense ? 22 : 28,
          fontSize: 'inherit',
        }}
      >
        {number}
      </Typography>
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: 'inherit' }}>{title}</Typography>
      {aside && (
        <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', fontSize: 'inherit' }}>{aside}</Typography>
      )}
    </Box>
  )
}

import { t } from '@lingui/core/macro'
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
import type { ReactNode } from 'react'
import styles from './SortableList.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { DragIcon } from '#ui/kit/icons.ts'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { classes } from '#ui/kit/classes.ts'

/** Restricts dragging to the vertical axis. */
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

export interface SortableListProps {
  /** Ids of the items, in order. */
  ids: readonly string[]
  /** Accessible name of the list. */
  label: string
  /** Name of an item, such as 'fee'. */
  itemName: string
  titleOf: (id: string) => string
  onChange: (ids: string[]) => void
  /** Content after the title. */
  aside?: (id: string) => ReactNode
  /** Lower rows, for a list beside other content. */
  dense?: boolean
}

/** A numbered list, sorted by pointer or keyboard. Positions are announced to screen readers. */
export function SortableList({ ids, label, itemName, titleOf, onChange, aside, dense = false }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const titleOfId = (id: UniqueIdentifier) => titleOf(String(id))
  const placeOf = (id: UniqueIdentifier) => ids.indexOf(String(id)) + 1
  const count = ids.length
  const announcements: Announcements = {
    onDragStart: ({ active: { id } }) => t`${titleOfId(id)} is picked up from place ${placeOf(id)} of ${count}.`,
    onDragOver: ({ active: { id }, over }) =>
      over ? t`${titleOfId(id)} is over place ${placeOf(over.id)} of ${count}.` : undefined,
    onDragEnd: ({ active: { id }, over }) =>
      over ? t`${titleOfId(id)} is put down at place ${placeOf(over.id)} of ${count}.` : undefined,
    onDragCancel: ({ active: { id } }) => t`${titleOfId(id)} stays at place ${placeOf(id)} of ${count}.`,
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
          draggable: t`Press Space to pick the ${itemName} up, the arrow keys to move it, Space to put it down, Escape to leave it.`,
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className={styles.list}>
          {ids.map((id, index) => (
            <Row key={id} id={id} title={titleOf(id)} number={index + 1} aside={aside?.(id)} dense={dense} />
          ))}
        </ol>
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
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
      className={classes(styles.row, dense && styles.dense, isDragging && styles.dragged)}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        size={dense ? 'small' : 'normal'}
        aria-label={t`Move ${title}`}
        className={classes(styles.handle, isDragging && styles.dragging)}
      >
        <DragIcon size={dense ? 20 : 24} />
      </IconButton>
      <span className={styles.number}>{number}</span>
      <Text className={styles.text}>{title}</Text>
      {aside && <Text className={styles.hint}>{aside}</Text>}
    </li>
  )
}

import { useApolloClient, useQuery } from '@apollo/client/react'
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
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { showMoney } from '../../../../shared/money.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { LoadingState } from '../../../../ui/LoadingState.tsx'
import { failureOf } from '../../../../ui/problems.ts'
import { sayError, saySuccess } from '../../../../ui/snackbars.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { feeTitle } from '../../fees.rules.ts'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { type FeeRowFragment, FeesDocument, ReorderFeesDocument } from './feeItems.graphql.ts'
import { feesFailure, forgetFees } from './feeLists.ts'
import { noFees } from './structureWords.ts'

interface ReorderFeesProps {
  categories: readonly FeeCategoryRowFragment[]
  /** The one that is offered first. */
  category: FeeCategoryRowFragment
  onClose: () => void
}

/** Choose a category, confirm it, drag its fees, save (specification, section 4). */
export function ReorderFees({ categories, category, onClose }: ReorderFeesProps) {
  const titleId = useId()
  const [chosen, setChosen] = useState(category.id)
  const [confirmed, setConfirmed] = useState(false)
  const name = categories.find((one) => one.id === chosen)?.name ?? ''
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>Reorder Fees</DialogTitle>
      {confirmed ? (
        <Loaded categoryId={chosen} name={name} onClose={onClose} />
      ) : (
        <>
          <DialogContent>
            <TextField
              select
              fullWidth
              label="Fees Category"
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
              sx={{ mt: 1 }}
              helperText="Its fees are shown and collected in the order given here"
            >
              {categories.map((one) => (
                <MenuItem key={one.id} value={one.id}>
                  {one.name}
                </MenuItem>
              ))}
            </TextField>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="contained" autoFocus onClick={() => setConfirmed(true)}>
              Confirm
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function Loaded({ categoryId, name, onClose }: { categoryId: string; name: string; onClose: () => void }) {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(FeesDocument, {
    variables: { schoolId, input: { termId, feeCategoryId: categoryId } },
    // The order saved is that of all fees there are now.
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  })
  if (data && data.fees.length > 0) return <Order categoryId={categoryId} name={name} fees={data.fees} onClose={onClose} />
  return (
    <>
      <DialogContent>
        {data ? (
          <EmptyState text={noFees} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  )
}

/** Rows go up and down only. */
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

interface OrderProps {
  categoryId: string
  name: string
  fees: readonly FeeRowFragment[]
  onClose: () => void
}

function Order({ categoryId, name, fees, onClose }: OrderProps) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const [ids, setIds] = useState(() => fees.map((fee) => fee.id))
  const [saving, setSaving] = useState(false)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const byId = new Map(fees.map((fee) => [fee.id, fee]))
  const called = (id: UniqueIdentifier) => {
    const fee = byId.get(String(id))
    return fee ? feeTitle({ name: fee.name, month: fee.month }) : ''
  }
  const place = (id: UniqueIdentifier) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${called(active.id)} is picked up from ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${called(active.id)} is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${called(active.id)} is put down at ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${called(active.id)} stays at ${place(active.id)}.`,
  }

  function drop({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id)
      setIds((now) => arrayMove(now, now.indexOf(String(active.id)), now.indexOf(String(over.id))))
  }

  async function save() {
    setSaving(true)
    try {
      await client.mutate({
        mutation: ReorderFeesDocument,
        variables: { schoolId, input: { feeCategoryId: categoryId, feeIds: ids } },
        update: forgetFees,
      })
      saySuccess(`${name} has been updated succesfully!`)
      onClose()
    } catch (error) {
      sayError(feesFailure(failureOf(error).message))
      setSaving(false)
    }
  }

  return (
    <>
      <DialogContent>
        <Typography gutterBottom>
          Drag the fees of <strong>{name}</strong> into their order. With the keyboard: Space picks a fee up and puts it down, the
          arrow keys move it.
        </Typography>
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          modifiers={[upAndDown]}
          onDragEnd={drop}
          accessibility={{
            announcements,
            screenReaderInstructions: {
              draggable: 'Press Space to pick the fee up, the arrow keys to move it, Space to put it down, Escape to leave it.',
            },
          }}
        >
          <SortableContext items={ids} strategy={verticalListSortingStrategy}>
            <Box component="ol" aria-label={`Fees of ${name}`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {ids.map((id, index) => {
                const fee = byId.get(id)
                return fee && <Item key={id} fee={fee} number={index + 1} />
              })}
            </Box>
          </SortableContext>
        </DndContext>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={saving}>
          Cancel
        </Button>
        <Button variant="contained" onClick={() => void save()} loading={saving}>
          Save
        </Button>
      </DialogActions>
    </>
  )
}

function Item({ fee, number }: { fee: FeeRowFragment; number: number }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: fee.id,
  })
  const title = feeTitle({ name: fee.name, month: fee.month })
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
      sx={{
        ...{ display: 'flex', alignItems: 'center', gap: 1, pr: 1, borderBottom: 1, borderColor: 'divider', minHeight: 48 },
        ...(isDragging ? { position: 'relative', zIndex: 1, bgcolor: 'background.paper', boxShadow: 4, borderRadius: 1 } : {}),
      }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${title}`}
        // A finger on the handle drags; beside it, it scrolls.
        sx={{ touchAction: 'none', cursor: isDragging ? 'grabbing' : 'grab' }}
      >
        <DragIndicatorIcon />
      </IconButton>
      <Typography sx={{ color: 'text.secondary', minWidth: 28, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        {number}
      </Typography>
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{title}</Typography>
      <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {fee.fixedAmount ? showMoney(fee.amount) : 'not fixed'}
      </Typography>
    </Box>
  )
}

import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useTreeItemModel } from '@mui/x-tree-view/hooks'
import { RichTreeView } from '@mui/x-tree-view/RichTreeView'
import { TreeItem, type TreeItemProps } from '@mui/x-tree-view/TreeItem'
import { createContext, useContext, useState } from 'react'
import { showError } from '#ui/snackbars.tsx'
import { taskChoices, type Task } from './CurriculumTask.tsx'
import type { CurriculumNode } from './curriculumTree.ts'
import styles from './CurriculumTree.module.css'
import { CurriculumIcon, GroupsIcon, MoreIcon, SchoolIcon, SubjectIcon } from '#ui/kit/icons.ts'

export interface CurriculumTreeProps {
  nodes: readonly CurriculumNode[]
  open: readonly string[]
  onOpen: (open: string[]) => void
  onTask: (task: Task) => void
}

type OpenMenu = (anchor: HTMLElement, node: CurriculumNode) => void

const MenuOf = createContext<OpenMenu>(() => {})

const icons = { class: SchoolIcon, section: GroupsIcon, subject: SubjectIcon, book: CurriculumIcon }

/** The tree of classes, sections, subjects and books; each node has a menu of tasks. */
export function CurriculumTree({ nodes, open, onOpen, onTask }: CurriculumTreeProps) {
  // One menu outside of the tree, because the tree would handle the keys of a menu inside an item.
  const [menu, setMenu] = useState<{ anchor: HTMLElement; node: CurriculumNode } | null>(null)
  const [openMenu] = useState<OpenMenu>(() => (anchor: HTMLElement, node: CurriculumNode) => setMenu({ anchor, node }))
  return (
    <MenuOf value={openMenu}>
      <RichTreeView<CurriculumNode>
        items={nodes as CurriculumNode[]}
        getItemLabel={titleOf}
        aria-label="Curriculum"
        disableSelection
        expandedItems={open as string[]}
        onExpandedItemsChange={(_, items) => onOpen(items)}
        itemChildrenIndentation={16}
        slots={slots}
      />
      <Menu anchorEl={menu?.anchor ?? null} open={menu !== null} onClose={() => setMenu(null)}>
        {menu &&
          taskChoices(menu.node).map(({ label, task, refused }) => (
            <MenuItem
              key={label}
              className={task.what === 'delete' ? styles.box : undefined}
              onClick={() => {
                setMenu(null)
                if (refused === null) onTask(task)
                else showError(refused)
              }}
            >
              {label}
            </MenuItem>
          ))}
      </Menu>
    </MenuOf>
  )
}

const titleOf = (node: CurriculumNode) => node.title
const slots = { item: Item }
const slotProps = { content: { style: { paddingTop: 2, paddingBottom: 2 } } }

function Item(props: TreeItemProps) {
  const node = useTreeItemModel<CurriculumNode>(props.itemId)
  return <TreeItem {...props} label={node ? <ItemLabel node={node} /> : props.label} slotProps={slotProps} />
}

// One style per row instead of one per element, because a tree may have a thousand rows.
const Label = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minWidth: 0,
  ...theme.typography.body2,
  '& > svg': { color: (theme.vars ?? theme).palette.text.secondary, flexShrink: 0 },
  '& > span': { flex: 1, minWidth: 0, display: 'flex', alignItems: 'baseline', columnGap: theme.spacing(2) },
  '& strong': { fontWeight: 600, overflowWrap: 'anywhere', flexShrink: 0, maxWidth: '100%' },
  '& small': {
    font: 'inherit',
    color: (theme.vars ?? theme).palette.text.secondary,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& button': {
    display: 'flex',
    padding: theme.spacing(1.25),
    border: 0,
    borderRadius: '50%',
    background: 'none',
    cursor: 'pointer',
    color: (theme.vars ?? theme).palette.action.active,
    '&:hover': { background: (theme.vars ?? theme).palette.action.hover },
    '&:focus-visible': { outline: `2px solid ${(theme.vars ?? theme).palette.primary.main}` },
  },
  [theme.breakpoints.down('sm')]: {
    '& > svg': { display: 'none' },
    '& > span': { flexDirection: 'column' },
    '& small': { whiteSpace: 'normal' },
  },
}))

function ItemLabel({ node }: { node: CurriculumNode }) {
  const openMenu = useContext(MenuOf)
  const Icon = icons[node.kind]
  return (
    <Label>
      <Icon fontSize="small" />
      <span>
        <strong>{node.title}</strong>
        <small>{node.detail}</small>
      </span>
      <button
        type="button"
        aria-label={`Actions for ${node.title}`}
        aria-haspopup="menu"
        // Otherwise the tree would toggle the item and move the focus.
        onKeyDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation()
          openMenu(event.currentTarget, node)
        }}
      >
        <MoreIcon size={20} />
      </button>
    </Label>
  )
}

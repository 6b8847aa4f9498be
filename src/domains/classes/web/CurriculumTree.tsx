import AutoStoriesIcon from '@mui/icons-material/AutoStories'
import GroupsIcon from '@mui/icons-material/Groups'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import SchoolIcon from '@mui/icons-material/School'
import SubjectIcon from '@mui/icons-material/Subject'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { SimpleTreeView } from '@mui/x-tree-view/SimpleTreeView'
import { TreeItem } from '@mui/x-tree-view/TreeItem'
import { useState } from 'react'
import { sayError } from '../../../ui/snackbars.tsx'
import { choicesOf, type Task } from './CurriculumTask.tsx'
import type { CurriculumNode } from './curriculumTree.ts'

export interface CurriculumTreeProps {
  nodes: readonly CurriculumNode[]
  open: readonly string[]
  onOpen: (open: string[]) => void
  onTask: (task: Task) => void
}

const icons = { class: SchoolIcon, section: GroupsIcon, subject: SubjectIcon, book: AutoStoriesIcon }

/** Classes, sections, subjects and books; each has a button for what can be done with it. */
export function CurriculumTree({ nodes, open, onOpen, onTask }: CurriculumTreeProps) {
  // One menu for all, outside of the tree: inside of an item, the tree would take the menu's keys for its own.
  const [menu, setMenu] = useState<{ anchor: HTMLElement; node: CurriculumNode } | null>(null)
  return (
    <>
      <SimpleTreeView
        aria-label="Curriculum"
        disableSelection
        expandedItems={[...open]}
        onExpandedItemsChange={(_, items) => onOpen(items)}
        itemChildrenIndentation={16}
      >
        {nodes.map((node) => (
          <Item key={node.id} node={node} open={open} onMenu={(anchor, of) => setMenu({ anchor, node: of })} />
        ))}
      </SimpleTreeView>
      <Menu anchorEl={menu?.anchor ?? null} open={menu !== null} onClose={() => setMenu(null)}>
        {menu &&
          choicesOf(menu.node).map(({ label, task, refused }) => (
            <MenuItem
              key={label}
              sx={task.what === 'delete' ? { color: 'error.main' } : {}}
              onClick={() => {
                setMenu(null)
                if (refused === null) onTask(task)
                else sayError(refused)
              }}
            >
              {label}
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}

interface ItemProps {
  node: CurriculumNode
  open: readonly string[]
  onMenu: (anchor: HTMLElement, node: CurriculumNode) => void
}

function Item({ node, open, onMenu }: ItemProps) {
  const Icon = icons[node.kind]
  return (
    <TreeItem
      itemId={node.id}
      slotProps={{ content: { style: { paddingTop: 2, paddingBottom: 2 } } }}
      label={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <Icon fontSize="small" sx={{ color: 'text.secondary', flexShrink: 0, display: { xs: 'none', sm: 'block' } }} />
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              display: 'flex',
              flexDirection: { xs: 'column', sm: 'row' },
              alignItems: { sm: 'baseline' },
              columnGap: 2,
            }}
          >
            <Typography
              component="span"
              variant="body2"
              sx={{ fontWeight: 600, overflowWrap: 'anywhere', flexShrink: 0, maxWidth: '100%' }}
            >
              {node.title}
            </Typography>
            <Typography
              component="span"
              variant="body2"
              sx={{
                color: 'text.secondary',
                minWidth: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: { sm: 'nowrap' },
              }}
            >
              {node.detail}
            </Typography>
          </Box>
          <IconButton
            aria-label={`Actions for ${node.title}`}
            aria-haspopup="menu"
            // The tree would open or close the item, and move the focus.
            onKeyDown={(event) => event.stopPropagation()}
            onClick={(event) => {
              event.stopPropagation()
              onMenu(event.currentTarget, node)
            }}
          >
            <MoreVertIcon fontSize="small" />
          </IconButton>
        </Box>
      }
    >
      {node.children.length > 0 &&
        // What is closed is not drawn: a school has thousands of books.
        (open.includes(node.id) ? (
          node.children.map((child) => <Item key={child.id} node={child} open={open} onMenu={onMenu} />)
        ) : (
          <Closed />
        ))}
    </TreeItem>
  )
}

/** Stands for what is inside a closed item, so that the tree knows there is something. */
function Closed() {
  return null
}

import { createContext, use, useState } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Button, Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { Menu } from '#ui/kit/Menu.tsx'
import { ChevronRightIcon, CurriculumIcon, GroupsIcon, MoreIcon, SchoolIcon, SubjectIcon } from '#ui/kit/icons.ts'
import { showError } from '#ui/snackbars.ts'
import { taskChoices, type Task } from './CurriculumTask.tsx'
import type { CurriculumNode } from './curriculumTree.ts'
import styles from './CurriculumTree.module.css'

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
export default function CurriculumTree({ nodes, open, onOpen, onTask }: CurriculumTreeProps) {
  // One menu outside of the tree, because the tree would handle the keys of a menu inside an item.
  const [menu, setMenu] = useState<{ anchor: HTMLElement; node: CurriculumNode } | null>(null)
  const [openMenu] = useState<OpenMenu>(() => (anchor: HTMLElement, node: CurriculumNode) => setMenu({ anchor, node }))
  return (
    <MenuOf value={openMenu}>
      <Tree
        aria-label="Curriculum"
        items={nodes}
        expandedKeys={open}
        onExpandedChange={(keys) => onOpen([...keys].map(String))}
        className={styles.tree}
      >
        {(node) => <Item node={node} />}
      </Tree>
      <Menu
        anchor={menu?.anchor ?? null}
        onClose={() => setMenu(null)}
        label={`Actions for ${menu?.node.title ?? ''}`}
        choices={
          menu
            ? taskChoices(menu.node).map(({ label, task, refused }) => ({
                label,
                danger: task.what === 'delete',
                onChoose: () => (refused === null ? onTask(task) : showError(refused)),
              }))
            : []
        }
      />
    </MenuOf>
  )
}

function Item({ node }: { node: CurriculumNode }) {
  const openMenu = use(MenuOf)
  const Icon = icons[node.kind]
  return (
    <TreeItem id={node.id} textValue={node.title} className={styles.item}>
      <TreeItemContent>
        {({ hasChildItems, isExpanded, level }) => (
          <div className={styles.line} style={{ paddingInlineStart: (level - 1) * 20 }}>
            {hasChildItems ? (
              <Button slot="chevron" className={styles.chevron}>
                <ChevronRightIcon size={18} className={isExpanded ? styles.turned : undefined} />
              </Button>
            ) : (
              <span className={styles.chevron} />
            )}
            <Icon size={18} className={styles.icon} />
            <span className={styles.text}>
              <strong>{node.title}</strong>
              <small>{node.detail}</small>
            </span>
            <button
              type="button"
              aria-label={`Actions for ${node.title}`}
              aria-haspopup="menu"
              // Otherwise the tree would open or close the item.
              onPointerDown={(event) => event.stopPropagation()}
              onKeyDown={(event) => event.key !== 'Tab' && !event.key.startsWith('Arrow') && event.stopPropagation()}
              onClick={(event) => {
                event.stopPropagation()
                openMenu(event.currentTarget, node)
              }}
              className={styles.more}
            >
              <MoreIcon size={20} />
            </button>
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.children}>{(child) => <Item node={child} />}</Collection>
    </TreeItem>
  )
}

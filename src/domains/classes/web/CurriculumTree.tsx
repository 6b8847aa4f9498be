import { t } from '@lingui/core/macro'
import { hotkeysCoreFeature, syncDataLoaderFeature } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { useMemo, useState } from 'react'
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

/** The item above all classes, which is not shown. */
const rootId = 'all'

const icons = { class: SchoolIcon, section: GroupsIcon, subject: SubjectIcon, book: CurriculumIcon }

/** The tree of classes, sections, subjects and books; each node has a menu of tasks. */
export default function CurriculumTree({ nodes, open, onOpen, onTask }: CurriculumTreeProps) {
  const [focused, setFocused] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ anchor: HTMLElement; node: CurriculumNode } | null>(null)
  const known = useMemo(() => new Map(withDescendants(nodes).map((node) => [node.id, node])), [nodes])
  // The same array for the same rows: the library draws again for every other one.
  const expandedItems = useMemo(() => [...open], [open])
  const tree = useTree<CurriculumNode | undefined>({
    rootItemId: rootId,
    getItemName: (item) => item.getItemData()?.title ?? '',
    isItemFolder: (item) => (item.getItemData()?.children.length ?? 0) > 0,
    dataLoader: {
      getItem: (id) => known.get(id),
      getChildren: (id) => (id === rootId ? nodes : (known.get(id)?.children ?? [])).map((node) => node.id),
    },
    // When the row with the focus is deleted, Tab leads to the first one again.
    state: { expandedItems, focusedItem: focused !== null && known.has(focused) ? focused : null },
    setFocusedItem: setFocused,
    setExpandedItems: (change) => onOpen(typeof change === 'function' ? change(expandedItems) : change),
    features: [syncDataLoaderFeature, hotkeysCoreFeature],
  })
  const [builtFor, setBuiltFor] = useState(known)
  if (builtFor !== known) {
    // Before it is drawn: its rows would be of nodes that are gone.
    tree.scheduleRebuildTree()
    setBuiltFor(known)
  }
  return (
    <>
      {/* Rows with buttons are a treegrid by the ARIA Authoring Practices; the library's tree has none. */}
      <div {...tree.getContainerProps(t`Curriculum`)} role="treegrid" className={styles.tree}>
        {tree.getItems().map((item) => {
          const node = item.getItemData()
          if (!node) return null
          const Icon = icons[node.kind]
          return (
            <div {...item.getProps()} key={item.getId()} role="row" aria-label={undefined} className={styles.item}>
              <div role="gridcell" className={styles.line} style={{ paddingInlineStart: item.getItemMeta().level * 20 }}>
                {item.isFolder() ? (
                  <ChevronRightIcon size={18} className={`${styles.chevron} ${item.isExpanded() ? styles.turned : ''}`} />
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
                  aria-label={t`Actions for ${node.title}`}
                  aria-haspopup="menu"
                  // Otherwise the row would open or close.
                  onKeyDown={(event) => event.key !== 'Tab' && !event.key.startsWith('Arrow') && event.stopPropagation()}
                  onClick={(event) => {
                    event.stopPropagation()
                    setMenu({ anchor: event.currentTarget, node })
                  }}
                  className={styles.more}
                >
                  <MoreIcon size={20} />
                </button>
              </div>
            </div>
          )
        })}
      </div>
      <Menu
        anchor={menu?.anchor ?? null}
        onClose={() => setMenu(null)}
        label={t`Actions for ${menu?.node.title ?? ''}`}
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
    </>
  )
}

function withDescendants(nodes: readonly CurriculumNode[]): CurriculumNode[] {
  return nodes.flatMap((node) => [node, ...withDescendants(node.children)])
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { CurriculumDocument } from './classes.graphql.ts'
import { CurriculumTask, type Task } from './CurriculumTask.tsx'
import { countNodes, curriculumTable, curriculumTree, initiallyOpen, parentIds, searchTree } from './curriculumTree.ts'
import styles from './ViewCurriculum.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, SearchIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { TextField } from '#ui/kit/TextField.tsx'

// The tree's code comes while the curriculum is on its way.
const CurriculumTree = lazy(() => import('./CurriculumTree.tsx'))

/**
 * Maximum number of expanded rows, which take a second or two to draw. A large school's curriculum has twice as many.
 */
const maxExpanded = 3000

/** The tab View Curriculum: the tree of the looked-at term, with adding, editing and deleting. */
export default function ViewCurriculum() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(CurriculumDocument, { variables: { schoolId, termId } })
  const [search, setSearch] = useState('')
  const [expanded, setExpanded] = useState<string[] | null>(null)
  const [task, setTask] = useState<Task | null>(null)
  const tree = useMemo(() => curriculumTree(data?.curriculum ?? []), [data])
  const query = useDeferredValue(search.trim())
  const found = useMemo(() => (query === '' ? null : searchTree(tree, query)), [tree, query])
  const open = useMemo(() => expanded ?? found?.open ?? initiallyOpen(tree), [expanded, found, tree])
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />

  const nodes = found?.nodes ?? tree
  const tooMany = countNodes(nodes) > maxExpanded
  const refused = data.classesViewerCan.addClass.reason
  const addClass = (
    <Tooltip text={refused ?? ''}>
      <Button
        size={tree.length === 0 ? 'normal' : 'small'}
        variant={tree.length === 0 ? 'primary' : 'normal'}
        icon={<AddIcon />}
        disabled={refused !== null}
        onClick={() => setTask({ what: 'addClass' })}
      >
        <Trans>Add Class</Trans>
      </Button>
    </Tooltip>
  )

  return (
    <div className={styles.card}>
      {tree.length === 0 ? (
        <EmptyState
          text={t`No classes yet`}
          hint={t`A term is made of classes, a class of sections, and a section of subjects with their books.`}
          action={addClass}
        />
      ) : (
        <>
          <div className={styles.row}>
            <TextField
              type="search"
              value={search}
              onChange={(event) => {
                setSearch(event.target.value)
                // A new search expands its matches.
                setExpanded(null)
              }}
              placeholder={t`Class, section, subject, book or teacher`}
              className={styles.field}
              label={t`Search the curriculum`}
              start={<SearchIcon size={20} />}
              hideLabel
            />
            <div className={styles.actions}>
              <Tooltip text={tooMany ? t`This curriculum is too large to expand. Search for what you need.` : ''}>
                <Button variant="quiet" size="small" disabled={tooMany} onClick={() => setExpanded(parentIds(nodes))}>
                  <Trans>Expand all</Trans>
                </Button>
              </Tooltip>
              <Button variant="quiet" size="small" onClick={() => setExpanded([])}>
                <Trans>Collapse all</Trans>
              </Button>
              <ExportButton
                size="small"
                fileName="curriculum"
                choices={[{ label: found ? t`Search results` : t`Everything`, tables: () => [curriculumTable(nodes)] }]}
              />
              {addClass}
            </div>
          </div>
          {nodes.length === 0 ? (
            <EmptyState text={t`Nothing found`} hint={t`No class, section, subject, book or teacher matches your search.`} />
          ) : (
            <Suspense fallback={<LoadingState lines={8} />}>
              <CurriculumTree nodes={nodes} open={open} onOpen={setExpanded} onTask={setTask} />
            </Suspense>
          )}
        </>
      )}
      {task && <CurriculumTask task={task} onClose={() => setTask(null)} />}
    </div>
  )
}

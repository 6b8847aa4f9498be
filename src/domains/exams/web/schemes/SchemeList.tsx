import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useNavigate } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { CopyIcon, DeleteIcon, EditIcon, OpenIcon } from '#ui/kit/icons.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { type EarlierScheme, earlierSchemes } from '../../earlierSchemes.ts'
import { AssessmentSchemesDocument, type AssessmentSchemesQuery, type SchemeRowFragment } from '../exams.graphql.ts'
import { CopySchemeDialog, type SchemeToCopy } from './CopySchemeDialog.tsx'
import { DeleteSchemeDialog } from './DeleteSchemeDialog.tsx'
import { classesInWords, schemeAddress, schemeFormAddress } from './schemeTexts.ts'
import { sayWord } from '../sayWord.ts'
import styles from './SchemeList.module.css'

type ReadyRow = AssessmentSchemesQuery['readySchemes'][number]

/** Returns the name of a ready scheme that is not offered any more. */
const earlierName = (file: string) => (Object.hasOwn(earlierSchemes, file) ? earlierSchemes[file as EarlierScheme] : '')

const rowId = (row: SchemeRowFragment) => row.id
const rowName = (row: SchemeRowFragment) => row.name
const usedBy = (row: SchemeRowFragment) => classesInWords(row.classes) || t`no class yet`

/** The tab Schemes: the school's own schemes, and those of boards that are ready to be copied. */
export default function SchemeList() {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(AssessmentSchemesDocument, { variables: { schoolId }, alsoOf: ['classes'] })
  const [copied, setCopied] = useState<SchemeToCopy | null>(null)
  const [deleted, setDeleted] = useState<SchemeRowFragment | null>(null)
  const ready = data?.readySchemes
  const columns = useMemo<Column<SchemeRowFragment>[]>(() => {
    const sourceOf = ({ copiedFrom }: SchemeRowFragment) =>
      ready?.find(({ ready: name }) => name === copiedFrom)?.name ?? earlierName(copiedFrom)
    return [
      {
        key: 'name',
        header: t`Scheme`,
        value: (row) => row.name,
        render: (row) => (
          <Link as={RouterLink} to={schemeAddress(row.id)}>
            {row.name}
          </Link>
        ),
        flex: 1.4,
        minWidth: 200,
      },
      {
        key: 'classes',
        header: t`Used by`,
        value: usedBy,
        // Rendered, because a text that is not is cut at the end of its line.
        render: usedBy,
        minWidth: 220,
        phone: 'line',
      },
      {
        key: 'source',
        header: t`Copied from`,
        value: sourceOf,
        render: sourceOf,
        minWidth: 160,
        phone: 'none',
      },
      {
        key: 'changed',
        header: t`Changed`,
        value: (row) => row.changedAt,
        render: (row) => `${showDay(schoolDay(new Date(row.changedAt)))} · ${row.changedByName}`,
        minWidth: 160,
        phone: 'none',
      },
    ]
  }, [ready])
  const actions = useMemo<RowAction<SchemeRowFragment>[]>(
    () => [
      {
        label: t`Change scheme`,
        icon: EditIcon,
        onClick: (row) => navigate(schemeFormAddress(row.id)),
        refusalReason: (row) => row.viewerCan.change.reason,
      },
      {
        label: t`Copy scheme`,
        icon: CopyIcon,
        onClick: ({ id, name }) => setCopied({ id, name }),
        refusalReason: (row) => row.viewerCan.copy.reason,
      },
      {
        label: t`Delete scheme`,
        icon: DeleteIcon,
        destructive: true,
        onClick: setDeleted,
        refusalReason: (row) => row.viewerCan.delete.reason,
      },
    ],
    [navigate],
  )
  return (
    <Stack gap={6}>
      <DataTable
        title={t`SCHEMES`}
        fileName="schemes"
        columns={columns}
        rows={data?.assessmentSchemes}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        empty={{
          text: t`No schemes yet`,
          hint: t`A scheme says how a class is assessed: its parts of the year, its tests with their highest marks, its grades, and what it takes to pass. Copy one of your board below, and change the copy where your school differs.`,
        }}
      />
      {ready && <ReadySchemes rows={ready} onCopy={setCopied} />}
      {copied && <CopySchemeDialog scheme={copied} onClose={() => setCopied(null)} />}
      {deleted && <DeleteSchemeDialog scheme={deleted} onClose={() => setDeleted(null)} />}
    </Stack>
  )
}

/** The ready schemes with their sources. */
function ReadySchemes({ rows, onCopy }: { rows: readonly ReadyRow[]; onCopy: (scheme: SchemeToCopy) => void }) {
  return (
    <section aria-labelledby="ready-schemes">
      <Heading level={2} id="ready-schemes">
        <Trans>Ready schemes</Trans>
      </Heading>
      <Text size="small" tone="quiet">
        <Plural
          value={rows.length}
          one="# scheme as a board’s circular has it. Copy it to use it."
          other="# schemes as the boards’ circulars have them. Copy one to use it."
        />
      </Text>
      {/* Without its marks, Safari does not say that it is a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className={styles.ready}>
        {rows.map(({ ready, source, ...row }) => {
          const name = sayWord(row.name)
          return (
            <li key={ready} className={styles.row}>
              <div className={styles.text}>
                <Heading level={3}>
                  <Link as={RouterLink} to={schemeAddress(ready)}>
                    {name}
                  </Link>
                </Heading>
                <Text size="small" tone="quiet">
                  {source.title}
                </Text>
                {source.url && (
                  <Link href={source.url} target="_blank" rel="noreferrer" className={styles.source}>
                    <OpenIcon size={14} aria-hidden /> <Trans>Source</Trans>
                  </Link>
                )}
              </div>
              <Row gap={2}>
                <Button size="small" as={RouterLink} to={schemeAddress(ready)} aria-label={t`View ${name}`}>
                  <Trans>View</Trans>
                </Button>
                <Button
                  size="small"
                  icon={<CopyIcon size={16} />}
                  aria-label={t`Copy ${name}`}
                  onClick={() => onCopy({ ready, name, source })}
                >
                  <Trans>Copy</Trans>
                </Button>
              </Row>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

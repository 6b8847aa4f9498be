import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { missingPartsMessage } from '../../certificates.rules.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { EmptyState } from '#ui/states.tsx'
import { certificatesAddress } from '../certificatesAddress.ts'
import { SheetThumb } from '../SheetView.tsx'
import { DeleteFormat } from './DeleteFormat.tsx'
import { draftKey, readDraft } from './draft.ts'
import type { CertificateFormatRowFragment, ReadyFormatsQuery } from './formats.graphql.ts'
import { emptyPaper, parsedFormat, pictureUrls } from './papers.ts'
import { UsualFormat } from './UsualFormat.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './FormatList.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { AddIcon, DeleteIcon, EditIcon, ShowIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'

export interface FormatListProps {
  formats: readonly CertificateFormatRowFragment[]
  ready: ReadyFormatsQuery['readyFormats']
  mayAdd: boolean
}

/** Lists the formats of the school, and the ready-made ones to start from. */
export function FormatList({ formats, ready, mayAdd }: FormatListProps) {
  const { schoolId, viewer } = useActiveSchool()
  const readyId = useId()
  const [deleting, setDeleting] = useState<CertificateFormatRowFragment | null>(null)
  const hasDraft = (which: string) => readDraft(draftKey(schoolId, viewer.id, which)) !== null
  return (
    <Stack gap={5}>
      {formats.length === 0 ? (
        <EmptyState
          text={t`This school has no format for its leaving certificates yet.`}
          hint={
            mayAdd
              ? t`Start from a ready-made one below and change what is different in this school.`
              : t`Ask the super administrator to add one.`
          }
        />
      ) : (
        <Grid label={t`Formats`}>
          {formats.map((row) => (
            <FormatCard
              key={row.id}
              title={row.name}
              facts={t`${plural(row.fields.length, { one: '# field', other: '# fields' })} · changed ${showMoment(row.changedAt)} by ${row.changedByName}`}
              thumb={<SheetThumb paper={emptyPaper(parsedFormat(row.format), pictureUrls(row.pictures))} />}
              states={[
                ...(row.usual ? ['USUAL' as const] : []),
                ...(row.missing.length > 0 ? ['UNUSABLE' as const] : []),
                ...(hasDraft(row.id) ? ['UNSAVED' as const] : []),
              ]}
              problem={missingPartsMessage(row.missing)}
            >
              <Button
                as={Link}
                to={certificatesAddress({ part: 'format', format: row.id })}
                icon={row.viewerCan.edit.allowed ? <EditIcon /> : <ShowIcon />}
                aria-label={row.viewerCan.edit.allowed ? t`Edit ${row.name}` : t`View ${row.name}`}
              >
                {row.viewerCan.edit.allowed ? t`Edit` : t`View`}
              </Button>
              {row.viewerCan.setUsual.allowed && (row.usual || row.missing.length === 0) && <UsualFormat format={row} />}
              {row.viewerCan.delete.allowed && (
                <Tooltip text={t`Delete`}>
                  <IconButton aria-label={t`Delete ${row.name}`} onClick={() => setDeleting(row)} className={styles.button}>
                    <DeleteIcon />
                  </IconButton>
                </Tooltip>
              )}
            </FormatCard>
          ))}
        </Grid>
      )}
      {mayAdd && (
        <section aria-labelledby={readyId}>
          <Heading level={2} id={readyId} className={styles.spaced}>
            <Trans>Start a new format</Trans>
          </Heading>
          <Grid label={t`Ready-made formats`}>
            {ready.map(({ key, name, format, fields }) => (
              <FormatCard
                key={key}
                title={name}
                facts={t`Ready-made · ${plural(fields.length, { one: '# field', other: '# fields' })}`}
                thumb={<SheetThumb paper={emptyPaper(parsedFormat(format), () => undefined)} />}
                states={hasDraft(`new-${key}`) ? ['UNSAVED'] : []}
              >
                <Button
                  as={Link}
                  to={certificatesAddress({ part: 'format', format: 'new', ready: key })}
                  icon={<AddIcon />}
                  aria-label={t`Use this format: ${name}`}
                >
                  <Trans>Use this format</Trans>
                </Button>
              </FormatCard>
            ))}
            <FormatCard title={t`Empty paper`} facts={t`For a layout of your own`} states={hasDraft('new-') ? ['UNSAVED'] : []}>
              <Button as={Link} to={certificatesAddress({ part: 'format', format: 'new' })} icon={<AddIcon />}>
                <Trans>Start empty</Trans>
              </Button>
            </FormatCard>
          </Grid>
        </section>
      )}
      {deleting && <DeleteFormat format={deleting} onClose={() => setDeleting(null)} />}
    </Stack>
  )
}

function Grid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  )
}

const stateLabels = { USUAL: t`Usual`, UNUSABLE: t`Cannot be used`, UNSAVED: t`Unsaved changes` } as const

interface FormatCardProps {
  title: string
  facts: string
  thumb?: ReactNode
  states: readonly (keyof typeof stateLabels)[]
  /** Why no certificate can be issued with it; '' if it can be used. */
  problem?: string
  children: ReactNode
}

function FormatCard({ title, facts, thumb, states, problem, children }: FormatCardProps) {
  return (
    <Card as="li" className={styles.item}>
      {thumb}
      <div className={styles.column}>
        <Heading level={3} className={styles.breakable}>
          {title}
        </Heading>
        <Text size="small" className={styles.hint}>
          {facts}
        </Text>
        {states.length > 0 && (
          <Row gap={1} wrap>
            {states.map((state) => (
              <StateChip key={state} state={state} label={stateLabels[state]} />
            ))}
          </Row>
        )}
        {problem && (
          <Text tone="error" size="small">
            {problem}
          </Text>
        )}
        <div className={styles.row}>{children}</div>
      </div>
    </Card>
  )
}

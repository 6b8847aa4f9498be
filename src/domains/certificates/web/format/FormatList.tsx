import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/Edit'
import VisibilityIcon from '@mui/icons-material/Visibility'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { countWithNoun } from '#shared/plural.ts'
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
          text="This school has no format for its leaving certificates yet."
          hint={
            mayAdd
              ? 'Start from a ready-made one below and change what is different in this school.'
              : 'Ask the super administrator to add one.'
          }
        />
      ) : (
        <Grid label="Formats">
          {formats.map((row) => (
            <Card
              key={row.id}
              title={row.name}
              facts={`${countWithNoun(row.fields.length, 'field')} · changed ${showMoment(row.changedAt)} by ${row.changedByName}`}
              thumb={<SheetThumb paper={emptyPaper(parsedFormat(row.format), pictureUrls(row.pictures))} />}
              states={[
                ...(row.usual ? ['Usual'] : []),
                ...(row.missing.length > 0 ? ['Cannot be used'] : []),
                ...(hasDraft(row.id) ? ['Unsaved changes'] : []),
              ]}
              problem={missingPartsMessage(row.missing)}
            >
              <Button
                component={Link}
                to={certificatesAddress({ part: 'format', format: row.id })}
                variant="outlined"
                startIcon={row.viewerCan.edit.allowed ? <EditIcon /> : <VisibilityIcon />}
                aria-label={`${row.viewerCan.edit.allowed ? 'Edit' : 'View'} ${row.name}`}
              >
                {row.viewerCan.edit.allowed ? 'Edit' : 'View'}
              </Button>
              {row.viewerCan.setUsual.allowed && (row.usual || row.missing.length === 0) && <UsualFormat format={row} />}
              {row.viewerCan.delete.allowed && (
                <Tooltip title="Delete">
                  <IconButton aria-label={`Delete ${row.name}`} onClick={() => setDeleting(row)} className={styles.button}>
                    <DeleteIcon />
                  </IconButton>
                </Tooltip>
              )}
            </Card>
          ))}
        </Grid>
      )}
      {mayAdd && (
        <section aria-labelledby={readyId}>
          <Typography variant="h2" id={readyId} className={styles.spaced}>
            Start a new format
          </Typography>
          <Grid label="Ready-made formats">
            {ready.map(({ key, name, format, fields }) => (
              <Card
                key={key}
                title={name}
                facts={`Ready-made · ${countWithNoun(fields.length, 'field')}`}
                thumb={<SheetThumb paper={emptyPaper(parsedFormat(format), () => undefined)} />}
                states={hasDraft(`new-${key}`) ? ['Unsaved changes'] : []}
              >
                <Button
                  component={Link}
                  to={certificatesAddress({ part: 'format', format: 'new', ready: key })}
                  variant="outlined"
                  startIcon={<AddIcon />}
                  aria-label={`Use this format: ${name}`}
                >
                  Use this format
                </Button>
              </Card>
            ))}
            <Card title="Empty paper" facts="For a layout of your own" states={hasDraft('new-') ? ['Unsaved changes'] : []}>
              <Button
                component={Link}
                to={certificatesAddress({ part: 'format', format: 'new' })}
                variant="outlined"
                startIcon={<AddIcon />}
              >
                Start empty
              </Button>
            </Card>
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

interface CardProps {
  title: string
  facts: string
  thumb?: ReactNode
  states: readonly string[]
  /** Why no certificate can be issued with it; '' if it can be used. */
  problem?: string
  children: ReactNode
}

function Card({ title, facts, thumb, states, problem, children }: CardProps) {
  return (
    <Paper component="li" variant="outlined" className={styles.item}>
      {thumb}
      <div className={styles.column}>
        <Typography variant="h3" className={styles.breakable}>
          {title}
        </Typography>
        <Typography variant="body2" className={styles.hint}>
          {facts}
        </Typography>
        {states.length > 0 && (
          <Row gap={1} wrap>
            {states.map((state) => (
              <StateChip key={state} state={state} />
            ))}
          </Row>
        )}
        {problem && (
          <Typography variant="body2" color="error">
            {problem}
          </Typography>
        )}
        <div className={styles.row}>{children}</div>
      </div>
    </Paper>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { CopyIcon, DeleteIcon, EditIcon } from '#ui/kit/icons.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import type { Scheme } from '../../scheme.schema.ts'
import { AssessmentSchemeDocument, ReadySchemesDocument } from '../exams.graphql.ts'
import { CopySchemeDialog } from './CopySchemeDialog.tsx'
import { DeleteSchemeDialog } from './DeleteSchemeDialog.tsx'
import { classesInWords, schemeFormAddress } from './schemeTexts.ts'
import { sayWord } from '../sayWord.ts'
import { SchemeView } from './SchemeView.tsx'
import styles from './SchemeScreen.module.css'

const back = { to: '/exams?tab=schemes', label: t`Schemes` }

/** /exams/schemes/:id: how classes are assessed by a scheme of the school, or by a ready one, named by its file. */
export default function SchemeScreen() {
  const { id = '' } = useParams()
  return /^\d+$/.test(id) ? <OwnScheme key={id} id={id} /> : <ReadyScheme ready={id} />
}

function OwnScheme({ id }: { id: string }) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(AssessmentSchemeDocument, { variables: { schoolId, id }, alsoOf: ['classes'] })
  const [open, setOpen] = useState<'copy' | 'delete' | null>(null)
  const row = data?.assessmentScheme
  const content = useMemo(() => row && (JSON.parse(row.content) as Scheme), [row])
  if (!row || !content)
    return (
      <PageLayout title={t`Scheme`} back={back}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={10} />}
      </PageLayout>
    )
  const { name, version, replaced, classes, changedByName, viewerCan } = row
  const changedOn = showDay(schoolDay(new Date(row.changedAt)))
  const usedBy = classesInWords(classes)
  return (
    <PageLayout
      title={name}
      context={
        usedBy
          ? t`Used by ${usedBy} · changed by ${changedByName} on ${changedOn}`
          : t`No class uses it yet · changed by ${changedByName} on ${changedOn}`
      }
      back={back}
      action={
        <>
          {viewerCan.delete.allowed && (
            <Button variant="quiet" danger icon={<DeleteIcon />} onClick={() => setOpen('delete')} className={styles.danger}>
              <Trans>Delete scheme</Trans>
            </Button>
          )}
          {viewerCan.copy.allowed && (
            <Button icon={<CopyIcon />} onClick={() => setOpen('copy')}>
              <Trans>Copy scheme</Trans>
            </Button>
          )}
          {viewerCan.change.allowed && !replaced && (
            <Button variant="primary" as={Link} to={schemeFormAddress(id)} icon={<EditIcon />}>
              <Trans>Change scheme</Trans>
            </Button>
          )}
        </>
      }
    >
      {replaced && (
        <Alert kind="info">
          <Trans>This is an earlier version. Classes of past terms keep it; the others have the newer one.</Trans>
        </Alert>
      )}
      <SchemeView scheme={content} ready={row.copiedFrom} />
      {open === 'copy' && <CopySchemeDialog scheme={{ id, name }} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <DeleteSchemeDialog scheme={{ id, name, version }} onClose={() => setOpen(null)} onDeleted={() => navigate(back.to)} />
      )}
    </PageLayout>
  )
}

function ReadyScheme({ ready }: { ready: string }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ReadySchemesDocument, { variables: { schoolId }, fetchPolicy: 'cache-first' })
  const [copying, setCopying] = useState(false)
  const found = data?.readySchemes.find((scheme) => scheme.ready === ready)
  const content = useMemo(() => found && (JSON.parse(found.content) as Scheme), [found])
  if (data && !found) return <NotFound />
  return (
    <PageLayout
      title={found ? sayWord(found.name) : t`Scheme`}
      context={t`A ready scheme. Copy it to use it and to change it.`}
      back={back}
      action={
        found && (
          <Button variant="primary" icon={<CopyIcon />} onClick={() => setCopying(true)}>
            <Trans>Copy scheme</Trans>
          </Button>
        )
      }
    >
      {content ? (
        <SchemeView scheme={content} ready={ready} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
      {copying && content && (
        <CopySchemeDialog
          scheme={{ ready, name: sayWord(content.name), source: content.source }}
          onClose={() => setCopying(false)}
        />
      )}
    </PageLayout>
  )
}

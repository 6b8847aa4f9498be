import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { isLanguage, languageNames } from '#shared/languages.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { channelLabels, kindLabels } from '../messageLabels.ts'
import { DeleteTemplate } from './DeleteTemplate.tsx'
import { Kinds } from './Kinds.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import { MessageTemplatesDocument, type TemplateRowFragment } from './templates.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, DeleteIcon, EditIcon } from '#ui/kit/icons.ts'

type Template = TemplateRowFragment

/** The tab Templates: the settings of each kind of message, and the registered texts. */
export default function Templates({ mayEdit }: { mayEdit: boolean }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(MessageTemplatesDocument, { variables: { schoolId } })
  const [open, setOpen] = useState<{ what: 'edit'; template: Template | null } | { what: 'delete'; template: Template } | null>(
    null,
  )
  const actions = useMemo<RowAction<Template>[]>(
    () => [
      {
        label: t`Edit template`,
        icon: EditIcon,
        onClick: (template) => setOpen({ what: 'edit', template }),
        refusalReason: (template) => template.viewerCan.save.reason,
      },
      {
        label: t`Delete template`,
        icon: DeleteIcon,
        destructive: true,
        onClick: (template) => setOpen({ what: 'delete', template }),
        refusalReason: (template) => template.viewerCan.delete.reason,
      },
    ],
    [],
  )
  const add = mayEdit && (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setOpen({ what: 'edit', template: null })}>
      <Trans>Add Template</Trans>
    </Button>
  )
  const close = () => setOpen(null)
  return (
    <Stack gap={5}>
      <Kinds />
      <Stack gap={3}>
        {add && <div>{add}</div>}
        <DataTable
          title={t`TEMPLATES`}
          fileName="message-templates"
          columns={columns}
          filters={filters}
          rows={data?.messageTemplates}
          error={data ? undefined : error}
          onRetry={() => void refetch()}
          rowId={rowId}
          rowName={rowName}
          {...(mayEdit ? { actions, onOpen: (template: Template) => setOpen({ what: 'edit', template }) } : {})}
          defaults={{ name: 'templates' }}
          searchLabel={t`Name, id or text`}
          empty={{
            text: t`No templates yet`,
            hint: t`SMS and WhatsApp carry registered texts only. Enter the school’s registered texts here, word for word.`,
          }}
        />
      </Stack>
      {open?.what === 'edit' && <TemplateDialog template={open.template} onClose={close} />}
      {open?.what === 'delete' && <DeleteTemplate template={open.template} onClose={close} />}
    </Stack>
  )
}

const rowId = (template: Template) => template.id
const rowName = (template: Template) =>
  t({
    message: `${[kindLabels[template.kind], template.name].filter(Boolean).join(' ')} by ${channelLabels[template.channel]} in ${languageLabel(template)}`,
    context: 'a template by a channel',
  })
const languageLabel = ({ language }: Template) => {
  const [code] = language.split('_')
  return isLanguage(code) ? languageNames[code] : language
}
const unsorted = { sortable: false, phone: 'none' } as const

const columns: readonly Column<Template>[] = [
  {
    key: 'kind',
    header: t`About`,
    value: (template) => [kindLabels[template.kind], template.name].filter(Boolean).join(': '),
    flex: 1.1,
    minWidth: 150,
    phone: 'title',
  },
  {
    key: 'channel',
    header: t({ message: 'By', context: 'a channel' }),
    value: (template) => channelLabels[template.channel],
    flex: 0.5,
    minWidth: 96,
    phone: 'line',
  },
  {
    key: 'registered',
    header: t`Registered as`,
    value: (template) => (template.channel === 'SMS' ? template.dltTemplateId : template.whatsappName),
    flex: 1.1,
    minWidth: 170,
    phone: 'line',
  },
  { key: 'language', header: t`Language`, value: languageLabel, phone: 'line', flex: 0.4, minWidth: 90 },
  { key: 'text', header: t`Text`, value: (template) => template.text, ...unsorted, flex: 2.4, minWidth: 200 },
  {
    key: 'price',
    header: t`Price`,
    value: (template) => template.price,
    render: (template) => showMoney(template.price),
    ...unsorted,
    numeric: true,
    money: true,
    flex: 0.5,
    minWidth: 90,
  },
]
const filters = [
  {
    key: 'channel',
    label: t({ message: 'By', context: 'a channel' }),
    options: (['WHATSAPP', 'SMS'] as const).map((value) => ({ value, label: channelLabels[value] })),
    matches: (template: Template, value: string) => template.channel === value,
  },
]

import { plural, t } from '@lingui/core/macro'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { registeredKinds } from '../../messaging.rules.ts'
import { templateForm } from '../../messaging.schema.ts'
import { kindsOfMessages, templateChannels } from '../../texts.kinds.ts'
import { renderText, smsSegments } from '../../texts.rules.ts'
import { MessageText } from '../MessageText.tsx'
import { channelLabels, kindLabels } from '../messageLabels.ts'
import { SaveMessageTemplateDocument, type TemplateRowFragment } from './templates.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './TemplateDialog.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** Adds or edits a template. */
export function TemplateDialog({ template, onClose }: { template: TemplateRowFragment | null; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: templateForm,
    mutation: SaveMessageTemplateDocument,
    defaultValues: {
      kind: template?.kind ?? 'NOTICE',
      name: template?.name ?? '',
      channel: template?.channel === 'SMS' ? 'SMS' : 'WHATSAPP',
      language: template?.language ?? 'en',
      whatsappName: template?.whatsappName ?? '',
      dltTemplateId: template?.dltTemplateId ?? '',
      smsTemplateId: template?.smsTemplateId ?? '',
      text: template?.text ?? '',
      ...(template ? { id: template.id, version: template.version, price: template.price } : {}),
    },
    // Values of fields that are no longer shown are not sent.
    variables: ({ id, version, ...input }) => ({
      schoolId,
      input: {
        ...input,
        name: input.kind === 'NOTICE' ? input.name : '',
        whatsappName: input.channel === 'WHATSAPP' ? input.whatsappName : '',
        dltTemplateId: input.channel === 'SMS' ? input.dltTemplateId : '',
        smsTemplateId: input.channel === 'SMS' ? input.smsTemplateId : '',
        ...(id === undefined || version === undefined ? {} : { id: String(id), version }),
      },
    }),
    success: template ? t`Template Updated Successfully!` : t`Template Added Successfully!`,
    onDone: onClose,
  })
  const [kind, channel] = command.form.watch(['kind', 'channel'])
  return (
    <Dialog title={template ? t`Edit Template` : t`Add Template`} onClose={command.saving ? undefined : onClose} size="large">
      <CommandForm command={command} submitLabel={template ? t`Update Template` : t`Add Template`} onCancel={onClose} inDialog>
        <SelectField
          name="kind"
          label={t`About`}
          required
          disabled={template !== null}
          options={registeredKinds.map((value) => ({ value, label: kindLabels[value] }))}
        />
        {kind === 'NOTICE' ? (
          <TextField
            name="name"
            label={t`Name`}
            required
            autoComplete="off"
            maxLength={60}
            hint={t`Such as Holiday. WhatsApp and SMS templates with the same name are one notice`}
          />
        ) : (
          <div className={styles.deskOnly} />
        )}
        <SelectField
          name="channel"
          label={t({ message: 'By', context: 'a channel' })}
          required
          disabled={template !== null}
          options={templateChannels.map((value) => ({ value, label: channelLabels[value] }))}
        />
        <TextField
          name="language"
          label={t`Language`}
          required
          autoComplete="off"
          maxLength={12}
          hint={t`As registered: en, en_US, hi, mr. Each family gets the text in its language`}
        />
        {channel === 'WHATSAPP' ? (
          <TextField
            name="whatsappName"
            label={t`Name at WhatsApp`}
            required
            autoComplete="off"
            hint={t`As registered: small letters, digits and _`}
          />
        ) : (
          <TextField
            name="dltTemplateId"
            label={t`DLT Template ID`}
            required
            inputMode="numeric"
            autoComplete="off"
            hint={t`From the operators’ DLT register, where the text was approved. Digits only`}
          />
        )}
        {channel === 'SMS' && (
          <TextField
            name="smsTemplateId"
            label={t`MSG91 Template ID`}
            required
            autoComplete="off"
            hint={t`From MSG91, under SMS, Templates. Letters and digits`}
          />
        )}
        <MoneyField
          name="price"
          label={t`Price`}
          required
          hint={
            channel === 'SMS'
              ? t`Price of one part of an SMS, for the cost in the preview`
              : t`Price of one message, for the cost in the preview`
          }
        />
        <FormWide>
          <TemplateText />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}

/** The field for the text, with buttons that insert variables and a preview. */
function TemplateText() {
  const { watch, setValue, getValues } = useFormContext<z.input<typeof templateForm>>()
  const box = useRef<HTMLDivElement>(null)
  const [kind, channel, text] = watch(['kind', 'channel', 'text'])
  const { variables } = kindsOfMessages[kind]
  const samples = Object.fromEntries(variables.map(({ name, sample }) => [name, sample]))
  const preview = renderText(kind, channel, text, samples)

  function insertVariable(name: string) {
    const area = box.current?.querySelector('textarea:not([aria-hidden])') as HTMLTextAreaElement | null
    const now = getValues('text')
    const [from, to] = area ? [area.selectionStart, area.selectionEnd] : [now.length, now.length]
    const inserted = `{{${name}}}`
    setValue('text', `${now.slice(0, from)}${inserted}${now.slice(to)}`, { shouldDirty: true, shouldValidate: true })
    // The field shows the new text after the next render.
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(from + inserted.length, from + inserted.length)
    })
  }

  return (
    <Stack ref={box} gap={3}>
      <TextField
        name="text"
        label={t`Text`}
        required
        lines={3}
        hint={t`Word for word as registered, with variables as '{{name}}'`}
      />
      <Row role="group" aria-label={t`Variables`} gap={2} wrap>
        {variables.map(({ name, about }) => (
          <ChipButton key={name} outlined label={`{{${name}}}`} title={about} onClick={() => insertVariable(name)} />
        ))}
      </Row>
      {text.trim() !== '' && (
        <div>
          <Text size="small" className={styles.hint}>
            {channel === 'SMS'
              ? t`As it is read, ${plural(smsSegments(preview.text), { one: '# part', other: '# parts' })} of an SMS`
              : t`As it is read`}
          </Text>
          <MessageText label={t`As it is read`}>{preview.text}</MessageText>
          {preview.problem !== null && (
            <Text size="small" className={styles.text}>
              {preview.problem}
            </Text>
          )}
        </div>
      )}
    </Stack>
  )
}

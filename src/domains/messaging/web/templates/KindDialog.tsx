import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import type { z } from 'zod'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import type { MessageChannel } from '#ui/generated/schema.types.ts'
import { messageChannels } from '../../messaging.rules.ts'
import { kindForm } from '../../messaging.schema.ts'
import { MessageText } from '../MessageText.tsx'
import { channelLabels, formatChannels, kindLabels } from '../messageLabels.ts'
import { type KindRowFragment, SaveMessageKindDocument } from './templates.graphql.ts'
import styles from './KindDialog.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ArrowUpIcon } from '#ui/kit/icons.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'

/** Edits whether a kind of message is sent, and by which channels in which order. */
export function KindDialog({ kind: row, onClose }: { kind: KindRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { kind } = row
  const label = kindLabels[kind]
  const command = useCommandForm({
    schema: kindForm,
    mutation: SaveMessageKindDocument,
    defaultValues: { kind, enabled: row.enabled, channels: row.usual ? [] : [...row.channels] },
    variables: (input) => ({ schoolId, input }),
    success: t`${label} Updated Successfully!`,
    onDone: onClose,
  })
  return (
    <Dialog title={label} onClose={command.saving ? undefined : onClose}>
      <CommandForm command={command} submitLabel={t`Update`} onCancel={onClose} inDialog>
        <FormWide>
          <SwitchField name="enabled" label={t`Goes out`} hint={t`When switched off, no message of this kind is sent`} />
        </FormWide>
        <FormWide>
          <Channels usual={row.usual ? formatChannels(row.channels) : ''} />
        </FormWide>
        <FormWide>
          <Text size="small" className={styles.hint}>
            <Trans>The default text, used on devices and in e-mails</Trans>
          </Text>
          <MessageText label={t`Default text`}>{row.text}</MessageText>
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}

/** Lists the chosen channels in their order, then the others. None chosen means the default. */
function Channels({ usual }: { usual: string }) {
  const labelId = useId()
  const { field } = useController<z.input<typeof kindForm>, 'channels'>({ name: 'channels' })
  const chosen = field.value
  const listed = [...chosen, ...messageChannels.filter((channel) => !chosen.includes(channel))]
  const moveUp = (channel: MessageChannel) => {
    const place = chosen.indexOf(channel)
    const others = chosen.filter((chosenChannel) => chosenChannel !== channel)
    field.onChange([...others.slice(0, place - 1), channel, ...others.slice(place - 1)])
  }
  return (
    <div role="group" aria-labelledby={labelId}>
      <GroupLabel id={labelId}>
        <Trans>Channels, in the order they are tried</Trans>
      </GroupLabel>
      {listed.map((channel) => {
        const place = chosen.indexOf(channel)
        return (
          <div key={channel} className={styles.row}>
            <Checkbox
              checked={place >= 0}
              onChange={({ target: { checked: on } }) =>
                field.onChange(on ? [...chosen, channel] : chosen.filter((chosenChannel) => chosenChannel !== channel))
              }
              className={styles.fill}
              label={place >= 0 ? `${place + 1}. ${channelLabels[channel]}` : channelLabels[channel]}
            />
            {place > 0 && (
              <IconButton aria-label={t`Move ${channelLabels[channel]} up`} onClick={() => moveUp(channel)}>
                <ArrowUpIcon />
              </IconButton>
            )}
          </div>
        )
      })}
      <FieldHint>
        {chosen.length > 0
          ? t`Choose none to use the default channels`
          : usual
            ? t`None chosen: default channels: ${usual}`
            : t`None chosen: default channels`}
      </FieldHint>
    </div>
  )
}

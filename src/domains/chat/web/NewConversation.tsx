import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useDeferredValue, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { ChatContactsDocument, OpenChatThreadDocument, type OpenChatThreadMutationVariables } from './chat.graphql.ts'
import styles from './NewConversation.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { AddIcon } from '#ui/kit/icons.ts'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { List, ListButton, ListRow, ListText } from '#ui/kit/List.tsx'

type Target = OpenChatThreadMutationVariables['input']

/** Starts or opens a conversation. Staff choose a family or section; a family writes to its teachers. */
export function NewConversation({ onOpen }: { onOpen: (threadId: string) => void }) {
  const { schoolId, viewer } = useActiveSchool()
  const [openThread, opening] = useCommand(OpenChatThreadDocument)
  const [choosing, setChoosing] = useState(false)

  async function open(input: Target) {
    const data = await openThread({ schoolId, input })
    if (!data) return
    onOpen(data.openChatThread.id)
    setChoosing(false)
  }

  const { studentId } = viewer
  if (studentId !== null)
    return (
      <Button variant="primary" onClick={() => void open({ studentId })} loading={opening}>
        <Trans>Write to the Teachers</Trans>
      </Button>
    )
  return (
    <>
      <Button variant="primary" icon={<AddIcon />} onClick={() => setChoosing(true)}>
        <Trans>New Conversation</Trans>
      </Button>
      {choosing && <ChooseDialog onChoose={(target) => void open(target)} onClose={() => setChoosing(false)} />}
    </>
  )
}

interface ChooseDialogProps {
  onChoose: (target: Target) => void
  onClose: () => void
}

function ChooseDialog({ onChoose, onClose }: ChooseDialogProps) {
  const { schoolId } = useActiveSchool()
  const [targetKind, setTargetKind] = useState<'student' | 'section'>('student')
  const [searchText, setSearchText] = useState('')
  const search = useDeferredValue(searchText.trim())
  const ofSection = targetKind === 'section'
  const { data, previousData, error, refetch } = useQuery(ChatContactsDocument, {
    variables: { schoolId, input: { search: ofSection ? '' : search } },
  })
  const contacts = (data ?? previousData)?.chatContacts
  const rows = !contacts
    ? null
    : ofSection
      ? contacts.sections
          .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
          .map(({ id, name }) => ({ id, name, detail: t`All families of the section`, disabled: false }))
      : contacts.students.map(({ id, name, section, roll, hasReader }) => ({
          id,
          name,
          disabled: !hasReader,
          detail: hasReader ? t`${section} · roll ${roll}` : t`${section} · roll ${roll} · cannot sign in`,
        }))
  return (
    <Dialog title={t`New Conversation`} onClose={onClose}>
      <DialogBody className={styles.content}>
        <ToggleGroup
          aria-label={t`With whom`}
          value={targetKind}
          onChange={(value: 'student' | 'section') => setTargetKind(value)}
        >
          <Toggle value="student">
            <Trans>One family</Trans>
          </Toggle>
          <Toggle value="section">
            <Trans>A whole section</Trans>
          </Toggle>
        </ToggleGroup>
        <TextField
          autoFocus
          type="search"
          label={ofSection ? t`Search sections` : t`Search students`}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          maxLength={100}
          hideLabel
        />
        {rows === null ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState lines={5} />
          )
        ) : rows.length === 0 ? (
          <EmptyState
            text={search !== '' ? t`No matches` : ofSection ? t`You have no sections` : t`There are no students in your sections`}
            hint={search !== '' ? undefined : t`You can write to the families of the sections and subjects you teach.`}
          />
        ) : (
          <List aria-label={ofSection ? t`Sections` : t`Students`} className={styles.box}>
            {rows.map(({ id, name, detail, disabled }) => (
              <ListRow key={id}>
                <ListButton
                  disabled={disabled}
                  onClick={() => onChoose(ofSection ? { sectionId: id } : { studentId: id })}
                  className={styles.chooseDialogBox}
                >
                  <ListText title={name} detail={detail} />
                </ListButton>
              </ListRow>
            ))}
          </List>
        )}
        {!ofSection && contacts?.more && (
          <Text tone="quiet" size="small">
            <Trans>There are more students: search by name, roll or register number.</Trans>
          </Text>
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
